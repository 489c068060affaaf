// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/workermodel.h"
#include "tests/fakes/nodes.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

using namespace podium;
using namespace podium::models;
using namespace podium::tests;

class TestWorkerModel final : public QObject
{
    Q_OBJECT

private slots:
    void fingerprints_data();
    void fingerprints();
    void updatesInPlace();
    void saysWhatIsMissing();
};

void TestWorkerModel::fingerprints_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("fingerprint");
    // From ssh-keygen -lf.
    QTest::newRow("ed25519")
        << "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl"
        << "SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU";
    QTest::newRow("no key") << "ssh-ed25519"
                            << "";
    QTest::newRow("not base64") << "ssh-ed25519 <script>"
                                << "";
}

void TestWorkerModel::fingerprints()
{
    QFETCH(QString, key);
    QFETCH(QString, fingerprint);
    QCOMPARE(hostKeyFingerprint(key), fingerprint);
}

void TestWorkerModel::updatesInPlace()
{
    WorkerModel model;
    QAbstractItemModelTester tester(&model);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    cloud::Node node = nodeEntry({.workers = 8}).node;
    model.setNode(node);
    QCOMPARE(model.rowCount(), 8);
    QCOMPARE(reset.count(), 1);

    node.workers[3].externalIp = "34.1.2.3";
    model.setNode(node);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(
        model.index(3, int(WorkerModel::Column::ExternalIp)).data().toString(),
        QString("34.1.2.3"));
    node.workers.resize(4);
    model.setNode(node);
    QCOMPARE(model.rowCount(), 4);
    node.workers.resize(6);
    model.setNode(node);
    QCOMPARE(model.rowCount(), 6);
    QCOMPARE(reset.count(), 1);
    model.setNode({});
    QCOMPARE(model.rowCount(), 0);
}

void TestWorkerModel::saysWhatIsMissing()
{
    WorkerModel model;
    model.setNode(nodeEntry({.externalIps = false}).node);
    const auto cell = [&model](WorkerModel::Column column, int role = Qt::DisplayRole) {
        return model.index(0, int(column)).data(role).toString();
    };
    QCOMPARE(cell(WorkerModel::Column::ExternalIp), QString("none"));
    QCOMPARE(cell(WorkerModel::Column::ExternalIp, WorkerModel::CopyRole), QString());
    QCOMPARE(cell(WorkerModel::Column::InternalIp, WorkerModel::CopyRole), QString("10.129.0.2"));
    QCOMPARE(cell(WorkerModel::Column::HostKey), QString("unknown"));
}

QTEST_GUILESS_MAIN(TestWorkerModel)
#include "tst_workermodel.moc"
