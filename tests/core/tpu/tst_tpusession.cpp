// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tpu/tpusession.h"
#include "tests/core/tpu/atworker.h"
#include "tests/fakes/patience.h"

#include <QSignalSpy>

using namespace podium;
using namespace podium::tests;

/// Freeing, checking and computing on the workers of two nodes, one of which is a slice.
class TestTpuSession final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void whatWasFreedIsChecked();
    void whatComesBackLaterIsNamed();
    void whoHoldsAWorkerIsWhyNothingIsComputed();
    void aNodeThatAnswersIsGood();
    void aFailureEndsItsSlice();
    void aSliceThatNeverMeetsIsEnded();
    void aWorkerThatIsLostIsNamed();
    void aWorkerThatIsAwayKeepsTheSliceFromStarting();

private:
    static constexpr int Slice = 3; // workers 0 to 2; worker 3 is a node of its own

    [[nodiscard]] static tpu::Expected expected(const WorkerRef &worker)
    {
        const bool isSlice = worker.node.name.text() == QLatin1String("pod");
        return {
            worker.index,
            isSlice ? Slice : 1,
            4,
            4,
            worker.node.name.text(),
            isSlice ? QStringLiteral("v4-24") : QStringLiteral("v4-8")};
    }
    /// To its end.
    void atWorker(int index, const QString &script)
    {
        carryOutAt(m_runs, m_runs.workers.refs().at(std::size_t(index)), script);
    }
    void hold(int index, const QString &words = {})
    {
        atWorker(
            index, QStringLiteral("cp /etc/podium-sim/tpu-holder /opt/train.py && "
                                  "su %1 -c 'setsid sh /opt/train.py %2 >/dev/null 2>&1 &'\n")
                       .arg(m_runs.workers.cloud().user(), words));
    }
    /// Waits until it is done.
    template <typename Begin>
    void session(Begin begin, int within = 4 * Patience)
    {
        QSignalSpy done(m_session.get(), &tpu::TpuSession::done);
        begin();
        QTRY_COMPARE_WITH_TIMEOUT(done.count(), 1, within);
        QVERIFY(!m_session->isBusy());
    }
    [[nodiscard]] QString summary()
    {
        session([this] { m_session->look(); });
        return tpu::holdersSummary(m_session->holders());
    }
    /// Frees what holds the first worker; whether it was seen to come back.
    [[nodiscard]] bool isSeenToComeBack()
    {
        if (!summary().contains("on 1")) {
            return false;
        }
        m_session->planFree({});
        session([this] { m_session->free(); });
        const auto &outcome = worker(0).outcome;
        return outcome && tpu::outcomeText(*outcome).contains("came back");
    }
    /// By a check, which is made again where a metadata server was silent for the three seconds
    /// that it has: a busy machine's may be.
    [[nodiscard]] bool areGood(const std::vector<std::size_t> &places)
    {
        const auto is = [this, &places](tpu::Health::Verdict verdict) {
            return std::count_if(places.begin(), places.end(), [&](std::size_t place) {
                return worker(place).health && worker(place).health->verdict == verdict;
            });
        };
        if (is(tpu::Health::Verdict::Unknown) > 0) {
            session([this] { m_session->check(false); });
        }
        return is(tpu::Health::Verdict::Good) == std::ptrdiff_t(places.size());
    }
    [[nodiscard]] const tpu::WorkerTpu &worker(std::size_t place) const
    {
        return m_session->workers()[place];
    }
    SimRuns m_runs;
    std::unique_ptr<tpu::TpuSession> m_session;
};

void TestTpuSession::initTestCase()
{
    if (!m_runs.start(Slice, 1)) {
        QSKIP(qPrintable(m_runs.workers.reason()));
    }
    awaitLogins(m_runs);
}

void TestTpuSession::init()
{
    m_session = std::make_unique<tpu::TpuSession>(
        run::RunService(
            *m_runs.transport,
            [this](const WorkerRef &worker) { return m_runs.workers.endpointOf(worker); },
            *m_runs.clock),
        m_runs.workers.refs(), expected);
    for (int index = 0; index <= Slice; ++index) {
        atWorker(index, endingAll("opt/") + "rm -f /etc/podium-sim/jax-failure\n");
    }
    QTRY_COMPARE(summary(), QString("free on 4"));
}

void TestTpuSession::whatWasFreedIsChecked()
{
    hold(0);
    hold(3);
    QTRY_VERIFY(summary().contains("on 2"));
    m_session->planFree({});
    session([this] { m_session->free(); });
    for (const std::size_t place : {0, 3}) {
        QVERIFY(worker(place).outcome && worker(place).health);
        QCOMPARE(tpu::outcomeText(*worker(place).outcome), QString("Free."));
    }
    for (const std::size_t place : {1, 2}) { // nothing was done there
        QVERIFY(!worker(place).outcome && !worker(place).health);
    }
    QTRY_VERIFY(areGood({0, 3}));
    // One that is free is not yet as it should be.
    hold(0);
    QTRY_VERIFY(summary().contains("on 1"));
    atWorker(0, "rm /sys/bus/pci/devices/0000:00:1*/driver\n");
    const auto isBad = [this] {
        session([this] { m_session->check(false); });
        return worker(0).health->verdict == tpu::Health::Verdict::Bad;
    };
    QTRY_VERIFY(isBad());
    m_session->planFree({});
    session([this] { m_session->free(); });
    QCOMPARE(tpu::outcomeText(*worker(0).outcome), QString("Free."));
    QCOMPARE(tpu::verdictName(worker(0).health->verdict), QString("bad"));
    QVERIFY(worker(0).health->findings[0].contains("no driver"));
    atWorker(
        0,
        "for d in /sys/bus/pci/devices/0000:00:1*; do ln -s ../../drivers/tpu $d/driver; done\n");
}

void TestTpuSession::whatComesBackLaterIsNamed()
{
    hold(0, "respawn");
    // On a busy machine it may take longer than anybody waits for it; once is enough.
    QVERIFY(askUntil([this] { return isSeenToComeBack(); }, [](bool isSeen) { return isSeen; }));
    QCOMPARE(tpu::verdictName(worker(0).health->verdict), QString("busy"));
}

void TestTpuSession::whoHoldsAWorkerIsWhyNothingIsComputed()
{
    hold(1);
    QTRY_VERIFY(summary().contains("on 1"));
    session([this] { m_session->check(true); });
    for (const std::size_t place : {0, 1, 2}) {
        const QString text = worker(place).probe->text;
        QVERIFY2(
            text.startsWith("Not computed: held by ") && text.contains("train.py on 1") &&
                text.endsWith("free on 2."),
            qPrintable(text));
    }
    QVERIFY(!worker(3).probe->text.startsWith("Not computed")); // a node of its own
}

void TestTpuSession::aNodeThatAnswersIsGood()
{
    if (QStandardPaths::findExecutable("python3").isEmpty()) {
        QSKIP("python3 is not installed here");
    }
    session([this] { m_session->check(true); });
    for (const tpu::WorkerTpu &each : m_session->workers()) {
        QVERIFY(each.probe && !each.error);
        QVERIFY2(each.probe->verdict == tpu::Probe::Verdict::Answers, qPrintable(each.probe->text));
    }
    QVERIFY(worker(0).probe->text.contains("12 on all 3 workers"));
    QVERIFY(worker(3).probe->text.contains("4 devices here."));
    // What was not compared keeps nobody from trying, and stays unknown.
    QCOMPARE(
        m_runs.workers.cloud()
            .post("/sim/faults", {{"path", "^/metadata/"}, {"status", 503}})
            .status,
        200);
    session([this] { m_session->check(true); });
    (void)m_runs.workers.cloud().call("DELETE", "/sim/faults", {});
    QVERIFY(worker(1).health->verdict == tpu::Health::Verdict::Unknown);
    QVERIFY(worker(1).probe->verdict == tpu::Probe::Verdict::Answers);
}

/// Those that wait for it are ended, deaf to TERM as they are, and let the chips go; another node
/// is none of its business.
void TestTpuSession::aFailureEndsItsSlice()
{
    if (QStandardPaths::findExecutable("python3").isEmpty()) {
        QSKIP("python3 is not installed here");
    }
    atWorker(0, "echo hang >/etc/podium-sim/jax-failure\n");
    atWorker(1, "echo 'UNAVAILABLE: No TPU Platform available' >/etc/podium-sim/jax-failure\n");
    atWorker(2, "echo hang >/etc/podium-sim/jax-failure\n");
    // By themselves they would not end within this test.
    session([this] { m_session->check(true, {}, std::chrono::hours(1)); });
    QVERIFY(worker(1).probe->verdict == tpu::Probe::Verdict::Fails);
    QVERIFY(worker(1).probe->text.contains("Recreate"));
    for (const std::size_t place : {0, 2}) {
        QVERIFY(!worker(place).error);
        QVERIFY(worker(place).probe->verdict == tpu::Probe::Verdict::Unknown);
        QVERIFY2(
            worker(place).probe->text.contains("said nothing") &&
                worker(place).probe->text.contains("failed on worker 1."),
            qPrintable(worker(place).probe->text));
    }
    QVERIFY(worker(3).probe->verdict == tpu::Probe::Verdict::Answers);
    QTRY_COMPARE(summary(), QString("free on 4"));
}

/// Those that wait for a worker that never comes say nothing either.
void TestTpuSession::aSliceThatNeverMeetsIsEnded()
{
    if (QStandardPaths::findExecutable("python3").isEmpty()) {
        QSKIP("python3 is not installed here");
    }
    atWorker(2, "echo hang >/etc/podium-sim/jax-failure\n");
    // Time enough for the one that does answer, of which a busy machine may need more.
    for (const int limit : {5, 30, 180}) {
        session([this, limit] { m_session->check(true, {}, std::chrono::seconds(limit)); });
        if (worker(3).probe && worker(3).probe->verdict == tpu::Probe::Verdict::Answers) {
            break;
        }
        QTRY_COMPARE(summary(), QString("free on 4"));
    }
    int silent = 0;
    for (const std::size_t place : {0, 1, 2}) {
        const tpu::Probe &probe = *worker(place).probe;
        const bool hasFailed = probe.verdict == tpu::Probe::Verdict::Fails;
        silent += hasFailed ? 1 : 0;
        QVERIFY(hasFailed || probe.verdict == tpu::Probe::Verdict::Unknown);
        QVERIFY2(
            probe.text.contains(hasFailed ? "said nothing in time" : "it failed on worker "),
            qPrintable(probe.text));
    }
    QVERIFY(silent > 0);
    QVERIFY(worker(3).probe->verdict == tpu::Probe::Verdict::Answers);
    QTRY_COMPARE(summary(), QString("free on 4"));
}

/// In the middle: by then all have the chips, and the others wait for it.
void TestTpuSession::aWorkerThatIsLostIsNamed()
{
    if (QStandardPaths::findExecutable("python3").isEmpty()) {
        QSKIP("python3 is not installed here");
    }
    atWorker(1, "echo hang >/etc/podium-sim/jax-failure\n");
    QSignalSpy done(m_session.get(), &tpu::TpuSession::done);
    m_session->check(true, {}, std::chrono::hours(1));
    run::RunSpec look =
        m_runs.specOf("sudo find /proc/[0-9]*/fd -lname /dev/accel0 2>/dev/null | grep -c .");
    look.workers.resize(Slice);
    const auto areHeld = [this, &look] {
        const auto run = m_runs.runToEnd(look);
        return run->state().summary().ok == Slice;
    };
    QTRY_VERIFY_WITH_TIMEOUT(areHeld(), 4 * Patience);
    QCOMPARE(done.count(), 0);
    QVERIFY(m_runs.workers.treat(1, "stop"));
    QTRY_COMPARE_WITH_TIMEOUT(done.count(), 1, 8 * Patience);
    QVERIFY(m_runs.workers.treat(1, "restore"));
    QVERIFY(worker(1).error);
    for (const std::size_t place : {0, 2}) {
        QVERIFY(!worker(place).error);
        QVERIFY(worker(place).probe->verdict == tpu::Probe::Verdict::Unknown);
        QVERIFY2(
            worker(place).probe->text.contains("said nothing") &&
                worker(place).probe->text.contains("failed on worker 1."),
            qPrintable(worker(place).probe->text));
    }
    QVERIFY(worker(3).probe->verdict == tpu::Probe::Verdict::Answers);
    QTRY_COMPARE_WITH_TIMEOUT(summary(), QString("free on 4"), 4 * Patience);
}

void TestTpuSession::aWorkerThatIsAwayKeepsTheSliceFromStarting()
{
    if (QStandardPaths::findExecutable("python3").isEmpty()) {
        QSKIP("python3 is not installed here");
    }
    // Away once the check has seen it.
    QMetaObject::Connection once;
    once = connect(m_session.get(), &tpu::TpuSession::changed, this, [&] {
        const auto &all = m_session->workers();
        const bool areSeen = std::all_of(all.begin(), all.end(), [](const tpu::WorkerTpu &each) {
            return each.health.has_value();
        });
        if (areSeen) {
            disconnect(once);
            QVERIFY(m_runs.workers.treat(1, "stop"));
        }
    });
    session([this] { m_session->check(true); }, 8 * Patience);
    QVERIFY(m_runs.workers.treat(1, "restore"));
    QVERIFY(worker(1).error);
    for (const std::size_t place : {0, 2}) {
        QVERIFY(!worker(place).error);
        QVERIFY2(
            worker(place).probe->text.contains("failed on worker 1."),
            qPrintable(worker(place).probe->text));
    }
    QVERIFY(worker(3).probe->verdict == tpu::Probe::Verdict::Answers);
}

QTEST_GUILESS_MAIN(TestTpuSession)
#include "tst_tpusession.moc"
