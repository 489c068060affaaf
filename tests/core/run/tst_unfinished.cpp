// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/unfinished.h"
#include "tests/core/run/simruns.h"

using namespace podium;
using namespace podium::run;
using podium::tests::SimRuns;

/// What a killed program has left on real workers is found and ended, and nothing else is.
class TestUnfinished final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void endsItsOwnAndNothingElse_data();
    void endsItsOwnAndNothingElse();

private:
    [[nodiscard]] QByteArray said(const QByteArray &command);
    [[nodiscard]] UnfinishedRun killedRun(const QByteArray &command);

    SimRuns m_runs;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestUnfinished::initTestCase()
{
    m_runs.limitMs = 30000;
    if (!m_runs.start(1)) {
        QSKIP(qPrintable(m_runs.workers.reason()));
    }
}

QByteArray TestUnfinished::said(const QByteArray &command)
{
    return m_runs.runToEnd(m_runs.specOf(command))->output().bytes(0, ssh::OutputStream::Out);
}

/// Begins to print and is then left, as by a program that was killed.
UnfinishedRun TestUnfinished::killedRun(const QByteArray &command)
{
    auto transport = m_runs.connected();
    const auto run = m_runs.over(*transport, m_runs.specOf(command));
    auto ledger = std::make_unique<RunLedger>(m_folder->path(), *run);
    run->start();
    [&] { QTRY_VERIFY_WITH_TIMEOUT(run->output().lineCount(0) > 0, 20000); }();
    ledger.reset();
    run->letGo();
    transport.reset();
    const auto left = unfinishedRuns(m_folder->path());
    return left.empty() ? UnfinishedRun() : left.front();
}

void TestUnfinished::endsItsOwnAndNothingElse_data()
{
    QTest::addColumn<QByteArray>("command");
    QTest::addColumn<bool>("listens");
    const auto row = [](const char *name, const QByteArray &command, bool listens) {
        QTest::newRow(name) << command << listens;
    };
    // The shell makes way for the last command of all, or stays, or goes before what it began.
    row("a program", "echo up; exec sleep 7001", true);
    row("the last of several", "echo up && cd / && sleep '7001'", true);
    row("a loop", "echo up; while :; do sleep 7001; done", true);
    row("left behind by its shell", "sleep 7001 & echo up; exit", true);
    row("deaf", "trap '' TERM; echo up; while :; do sleep 7001; done", false);
}
void TestUnfinished::endsItsOwnAndNothingElse()
{
    QFETCH(QByteArray, command);
    QFETCH(bool, listens);
    const QByteArray countOwn = "pgrep -cx -f 'sleep 7001'";
    const QByteArray countOthers = "pgrep -cx -f 'sleep 700[234]'";
    // Another's that its connection has left, one of a connection that lives and says the same,
    // one that was left running on purpose.
    (void)said("sleep 7002 >/dev/null 2>&1 </dev/null &");
    const QString detached = newDetachedId();
    QCOMPARE(
        m_runs.runToEnd(detachedLaunch(m_runs.specOf("sleep 7003"), detached))
            ->state()
            .summary()
            .ok,
        1);
    const auto living = m_runs.started(m_runs.specOf("echo up; exec sleep 7004"));
    QTRY_COMPARE(living->output().lineCount(0), 1);

    const UnfinishedRun its = killedRun(command);
    QCOMPARE(its.mayRun.size(), std::size_t(1));
    QCOMPARE(its.command, command);
    QCOMPARE(said(countOwn), QByteArray("1\n"));
    const auto look = m_runs.runToEnd(unfinishedLook(its));
    const QByteArray seen = look->output().bytes(0, ssh::OutputStream::Out);
    QVERIFY2(seen.contains("It still runs: ") && seen.contains("sleep 7001"), seen.constData());
    QVERIFY2(!seen.contains("sleep 7003") && !seen.contains("sleep 7004"), seen.constData());
    const int others = seen.indexOf("Not known to be of it, left by another connection: ");
    QVERIFY2(
        others >= 0 && seen.mid(others).split('\n').first().contains("sleep 7002"),
        seen.constData());
    QCOMPARE(look->state().summary().failed, 1);
    QCOMPARE(said(countOwn), QByteArray("1\n")); // looking ends nothing

    const auto end = m_runs.runToEnd(unfinishedEnd(its, false));
    const QByteArray told = end->output().bytes(0, ssh::OutputStream::Out);
    QCOMPARE(end->state().summary().ok, listens ? 1 : 0);
    QVERIFY2(told.contains(listens ? "It is gone." : "It still runs: "), told.constData());
    const auto kill = m_runs.runToEnd(unfinishedEnd(its, true));
    QCOMPARE(said(countOwn + " || true"), QByteArray("0\n"));
    QCOMPARE(said(countOthers), QByteArray("3\n"));

    living->stop();
    QTRY_VERIFY_WITH_TIMEOUT(living->isFinished(), 20000);
    (void)said("pkill -KILL -x -f 'sleep 700[1234]'");
}

QTEST_GUILESS_MAIN(TestUnfinished)
#include "tst_unfinished.moc"
