// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/detached/detachedruns.h"
#include "tests/core/run/simruns.h"
#include "tests/fakes/patience.h"

using namespace podium;
using namespace podium::run;
using podium::tests::SimRuns;
using State = DetachedRunOnWorker::State;

/// Runs that go on without us, on real workers.
class TestDetached final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init() { m_runs.connectAnew(); }
    void idsAreHexadecimal();
    void otherLinesArePassedOver();
    void goesOnAndKeepsItsEnd();
    void isStartedOnce();
    void startsNothingThatIsNotWhole();
    void resumesWhereItWasRead();
    void doesNotWaitForAnothersPid();
    void endsWhenTold();
    void onlyWhatWasToldToIsStopped();
    void runsLikeAnyOtherAndIsLeft();
    void isListedEndedAndForgotten();
    void whatIsBeingLaunchedIsSaidToRun();

private:
    void launch(const QString &id, const QByteArray &command);
    /// What a command prints on the one worker.
    QByteArray said(const QByteArray &command);
    /// Until the run has made the file that is named after it, in its home.
    void awaitMark(const QString &id);

    SimRuns m_runs;
    std::vector<WorkerRef> m_one;
};

void TestDetached::initTestCase()
{
    if (!m_runs.start(2)) {
        QSKIP(qPrintable(m_runs.workers.reason()));
    }
    m_one = {m_runs.workers.refs().front()};
}

void TestDetached::launch(const QString &id, const QByteArray &command)
{
    const auto run = m_runs.runToEnd(detachedLaunch(m_runs.specOfFirst(command), id));
    QCOMPARE(run->state().summary().ok, 1);
    const QByteArray said = run->output().bytes(0, ssh::OutputStream::Out);
    QVERIFY2(said.contains("podium started "), said.constData());
}

QByteArray TestDetached::said(const QByteArray &command)
{
    return m_runs.runToEnd(m_runs.specOfFirst(command))->output().bytes(0, ssh::OutputStream::Out);
}

void TestDetached::awaitMark(const QString &id)
{
    QTRY_COMPARE(said("ls mark-" + id.toLatin1()), QByteArray("mark-" + id.toLatin1() + '\n'));
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
        "Welcome!\npodium-run x running 0 1 tmux 0 0 eA== -\n"
        "podium-run 0123456789abcdef exited 3 1700000000 tmux 12 7 bHM= 1700000060\npodium-run\n"
        "podium-run ffffffffffffffff running 0 1600000000 setsid -1 0 bHM= -");
    QCOMPARE(runs.size(), std::size_t(2));
    QCOMPARE(runs[0].id, QString("ffffffffffffffff")); // the older first
    QVERIFY(runs[0].mark == ReadMark());
    QVERIFY(!runs[0].times.endedAt.isValid());
    QCOMPARE(runs[1].status, 3);
    QCOMPARE(runs[1].times.startedAt.secsTo(runs[1].times.endedAt), 60);
    const ReadMark mark{12, 7};
    QVERIFY(runs[1].mark == mark);
    QCOMPARE(runs[1].command, QByteArray("ls"));
}

void TestDetached::goesOnAndKeepsItsEnd()
{
    const QString id = newDetachedId();
    const QDateTime before = QDateTime::currentDateTimeUtc();
    launch(id, "echo 'out of \"it\"'; echo err >&2; until [ -e go ]; do sleep 0.1; done; exit 5");
    const auto running = m_runs.seen(id);
    QVERIFY(running && running->state == State::Running);
    QVERIFY(running->times.startedAt.toSecsSinceEpoch() >= before.toSecsSinceEpoch());
    QVERIFY(running->times.startedAt <= QDateTime::currentDateTimeUtc());
    QVERIFY(!m_runs.seen(id, 1)); // not the other's
    m_runs.connectAnew();
    QVERIFY(m_runs.seen(id)->state == State::Running);
    RunSpec go;
    go.workers = m_one;
    go.command = "touch go";
    m_runs.runToEnd(go);
    const auto follow = m_runs.runToEnd(detachedFollow(m_one, id, {{}}));
    QCOMPARE(std::get<ssh::Exited>(*follow->state().workers()[0].ending), ssh::Exited{5});
    QCOMPARE(follow->output().bytes(0, ssh::OutputStream::Out), QByteArray("out of \"it\"\n"));
    QCOMPARE(follow->output().bytes(0, ssh::OutputStream::Err), QByteArray("err\n"));
    const auto ended = m_runs.seen(id);
    QVERIFY(ended && ended->state == State::Exited);
    QCOMPARE(ended->status, 5);
}

void TestDetached::isStartedOnce()
{
    const QString id = newDetachedId();
    launch(id, "echo ran >>ran");
    const auto again = m_runs.runToEnd(detachedLaunch(m_runs.specOfFirst("echo ran >>ran"), id));
    QVERIFY(again->output().bytes(0, ssh::OutputStream::Out).contains("podium exists"));
    const auto follow = m_runs.runToEnd(detachedFollow(m_one, id, {{}}));
    QCOMPARE(follow->state().summary().ok, 1);
    RunSpec look;
    look.workers = m_one;
    look.command = "cat ran";
    QCOMPARE(m_runs.runToEnd(look)->output().bytes(0, ssh::OutputStream::Out), QByteArray("ran\n"));
}

/// The connection can break anywhere on the way there; the worker sees the end of its stdin.
void TestDetached::startsNothingThatIsNotWhole()
{
    const QString id = newDetachedId();
    const QByteArray command = "echo begun >begun-" + id.toLatin1() + "; sleep 1";
    RunSpec wanted = m_runs.specOfFirst(command);
    wanted.environment = {{"TOKEN", "hidden"}};
    wanted.input = "a line\nanother\n";
    const RunSpec whole = detachedLaunch(wanted, id);
    for (const int left :
         {20, 400, 1200, whole.input.size() / 2, whole.input.size() - 60, whole.input.size() - 40,
          whole.input.size() - 20, whole.input.size() - 9}) {
        RunSpec cut = whole;
        cut.input = whole.input.left(left);
        const auto run = m_runs.runToEnd(cut);
        QVERIFY2(run->state().summary().ok == 0, qPrintable(run->output().text(0)));
        QVERIFY(!m_runs.seen(id));
    }
    RunSpec look;
    look.workers = m_one;
    look.command = "ls begun-" + id.toLatin1();
    QCOMPARE(m_runs.runToEnd(look)->state().summary().failed, 1);
    launch(id, command); // none of it is in the way
    QCOMPARE(m_runs.runToEnd(detachedFollow(m_one, id, {{}}))->state().summary().ok, 1);
    QCOMPARE(m_runs.runToEnd(look)->state().summary().ok, 1);
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
    // It is not over before the first has read a part, however long that takes.
    launch(
        id,
        "for i in $(seq 40); do seq $((i * 1000)) $((i * 1000 + 999)); echo $i >&2; sleep 0.05; "
        "[ $i != 20 ] || until [ -e mark-" +
            id.toLatin1() + " ]; do sleep 0.05; done; done");
    QByteArray out;
    QByteArray err;
    bool isOver = false;
    for (int reader = 0; !isOver && reader < 50; ++reader) {
        m_runs.connectAnew();
        const ReadMark mark{out.size(), err.size()};
        const auto run = m_runs.started(detachedFollow(m_one, id, {mark}));
        const qint64 enough = 20000 + 7001 * reader;
        QTRY_VERIFY(run->isFinished() || run->output().receivedBytes(0) >= enough);
        isOver = run->isFinished();
        if (isOver) {
            const WorkerEnding &ending = *run->state().workers()[0].ending;
            QVERIFY2(endingClass(ending) == EndingClass::Ok, qPrintable(describeEnding(ending)));
        }
        out += run->output().bytes(0, ssh::OutputStream::Out);
        err += run->output().bytes(0, ssh::OutputStream::Err);
        const ReadMark read{out.size(), err.size()};
        m_runs.runToEnd(detachedMark(m_one, id, {read}));
        QVERIFY(m_runs.seen(id)->mark == read);
        QVERIFY(reader > 0 || !isOver); // the first was cut off
        if (reader == 0) {
            said("touch mark-" + id.toLatin1());
        }
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
    QCOMPARE(m_runs.runToEnd(detachedFollow(m_one, id, {{}}))->state().summary().failed, 1);
    RunSpec steal;
    steal.workers = m_one;
    steal.command = "cd ~/.local/state/podium/runs/" + id.toLatin1() +
                    " && { sleep 300 >/dev/null 2>&1 & echo $! >pid; }";
    QCOMPARE(m_runs.runToEnd(steal)->state().summary().ok, 1);
    const auto again = m_runs.runToEnd(detachedFollow(m_one, id, {{2, 0}}));
    QVERIFY(again->isFinished());
    QCOMPARE(std::get<ssh::Exited>(*again->state().workers()[0].ending), ssh::Exited{3});
    QCOMPARE(again->output().bytes(0, ssh::OutputStream::Out), QByteArray("id\n"));
    QCOMPARE(again->output().bytes(0, ssh::OutputStream::Err), QByteArray("oops\n"));
    RunSpec end = steal;
    end.command = "kill $(cat ~/.local/state/podium/runs/" + id.toLatin1() + "/pid)";
    QCOMPARE(m_runs.runToEnd(end)->state().summary().ok, 1);
}

void TestDetached::endsWhenTold()
{
    const QString id = newDetachedId();
    const QString stubborn = newDetachedId();
    launch(id, "sleep 300");
    launch(stubborn, "trap '' TERM; : >mark-" + stubborn.toLatin1() + "; sleep 300; sleep 300");
    awaitMark(stubborn);
    QVERIFY(m_runs.runToEnd(detachedEnd(m_one, id, false))
                ->output()
                .bytes(0, ssh::OutputStream::Out)
                .contains("podium gone"));
    QVERIFY(m_runs.seen(id)->state == State::Stopped);
    QCOMPARE(m_runs.seen(id)->status, 143);
    QVERIFY(m_runs.seen(id)->times.endedAt.isValid());
    QVERIFY(m_runs.runToEnd(detachedEnd(m_one, stubborn, false))
                ->output()
                .bytes(0, ssh::OutputStream::Out)
                .contains("podium left"));
    QVERIFY(m_runs.runToEnd(detachedEnd(m_one, stubborn, true))
                ->output()
                .bytes(0, ssh::OutputStream::Out)
                .contains("podium gone"));
    for (const QString &stopped : {id, stubborn}) { // whoever reads it, whenever
        QVERIFY(m_runs.seen(stopped)->state == State::Stopped);
        const auto follow = m_runs.runToEnd(detachedFollow(m_one, stopped, {{}}));
        QCOMPARE(describeEnding(*follow->state().workers()[0].ending), QString("stopped"));
        QCOMPARE(follow->state().summary().stopped, 1);
        QCOMPARE(follow->state().summary().failed, 0);
    }
}

/// What nobody has told to end, or has done all that it was for.
void TestDetached::onlyWhatWasToldToIsStopped()
{
    const QString dead = newDetachedId();
    const QString done = newDetachedId();
    launch(dead, "kill -KILL -$(cat ~/.local/state/podium/runs/" + dead.toLatin1() + "/pid)");
    launch(
        done, "trap 'exit 0' TERM; : >mark-" + done.toLatin1() + "; while :; do sleep 0.1; done");
    awaitMark(done);
    QTRY_VERIFY(m_runs.seen(dead)->state == State::Died);
    m_runs.runToEnd(detachedEnd(m_one, dead, false)); // too late
    QVERIFY(m_runs.seen(dead)->state == State::Died);
    const auto follow = m_runs.runToEnd(detachedFollow(m_one, dead, {{}}));
    QCOMPARE(
        std::get<ssh::Signalled>(*follow->state().workers()[0].ending), ssh::Signalled{"KILL"});
    m_runs.runToEnd(detachedEnd(m_one, done, false));
    QVERIFY(m_runs.seen(done)->state == State::Exited);
    QCOMPARE(m_runs.seen(done)->status, 0);
}

void TestDetached::runsLikeAnyOtherAndIsLeft()
{
    const QString id = newDetachedId();
    RunSpec wanted;
    wanted.workers = m_runs.workers.refs();
    wanted.command = "echo begun; echo oops >&2; while [ ! -e /tmp/go-" + id.toLatin1() +
                     " ]; do sleep 0.1; done; echo done; exit 4";
    auto run = m_runs.started(detachedRun(wanted, id));
    const auto *marks = new ReadMarks(*run, {});
    // Each stream in its own order; which comes first is not said.
    const auto hasBegun = [&run](int slot) {
        return run->output().bytes(slot, ssh::OutputStream::Out) == "begun\n" &&
               run->output().bytes(slot, ssh::OutputStream::Err) == "oops\n";
    };
    QTRY_VERIFY(hasBegun(0) && hasBegun(1));
    const std::vector<ReadMark> expected(2, ReadMark{6, 5});
    QVERIFY(marks->marks() == expected);
    QCOMPARE(run->spec().title, QString::fromUtf8(wanted.command));
    run.reset();
    m_runs.connectAnew(); // the window is gone
    QVERIFY(m_runs.runToEnd(detachedMark(wanted.workers, id, expected))->state().summary().ok == 2);
    QVERIFY(m_runs.seen(id)->state == State::Running);
    RunSpec go;
    go.workers = wanted.workers;
    go.command = "touch /tmp/go-" + id.toLatin1();
    QCOMPARE(m_runs.runToEnd(go)->state().summary().ok, 2);
    const auto rest = m_runs.runToEnd(detachedFollow(wanted.workers, id, expected));
    QCOMPARE(rest->output().text(0), QString("done"));
    QCOMPARE(rest->state().summary().failed, 2);
    QCOMPARE(describeEnding(*rest->state().workers()[1].ending), QString("exit 4"));
}

void TestDetached::isListedEndedAndForgotten()
{
    const QString id = newDetachedId();
    QTemporaryDir records;
    const auto endpointOf = [this](const WorkerRef &worker) {
        return m_runs.workers.endpoint(worker.index);
    };
    DetachedRuns left(*m_runs.transport, endpointOf, *m_runs.clock, records.path());
    QSignalSpy failed(&left, &DetachedRuns::failed);
    bool isRemembered = false;
    left.remember(
        {id, "sleep 1000", m_runs.clock->now(), m_runs.workers.refs()},
        [&isRemembered](const DetachedRuns::Held &held) { isRemembered = bool(held); });
    QTRY_VERIFY(isRemembered);
    const auto known = [&left, &id]() -> std::optional<DetachedRun> {
        for (const DetachedRun &run : left.runs()) {
            if (run.id == id) {
                return run;
            }
        }
        return std::nullopt;
    };
    left.loadKnown();
    QTRY_VERIFY(known());
    QVERIFY(!known()->state);
    QCOMPARE(
        m_runs.runToEnd(detachedLaunch(m_runs.specOf("sleep 1000"), id))->state().summary().ok, 2);
    left.look();
    QTRY_VERIFY(!left.isBusy() && known() && known()->state == State::Running);
    QCOMPARE(known()->workers.size(), std::size_t(2));
    QCOMPARE(known()->command, QByteArray("sleep 1000"));
    left.forget(*known()); // not while it runs
    QTRY_VERIFY(!left.isBusy());
    QCOMPARE(failed.count(), 1);
    QVERIFY(known() && known()->state == State::Running);
    left.end(*known(), false);
    QTRY_VERIFY(!left.isBusy() && known()->state != State::Running);
    // From another machine, which remembers nothing.
    QTemporaryDir nothing;
    DetachedRuns other(*m_runs.transport, endpointOf, *m_runs.clock, nothing.path());
    other.look({m_runs.workers.refs().front()});
    QTRY_VERIFY(!other.isBusy());
    QVERIFY(std::any_of(other.runs().begin(), other.runs().end(), [&id](const DetachedRun &run) {
        return run.id == id && run.workers.size() == 1;
    }));
    left.forget(*known());
    QTRY_VERIFY(!left.isBusy() && !known());
    QVERIFY(loadDetachedRecords(records.path()).empty());
    QVERIFY(!m_runs.seen(id));
    QCOMPARE(failed.count(), 1);
}

/// A tmux that takes its time, and does not come: the next way is tried.
void TestDetached::whatIsBeingLaunchedIsSaidToRun()
{
    RunSpec spec;
    spec.workers = m_one;
    spec.command =
        "mkdir slow && cd slow && echo 'until [ -e ~/slow/go ]; do sleep 0.1; done; exit 1' >tmux "
        "&& chmod +x tmux && echo 'PATH=$HOME/slow:$PATH' >~/.bashrc";
    QCOMPARE(m_runs.runToEnd(spec)->state().summary().ok, 1);
    const QString id = newDetachedId();
    const auto launching = m_runs.started(detachedLaunch(m_runs.specOfFirst("sleep 300"), id));
    std::optional<DetachedRunOnWorker> onWorker;
    QTRY_VERIFY((onWorker = m_runs.seen(id)));
    QVERIFY(onWorker->state == State::Running);
    QCOMPARE(m_runs.runToEnd(detachedForget(m_one, id))->state().summary().failed, 1);
    const auto following = m_runs.started(detachedFollow(m_one, id, {{}}));
    const auto ending = m_runs.started(detachedEnd(m_one, id, false));
    QTRY_VERIFY(ending->state().workers()[0].phase == ssh::Phase::Running);
    spec.command = "touch slow/go && rm .bashrc";
    QCOMPARE(m_runs.runToEnd(spec)->state().summary().ok, 1);
    QTRY_VERIFY(following->isFinished() && ending->isFinished());
    QVERIFY(ending->output().bytes(0, ssh::OutputStream::Out).contains("podium gone"));
    QCOMPARE(describeEnding(*following->state().workers()[0].ending), QString("stopped"));
}

QTEST_GUILESS_MAIN(TestDetached)
#include "tst_detached.moc"
