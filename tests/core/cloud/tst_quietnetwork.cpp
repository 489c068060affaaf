// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/quietnetwork.h"
#include "tests/core/cloud/fakeserver.h"

#include <QFile>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QSignalSpy>
#include <QtTest>

using namespace podium;

/// What this process has loaded.
static QByteArray libraries()
{
    QFile maps("/proc/self/maps");
    return maps.open(QIODevice::ReadOnly) ? maps.readAll() : QByteArray();
}

class TestQuietNetwork final : public QObject
{
    Q_OBJECT

private slots:
    void loadsNoBearerPlugins();
};

void TestQuietNetwork::loadsNoBearerPlugins()
{
    const QStringList paths = QCoreApplication::libraryPaths();
    const auto network = cloud::quietNetwork();
    QCOMPARE(QCoreApplication::libraryPaths(), paths);
    tests::FakeServer server([](const tests::FakeRequest &) { return tests::FakeReply(); });
    QNetworkReply *reply = network->get(QNetworkRequest(server.url("/x")));
    QSignalSpy finished(reply, &QNetworkReply::finished);
    QVERIFY(finished.wait());
    QCOMPARE(reply->readAll(), QByteArray("{}"));
    QVERIFY(libraries().contains("libQt5Network"));
    QVERIFY(!libraries().contains("bearer"));
    reply->deleteLater();
}

QTEST_GUILESS_MAIN(TestQuietNetwork)
#include "tst_quietnetwork.moc"
