// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/detached.h"
#include "core/run/runengine.h"
#include "core/run/unfinished.h"
#include "core/ssh/libsshtransport.h"
#include "tests/fakes/simworkers.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace podium;
using namespace podium::run;
using podium::tests::SimWorkers;

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
    using Transport = ssh::LibsshTransport;
    [[nodiscard]] std::unique_ptr<Transport> connected()
    {
        return std::make_unique<Transport>(*m_hostKeys, Transport::Options());
    }
    [[nodiscard]] std::unique_ptr<Run> start(Transport &transport, RunSpec spec);
    [[nodiscard]] std::unique_ptr<Run> finished(RunSpec spec);
    [[nodiscard]] RunSpec specOf(const QByteArray &command) const;
    [[nodiscard]] QByteArray said(const QByteArray &command);
    [[nodiscard]] UnfinishedRun killedRun(const QByteArray &command);

    SimWorkers m_workers;
    SystemClock m_clock;
    QTemporaryDir m_keys;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ssh::HostKeyStore> m_hostKeys;
    std::unique_ptr<Transport> m_transport;
};

void TestUnfinished::initTestCase()
{
    if (!m_workers.start(1)) {
        QSKIP(qPrintable(m_workers.reason()));
    }
    m_hostKeys = std::make_unique<ssh::HostKeyStore>(m_keys.filePath("known_hosts"));
    m_transport = connected();
}

std::unique_ptr<Run> TestUnfinished::start(Transport &transport, RunSpec spec)
{
    auto run = std::make_unique<Run>(
        std::move(spec), transport,
        [this](const WorkerRef &worker) { return m_workers.endpointOf(worker); }, m_clock);
    return run;
}

std::unique_ptr<Run> TestUnfinished::finished(RunSpec spec)
{
    auto run = start(*m_transport, std::move(spec));
    run->start();
    [&] { QTRY_VERIFY_WITH_TIMEOUT(run->isFinished(), 30000); }();
    return run;
}

RunSpec TestUnfinished::specOf(const QByteArray &command) const
{
    RunSpec spec;
    spec.workers = m_workers.refs();
    spec.command = command;
    return spec;
}

QByteArray TestUnfinished::said(const QByteArray &command)
{
    return finished(specOf(command))->output().bytes(0, ssh::OutputStream::Out);
}

/// Begins to print and is then left, as by a program that was killed.
UnfinishedRun TestUnfinished::killedRun(const QByteArray &command)
{
    auto transport = connected();
    const auto run = start(*transport, specOf(command));
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
        finished(detachedLaunch(m_workers.refs(), detached, "sleep 7003"))->state().summary().ok,
        1);
    const auto living = start(*m_transport, specOf("echo up; exec sleep 7004"));
    living->start();
    QTRY_COMPARE(living->output().lineCount(0), 1);

    const UnfinishedRun its = killedRun(command);
    QCOMPARE(its.mayRun.size(), std::size_t(1));
    QCOMPARE(its.command, command);
    QCOMPARE(said(countOwn), QByteArray("1\n"));
    const auto look = finished(unfinishedLook(its));
    const QByteArray seen = look->output().bytes(0, ssh::OutputStream::Out);
    QVERIFY2(seen.contains("It still runs: ") && seen.contains("sleep 7001"), seen.constData());
    QVERIFY2(!seen.contains("700[34]") && !seen.contains("sleep 7004"), seen.constData());
    QCOMPARE(look->state().summary().failed, 1);
    QCOMPARE(said(countOwn), QByteArray("1\n")); // looking ends nothing

    const auto end = finished(unfinishedEnd(its, false));
    const QByteArray told = end->output().bytes(0, ssh::OutputStream::Out);
    QCOMPARE(end->state().summary().ok, listens ? 1 : 0);
    QVERIFY2(told.contains(listens ? "It is gone." : "It still runs: "), told.constData());
    const auto kill = finished(unfinishedEnd(its, true));
    QCOMPARE(said(countOwn + " || true"), QByteArray("0\n"));
    QCOMPARE(said(countOthers), QByteArray("3\n"));

    living->stop();
    QTRY_VERIFY_WITH_TIMEOUT(living->isFinished(), 20000);
    (void)said("pkill -KILL -x -f 'sleep 700[1234]'");
}

QTEST_GUILESS_MAIN(TestUnfinished)
#include "tst_unfinished.moc"
