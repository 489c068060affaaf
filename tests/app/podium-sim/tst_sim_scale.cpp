// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/app/podium-sim/simhelpers.h"

#include <QJsonArray>
#include <QtTest>

using namespace podium::tests;

/// That many workers stand.
class TestSimScale final : public QObject
{
    Q_OBJECT

private slots:
    void podOf64Stands();
    void manyWorkersAreListenedFor();
};

static QJsonObject scenarioOf(int workers)
{
    QJsonObject scenario = labScenario({QStringLiteral("big")});
    QJsonArray projects = scenario[QLatin1String("projects")].toArray();
    QJsonObject project = projects[0].toObject();
    QJsonObject node = project[QLatin1String("nodes")].toArray().at(0).toObject();
    node[QLatin1String("workers")] = workers;
    project[QLatin1String("nodes")] = QJsonArray{node};
    scenario[QLatin1String("projects")] = QJsonArray{project};
    return scenario;
}

void TestSimScale::podOf64Stands()
{
    SimCloud cloud;
    QVERIFY2(cloud.startWith(scenarioOf(64)), qPrintable(cloud.error()));
    if (cloud.workers() == QLatin1String("none"))
        QSKIP(qPrintable(cloud.error()));
    const QString path = nodePath("lab", "us-central2-b", "big");
    QStringList addresses;
    for (int i = 0; i < 64; ++i)
        addresses.append(workerAddress(cloud, path, i));
    // One keyscan of all: each has to come up and speak.
    QCOMPARE(scannedKeys(cloud, addresses).count(QStringLiteral("ssh-ed25519")), 64);
}

void TestSimScale::manyWorkersAreListenedFor()
{
    SimCloud cloud;
    QVERIFY2(cloud.startWith(scenarioOf(1500)), qPrintable(cloud.error()));
    if (cloud.workers() == QLatin1String("none"))
        QSKIP(qPrintable(cloud.error()));
    const QString last = workerAddress(cloud, nodePath("lab", "us-central2-b", "big"), 1499);
    QVERIFY(runOnWorker(cloud, last, QStringLiteral("hostname"))
                .out.endsWith(QStringLiteral("-w-1499\n")));
}

QTEST_GUILESS_MAIN(TestSimScale)
#include "tst_sim_scale.moc"
