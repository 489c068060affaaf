// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/remoterun.h"
#include "tests/core/run/simruns.h"
#include "tests/fakes/patience.h"

using namespace podium;
using namespace podium::remote;
using namespace podium::tests;

/// Scripts on real workers: as who logs in, and as root.
class TestRemoteWorkers final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void aScriptRunsAsWhoItShould_data();
    void aScriptRunsAsWhoItShould();
    void whatIsRepeatedKeepsItsShell_data() { aScriptRunsAsWhoItShould_data(); }
    void whatIsRepeatedKeepsItsShell();

private:
    SimRuns m_runs;
};

void TestRemoteWorkers::initTestCase()
{
    if (!m_runs.start(3)) {
        QSKIP(qPrintable(m_runs.workers.reason()));
    }
}

void TestRemoteWorkers::aScriptRunsAsWhoItShould_data()
{
    QTest::addColumn<bool>("isRoot");
    QTest::newRow("login") << false;
    QTest::newRow("root") << true;
}

void TestRemoteWorkers::aScriptRunsAsWhoItShould()
{
    QFETCH(bool, isRoot);
    const run::RunService service(
        *m_runs.transport,
        [this](const WorkerRef &worker) { return m_runs.workers.endpointOf(worker); },
        *m_runs.clock);
    const Script script{
        "next_record && next_field && next_field\n"
        "say host \"$(hostname)\" \"$(id -u)\" \"$field\"\n",
        isRoot ? Rights::Root : Rights::Login, QStringLiteral("look")};
    RemoteRun run(service, script, m_runs.workers.refs(), {{{"word", {"a 'b'\n"}}}});
    int answers = 0;
    connect(&run, &RemoteRun::reported, this, [&](const Report &report) {
        QVERIFY2(report.answer, qPrintable(report.answer ? "" : report.answer.error().text()));
        const Record &host = report.answer->records.at(0);
        QCOMPARE(report.answer->wasRoot, isRoot);
        QCOMPARE(host.at(1) == "0", isRoot);
        QVERIFY(host.at(0).endsWith("-w-" + QByteArray::number(report.worker.index)));
        QCOMPARE(host.at(2), QByteArray("a 'b'\n"));
        ++answers;
    });
    QSignalSpy finished(&run, &RemoteRun::finished);
    run.start();
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(answers, 3);
}

/// The way there, sudo too, is gone once.
void TestRemoteWorkers::whatIsRepeatedKeepsItsShell()
{
    QFETCH(bool, isRoot);
    const run::RunService service(
        *m_runs.transport,
        [this](const WorkerRef &worker) { return m_runs.workers.endpointOf(worker); },
        *m_runs.clock);
    Script script{
        "say shell $$ \"$(id -u)\"\n", isRoot ? Rights::Root : Rights::Login,
        QStringLiteral("look")};
    script.isRepeated = true;
    std::map<int, Record> before;
    for (int i = 0; i < 3; ++i) {
        RemoteRun run(service, script, m_runs.workers.refs());
        int answers = 0;
        connect(&run, &RemoteRun::reported, this, [&](const Report &report) {
            QVERIFY2(report.answer, qPrintable(report.answer ? "" : report.answer.error().text()));
            const Record &shell = report.answer->records.at(0);
            QCOMPARE(report.answer->wasRoot, isRoot);
            QCOMPARE(shell.at(1) == "0", isRoot);
            QCOMPARE(before.emplace(report.worker.index, shell).first->second, shell);
            ++answers;
        });
        QSignalSpy finished(&run, &RemoteRun::finished);
        run.start();
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(answers, 3);
    }
}

QTEST_GUILESS_MAIN(TestRemoteWorkers)
#include "tst_remoteworkers.moc"
