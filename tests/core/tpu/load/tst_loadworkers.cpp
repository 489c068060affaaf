// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tpu/load/loadsession.h"
#include "core/tpu/load/loadwarnings.h"
#include "tests/core/tpu/atworker.h"
#include "tests/fakes/patience.h"

#include <QStandardPaths>

using namespace podium;
using namespace podium::tests;
using namespace podium::tpu;
using State = RuntimeMetrics::State;

/// How busy real workers are, and what their TPU says.
class TestLoadWorkers final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void aHeldTpuTells();
    void whatAnswersBadlyIsNoData_data();
    void whatAnswersBadlyIsNoData();
    void anOddWorkerIsSeen();
    void anHourMayPassBetweenTwoLooks();
    void whoDoesNotAnswerHoldsUpNobody();

private:
    /// As root of a worker. Not waited for: that takes a connection beside the session's.
    void atWorker(int index, const QString &script)
    {
        beginAt(m_runs, m_runs.workers.refs().at(std::size_t(index)), script);
    }
    /// Before the session looks.
    void hold(int index)
    {
        carryOutAt(
            m_runs, m_runs.workers.refs().at(std::size_t(index)),
            "cp /etc/podium-sim/tpu-holder /opt/train.py; "
            "setsid sh /opt/train.py >/dev/null 2>&1 &\n");
    }
    void makeSession()
    {
        m_session = std::make_unique<LoadSession>(
            LoadSession::World{
                *m_runs.transport,
                [this](const WorkerRef &worker) { return m_runs.workers.endpointOf(worker); },
                *m_runs.clock, LookPace{200, 2000, 200, 400}},
            m_runs.workers.refs());
    }
    [[nodiscard]] const WorkerLoad &at(int index) const
    {
        return m_session->workers()[std::size_t(index)];
    }
    /// Our end of the connection that is kept to a worker.
    [[nodiscard]] QByteArray connection(int index)
    {
        auto spec = m_runs.specOf("echo $SSH_CONNECTION");
        spec.workers = {spec.workers[std::size_t(index)]};
        const auto run = m_runs.runOf(spec);
        run->start();
        [&] { QTRY_VERIFY(run->isFinished()); }();
        return run->output().bytes(0, ssh::OutputStream::Out).trimmed();
    }

    SimRuns m_runs;
    std::unique_ptr<LoadSession> m_session;
};

void TestLoadWorkers::initTestCase()
{
    if (QStandardPaths::findExecutable("python3").isEmpty()) {
        QSKIP("python3 is not installed here");
    }
    if (!m_runs.start(2)) {
        QSKIP(qPrintable(m_runs.workers.reason()));
    }
    awaitLogins(m_runs);
}

void TestLoadWorkers::init()
{
    m_session.reset();
    for (const WorkerRef &worker : m_runs.workers.refs()) {
        // The next server of metrics does not wait for good for the port of the one before.
        carryOutAt(
            m_runs, worker,
            endingAll("opt/train|host-load") +
                "rm -f /etc/podium-sim/metrics-answer\n"
                "umount /proc/stat /proc/meminfo /proc/vmstat /proc/uptime 2>/dev/null\n"
                "while grep -qs '[t]pu-metrics' /proc/[0-9]*/cmdline; do sleep 0.1; done\n");
    }
    makeSession();
}

void TestLoadWorkers::aHeldTpuTells()
{
    const QByteArray before = connection(1);
    QVERIFY(!before.isEmpty());
    hold(0);
    m_session->start();
    QTRY_COMPARE(at(0).tpu.state, State::Known);
    QCOMPARE(int(at(0).tpu.devices.size()), 4);
    QVERIFY(*at(0).tpu.dutyCycle() > 0.7 && *at(0).tpu.dutyCycle() < 1);
    QVERIFY(*at(0).tpu.memory() > 0.6 && *at(0).tpu.memory() < 0.9);
    QTRY_COMPARE(at(1).tpu.state, State::NoWorkload);
    QTRY_VERIFY(at(1).host.cpu && at(1).host.memory && at(1).counters->load);
    QVERIFY(!at(1).counters->disks.empty());
    // Alive with the holder.
    atWorker(
        0, "for p in /proc/[0-9]*; do grep -qs opt/train $p/cmdline && "
           "kill -KILL ${p#/proc/}; done\n");
    QTRY_COMPARE(at(0).tpu.state, State::NoWorkload);
    m_session->pause();
    m_session->pause();
    QTRY_VERIFY(!m_session->isLooking());
    QCOMPARE(connection(1), before);
}

void TestLoadWorkers::whatAnswersBadlyIsNoData_data()
{
    QTest::addColumn<QString>("how");
    for (const char *how : {"rubbish", "half", "huge", "silent", "trickle"}) {
        QTest::newRow(how) << QString::fromLatin1(how);
    }
}

void TestLoadWorkers::whatAnswersBadlyIsNoData()
{
    QFETCH(QString, how);
    const QByteArray before = connection(0);
    hold(0);
    m_session->start();
    QTRY_COMPARE(at(0).tpu.state, State::Known);
    atWorker(0, QStringLiteral("echo %1 >/etc/podium-sim/metrics-answer\n").arg(how));
    QTRY_COMPARE(at(0).tpu.state, State::NoData);
    QVERIFY(!at(0).error);
    QVERIFY(at(0).host.cpu);
    atWorker(0, QStringLiteral("echo duty=12 memory=50 >/etc/podium-sim/metrics-answer\n"));
    // One that looks while it is written finds nothing, or the one and not the other.
    QTRY_VERIFY(
        at(0).tpu.state == State::Known && at(0).tpu.dutyCycle() == std::optional(0.12) &&
        at(0).tpu.memory() == std::optional(0.5));
    m_session->pause();
    QTRY_VERIFY(!m_session->isLooking());
    QCOMPARE(connection(0), before); // all over the connection that was there
}

void TestLoadWorkers::anOddWorkerIsSeen()
{
    atWorker(0, "setsid sh /etc/podium-sim/host-load memory=20 &\n");
    m_session->start();
    QTRY_VERIFY(at(1).host.cpu);
    atWorker(1, "setsid sh /etc/podium-sim/host-load cpu=90 memory=97 uptime=900000 &\n");
    QTRY_VERIFY(at(1).host.cpu && *at(1).host.cpu > 0.85 && *at(1).host.cpu < 0.95);
    // The one does not tell of the other.
    QTRY_VERIFY(loadWarnings(at(1)).contains("Memory is 97 % full."));
    QTRY_VERIFY(at(0).host.memory && qAbs(*at(0).host.memory - 0.2) < 0.001);
    QVERIFY(!loadWarnings(at(0)).join(' ').contains("Memory"));
    atWorker(1, "pkill -KILL -f host-load; setsid sh /etc/podium-sim/host-load oom=3 uptime=5 &\n");
    // Twice, where it was looked at between the one host-load and the next.
    QTRY_VERIFY(at(1).restarts >= 1);
}

/// By the worker's own counters: what is said is the mean of that hour.
void TestLoadWorkers::anHourMayPassBetweenTwoLooks()
{
    atWorker(0, "setsid sh /etc/podium-sim/host-load cpu=60 &\n");
    m_session->start();
    QTRY_VERIFY(at(0).host.cpu && qAbs(*at(0).host.cpu - 0.6) < 0.01 && at(0).counters->uptime);
    const double before = *at(0).counters->uptime;
    const int restarts = at(0).restarts; // one, where the machine is up for longer than that
    atWorker(0, "setsid sh /etc/podium-sim/host-load cpu=10 passed=3600 &\n");
    QTRY_VERIFY(at(0).counters->uptime && *at(0).counters->uptime >= before + 3600);
    QTRY_VERIFY(at(0).host.cpu && qAbs(*at(0).host.cpu - 0.1) < 0.01);
    QCOMPARE(at(0).restarts, restarts);
}

void TestLoadWorkers::whoDoesNotAnswerHoldsUpNobody()
{
    QVERIFY(m_runs.workers.treat(1, "refuse"));
    m_session.reset();
    m_runs.connectAnew();
    makeSession();
    m_session->start();
    QTRY_VERIFY(at(1).error);
    QTRY_VERIFY(at(0).history.samples().size() > 3);
    QVERIFY(at(1).history.samples().empty());
    QVERIFY(m_runs.workers.treat(1, "restore"));
    QTRY_VERIFY(!at(1).error && at(1).counters);
}

QTEST_GUILESS_MAIN(TestLoadWorkers)
#include "tst_loadworkers.moc"
