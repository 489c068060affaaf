// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/detached.h"
#include "core/run/leftruns.h"
#include "core/run/runengine.h"
#include "core/ssh/libsshtransport.h"
#include "tests/fakes/simworkers.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace podium;
using namespace podium::run;
using podium::tests::SimWorkers;
using State = DetachedRun::State;

/// Runs that go on without us, on real workers.
class TestDetached final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void idsAreHexadecimal();
    void otherLinesArePassedOver();
    void goesOnAndKeepsItsEnd();
    void isStartedOnce();
    void startsNothingThatIsNotWhole();
    void resumesWhereItWasRead();
    void doesNotWaitForAnothersPid();
    void endsWhenTold();
    void runsLikeAnyOtherAndIsLeft();
    void isListedEndedAndForgotten();

private:
    void connectAnew();
    std::unique_ptr<Run> start(const RunSpec &spec);
    std::unique_ptr<Run> runToEnd(const RunSpec &spec);
    [[nodiscard]] std::optional<DetachedRun> seen(const QString &id, int slot = 0);
    void launch(const QString &id, const QByteArray &command);

    SimWorkers m_workers;
    std::vector<WorkerRef> m_one;
    SystemClock m_clock;
    QTemporaryDir m_folder;
    std::unique_ptr<ssh::HostKeyStore> m_hostKeys;
    std::unique_ptr<ssh::LibsshTransport> m_transport;
};

void TestDetached::initTestCase()
{
    if (!m_workers.start(2)) {
        QSKIP(qPrintable(m_workers.reason()));
    }
    m_one = {m_workers.refs().front()};
    m_hostKeys = std::make_unique<ssh::HostKeyStore>(m_folder.filePath("known_hosts"));
}

void TestDetached::init()
{
    connectAnew();
}

/// All connections end, as if this machine had gone to sleep.
void TestDetached::connectAnew()
{
    m_transport.reset();
    m_transport =
        std::make_unique<ssh::LibsshTransport>(*m_hostKeys, ssh::LibsshTransport::Options());
}

std::unique_ptr<Run> TestDetached::start(const RunSpec &spec)
{
    auto run = std::make_unique<Run>(
        spec, *m_transport,
        [this](const WorkerRef &worker) { return m_workers.endpoint(worker.index); }, m_clock);
    run->start();
    return run;
}

std::unique_ptr<Run> TestDetached::runToEnd(const RunSpec &spec)
{
    auto run = start(spec);
    [&] { QTRY_VERIFY_WITH_TIMEOUT(run->isFinished(), 60000); }();
    return run;
}

std::optional<DetachedRun> TestDetached::seen(const QString &id, int slot)
{
    const auto run = runToEnd(detachedList(m_workers.refs()));
    for (const DetachedRun &its :
         parseDetachedRuns(run->output().bytes(slot, ssh::OutputStream::Out))) {
        if (its.id == id) {
            return its;
        }
    }
    return std::nullopt;
}

void TestDetached::launch(const QString &id, const QByteArray &command)
{
    const auto run = runToEnd(detachedLaunch(m_one, id, command));
    QCOMPARE(run->state().summary().ok, 1);
    const QByteArray said = run->output().bytes(0, ssh::OutputStream::Out);
    QVERIFY2(said.contains("podium started "), said.constData());
}

void TestDetached::idsAreHexadecimal()
{
    const QString id = newDetachedId();
    QVERIFY2(isDetachedId(id), qPrintable(id));
    QVERIFY(id != newDetachedId());
    for (const char *other : {"", "../../etc/passwd", "0123456789ABCDEF", "0123456789abcde"}) {
        QVERIFY(!isDetachedId(QString::fromLatin1(other)));
    }
}

void TestDetached::otherLinesArePassedOver()
{
    const auto runs = parseDetachedRuns(
        "Welcome!\npodium-run x running 0 1 tmux 0 0 eA==\n"
        "podium-run 0123456789abcdef exited 3 1700000000 tmux 12 7 bHM=\npodium-run\n"
        "podium-run ffffffffffffffff running 0 1600000000 setsid -1 0 bHM=");
    QCOMPARE(runs.size(), std::size_t(2));
    QCOMPARE(runs[0].id, QString("ffffffffffffffff")); // the older first
    QVERIFY(runs[0].mark == ReadMark());
    QCOMPARE(runs[1].status, 3);
    const ReadMark mark{12, 7};
    QVERIFY(runs[1].mark == mark);
    QCOMPARE(runs[1].command, QByteArray("ls"));
}

void TestDetached::goesOnAndKeepsItsEnd()
{
    const QString id = newDetachedId();
    launch(id, "echo 'out of \"it\"'; echo err >&2; until [ -e go ]; do sleep 0.1; done; exit 5");
    const auto running = seen(id);
    QVERIFY(running && running->state == State::Running);
    QVERIFY(running->startedAt.secsTo(QDateTime::currentDateTimeUtc()) < 60);
    QVERIFY(!seen(id, 1)); // not the other's
    connectAnew();
    QVERIFY(seen(id)->state == State::Running);
    RunSpec go;
    go.workers = m_one;
    go.command = "touch go";
    runToEnd(go);
    const auto follow = runToEnd(detachedFollow(m_one, id, {{}}));
    QCOMPARE(std::get<ssh::Exited>(*follow->state().workers()[0].ending), ssh::Exited{5});
    QCOMPARE(follow->output().bytes(0, ssh::OutputStream::Out), QByteArray("out of \"it\"\n"));
    QCOMPARE(follow->output().bytes(0, ssh::OutputStream::Err), QByteArray("err\n"));
    const auto ended = seen(id);
    QVERIFY(ended && ended->state == State::Exited);
    QCOMPARE(ended->status, 5);
}

void TestDetached::isStartedOnce()
{
    const QString id = newDetachedId();
    launch(id, "echo ran >>ran");
    const auto again = runToEnd(detachedLaunch(m_one, id, "echo ran >>ran"));
    QVERIFY(again->output().bytes(0, ssh::OutputStream::Out).contains("podium exists"));
    const auto follow = runToEnd(detachedFollow(m_one, id, {{}}));
    QCOMPARE(follow->state().summary().ok, 1);
    RunSpec look;
    look.workers = m_one;
    look.command = "cat ran";
    QCOMPARE(runToEnd(look)->output().bytes(0, ssh::OutputStream::Out), QByteArray("ran\n"));
}

/// The connection can break anywhere on the way there; the worker sees the end of its stdin.
void TestDetached::startsNothingThatIsNotWhole()
{
    const QString id = newDetachedId();
    const QByteArray command = "echo begun >begun-" + id.toLatin1() + "; sleep 1";
    const RunSpec whole = detachedLaunch(m_one, id, command);
    for (const int left : {20, 400, 1200, whole.input.size() / 2, whole.input.size() - 9}) {
        RunSpec cut = whole;
        cut.input = whole.input.left(left);
        const auto run = runToEnd(cut);
        QVERIFY2(run->state().summary().ok == 0, qPrintable(run->output().text(0)));
        QVERIFY(!seen(id));
    }
    RunSpec look;
    look.workers = m_one;
    look.command = "ls begun-" + id.toLatin1();
    QCOMPARE(runToEnd(look)->state().summary().failed, 1);
    launch(id, command); // none of it is in the way
    QCOMPARE(runToEnd(detachedFollow(m_one, id, {{}}))->state().summary().ok, 1);
    QCOMPARE(runToEnd(look)->state().summary().ok, 1);
}

static QString firstDifference(const QByteArray &is, const QByteArray &shouldBe)
{
    const auto at = std::mismatch(is.begin(), is.end(), shouldBe.begin(), shouldBe.end());
    const int offset = int(at.first - is.begin());
    return QString("%1 of %2 bytes; at %3: \"%4\", not \"%5\"")
        .arg(is.size())
        .arg(shouldBe.size())
        .arg(offset)
        .arg(QString(is.mid(offset, 40)), QString(shouldBe.mid(offset, 40)));
}

/// Read by several, each cut off somewhere: together they have read all of it, once.
void TestDetached::resumesWhereItWasRead()
{
    const QString id = newDetachedId();
    launch(
        id,
        "for i in $(seq 40); do seq $((i * 1000)) $((i * 1000 + 999)); echo $i >&2; sleep 0.05; "
        "done");
    QByteArray out;
    QByteArray err;
    bool isOver = false;
    for (int reader = 0; !isOver && reader < 50; ++reader) {
        connectAnew();
        const ReadMark mark{out.size(), err.size()};
        const auto run = start(detachedFollow(m_one, id, {mark}));
        const qint64 enough = 20000 + 7001 * reader;
        QTRY_VERIFY_WITH_TIMEOUT(
            run->isFinished() || run->output().receivedBytes(0) >= enough, 30000);
        isOver = run->isFinished();
        if (isOver) {
            const WorkerEnding &ending = *run->state().workers()[0].ending;
            QVERIFY2(endingClass(ending) == "ok", qPrintable(describeEnding(ending)));
        }
        out += run->output().bytes(0, ssh::OutputStream::Out);
        err += run->output().bytes(0, ssh::OutputStream::Err);
        const ReadMark read{out.size(), err.size()};
        runToEnd(detachedMark(m_one, id, {read}));
        QVERIFY(seen(id)->mark == read);
        QVERIFY(reader > 0 || !isOver); // the first was cut off
    }
    QVERIFY(isOver);
    QByteArray expected;
    for (int i = 1000; i < 41000; ++i) {
        expected += QByteArray::number(i) + '\n';
    }
    QVERIFY2(out == expected, qPrintable(firstDifference(out, expected)));
    QCOMPARE(err.count('\n'), 40);
}

/// As after the machine was restarted, when small numbers are given anew.
void TestDetached::doesNotWaitForAnothersPid()
{
    const QString id = newDetachedId();
    launch(id, "echo said; echo oops >&2; exit 3");
    QCOMPARE(runToEnd(detachedFollow(m_one, id, {{}}))->state().summary().failed, 1);
    RunSpec steal;
    steal.workers = m_one;
    steal.command = "cd ~/.local/state/podium/runs/" + id.toLatin1() +
                    " && { sleep 300 >/dev/null 2>&1 & echo $! >pid; }";
    QCOMPARE(runToEnd(steal)->state().summary().ok, 1);
    const auto again = runToEnd(detachedFollow(m_one, id, {{2, 0}}));
    QVERIFY(again->isFinished());
    QCOMPARE(std::get<ssh::Exited>(*again->state().workers()[0].ending), ssh::Exited{3});
    QCOMPARE(again->output().bytes(0, ssh::OutputStream::Out), QByteArray("id\n"));
    QCOMPARE(again->output().bytes(0, ssh::OutputStream::Err), QByteArray("oops\n"));
    RunSpec end = steal;
    end.command = "kill $(cat ~/.local/state/podium/runs/" + id.toLatin1() + "/pid)";
    QCOMPARE(runToEnd(end)->state().summary().ok, 1);
}

void TestDetached::endsWhenTold()
{
    const QString id = newDetachedId();
    const QString stubborn = newDetachedId();
    launch(id, "sleep 300");
    launch(stubborn, "trap '' TERM; sleep 300; sleep 300");
    QVERIFY(runToEnd(detachedEnd(m_one, id, false))
                ->output()
                .bytes(0, ssh::OutputStream::Out)
                .contains("podium gone"));
    QVERIFY(seen(id)->state == State::Exited);
    QCOMPARE(seen(id)->status, 143);
    QVERIFY(runToEnd(detachedEnd(m_one, stubborn, false))
                ->output()
                .bytes(0, ssh::OutputStream::Out)
                .contains("podium left"));
    QVERIFY(runToEnd(detachedEnd(m_one, stubborn, true))
                ->output()
                .bytes(0, ssh::OutputStream::Out)
                .contains("podium gone"));
    QVERIFY(seen(stubborn)->state == State::Died);
    const auto follow = runToEnd(detachedFollow(m_one, stubborn, {{}}));
    QCOMPARE(
        std::get<ssh::Signalled>(*follow->state().workers()[0].ending), ssh::Signalled{"KILL"});
}

void TestDetached::runsLikeAnyOtherAndIsLeft()
{
    const QString id = newDetachedId();
    RunSpec wanted;
    wanted.workers = m_workers.refs();
    wanted.command = "echo begun; echo oops >&2; while [ ! -e /tmp/go-" + id.toLatin1() +
                     " ]; do sleep 0.1; done; echo done; exit 4";
    auto run = start(detachedRun(wanted, id));
    const auto *marks = new ReadMarks(*run, {});
    // Each stream in its own order; which comes first is not said.
    const auto hasBegun = [&run](int slot) {
        return run->output().bytes(slot, ssh::OutputStream::Out) == "begun\n" &&
               run->output().bytes(slot, ssh::OutputStream::Err) == "oops\n";
    };
    QTRY_VERIFY_WITH_TIMEOUT(hasBegun(0) && hasBegun(1), 30000);
    const std::vector<ReadMark> expected(2, ReadMark{6, 5});
    QVERIFY(marks->marks() == expected);
    QCOMPARE(run->spec().title, QString::fromUtf8(wanted.command));
    run.reset();
    connectAnew(); // the window is gone
    QVERIFY(runToEnd(detachedMark(wanted.workers, id, expected))->state().summary().ok == 2);
    QVERIFY(seen(id)->state == State::Running);
    RunSpec go;
    go.workers = wanted.workers;
    go.command = "touch /tmp/go-" + id.toLatin1();
    QCOMPARE(runToEnd(go)->state().summary().ok, 2);
    const auto rest = runToEnd(detachedFollow(wanted.workers, id, expected));
    QCOMPARE(rest->output().text(0), QString("done"));
    QCOMPARE(rest->state().summary().failed, 2);
    QCOMPARE(describeEnding(*rest->state().workers()[1].ending), QString("exit 4"));
}

void TestDetached::isListedEndedAndForgotten()
{
    const QString id = newDetachedId();
    QTemporaryDir records;
    const auto endpointOf = [this](const WorkerRef &worker) {
        return m_workers.endpoint(worker.index);
    };
    LeftRuns left(*m_transport, endpointOf, m_clock, records.path());
    QSignalSpy failed(&left, &LeftRuns::failed);
    bool isRemembered = false;
    left.remember(
        {id, "sleep 1000", m_clock.now(), m_workers.refs()},
        [&isRemembered](const Result<> &result) { isRemembered = bool(result); });
    QTRY_VERIFY(isRemembered);
    const auto its = [&left, &id]() -> std::optional<LeftRun> {
        for (const LeftRun &run : left.runs()) {
            if (run.id == id) {
                return run;
            }
        }
        return std::nullopt;
    };
    left.loadKnown();
    QTRY_VERIFY(its());
    QVERIFY(!its()->state);
    QCOMPARE(runToEnd(detachedLaunch(m_workers.refs(), id, "sleep 1000"))->state().summary().ok, 2);
    left.look();
    QTRY_VERIFY_WITH_TIMEOUT(!left.isBusy() && its() && its()->state == State::Running, 30000);
    QCOMPARE(its()->workers.size(), std::size_t(2));
    QCOMPARE(its()->command, QByteArray("sleep 1000"));
    left.forget(*its()); // not while it runs
    QTRY_VERIFY_WITH_TIMEOUT(!left.isBusy(), 30000);
    QCOMPARE(failed.count(), 1);
    QVERIFY(its() && its()->state == State::Running);
    left.end(*its(), false);
    QTRY_VERIFY_WITH_TIMEOUT(!left.isBusy() && its()->state != State::Running, 30000);
    // From another machine, which remembers nothing.
    QTemporaryDir nothing;
    LeftRuns other(*m_transport, endpointOf, m_clock, nothing.path());
    other.look({m_workers.refs().front()});
    QTRY_VERIFY_WITH_TIMEOUT(!other.isBusy(), 30000);
    QVERIFY(std::any_of(other.runs().begin(), other.runs().end(), [&id](const LeftRun &run) {
        return run.id == id && run.workers.size() == 1;
    }));
    left.forget(*its());
    QTRY_VERIFY_WITH_TIMEOUT(!left.isBusy() && !its(), 30000);
    QVERIFY(loadDetachedRecords(records.path()).empty());
    QVERIFY(!seen(id));
    QCOMPARE(failed.count(), 1);
}

QTEST_GUILESS_MAIN(TestDetached)
#include "tst_detached.moc"
