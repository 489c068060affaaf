// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/run/simruns.h"

using namespace podium;
using namespace podium::run;
using podium::tests::SimRuns;
using State = DetachedRunOnWorker::State;

/// The end of runs that go on without us: what their command has started belongs to them.
class TestDetachedEnd final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void whatOutlivesItsShellIsSaidToRun();
    void aNameOfAnyBytesIsSeen();
    void whatTakesItsTimeIsWaitedFor();
    void endsWhereNothingCanBeNoted();

private:
    /// Of one whose shell does not outlive TERM; waits until its other process is ready for it.
    QString launched(const QByteArray &program);
    QByteArray said(const QByteArray &command);
    QByteArray ended(const QString &id, bool isKill);

    SimRuns m_runs;
};

void TestDetachedEnd::initTestCase()
{
    if (!m_runs.start(1)) {
        QSKIP(qPrintable(m_runs.workers.reason()));
    }
}

QByteArray TestDetachedEnd::said(const QByteArray &command)
{
    return m_runs.runToEnd(m_runs.specOf(command))->output().bytes(0, ssh::OutputStream::Out);
}

QByteArray TestDetachedEnd::ended(const QString &id, bool isKill)
{
    return m_runs.runToEnd(detachedEnd(m_runs.workers.refs(), id, isKill))
        ->output()
        .bytes(0, ssh::OutputStream::Out);
}

QString TestDetachedEnd::launched(const QByteArray &program)
{
    const QString id = newDetachedId();
    const QByteArray mark = "mark-" + id.toLatin1();
    const auto launch = m_runs.runToEnd(detachedLaunch(
        m_runs.specOf("sh -c '" + program + "' sh " + mark + "; echo not reached"), id));
    [&] {
        QCOMPARE(launch->state().summary().ok, 1);
        QTRY_COMPARE(said("cat " + mark).count('\n'), 1);
    }();
    return id;
}

/// As a program that catches TERM to save its work, while the shell of its command does not.
void TestDetachedEnd::whatOutlivesItsShellIsSaidToRun()
{
    const QString id =
        launched("trap : TERM; echo $$ >\"$1\"; while [ ! -e over ]; do sleep 0.1; done");
    const QByteArray pid = said("cat mark-" + id.toLatin1()).trimmed();
    QCOMPARE(ended(id, false), QByteArray("podium left\n"));
    QCOMPARE(said("kill -0 " + pid + " && echo lives"), QByteArray("lives\n"));
    QVERIFY(m_runs.seen(id)->state == State::Running);
    const auto &refs = m_runs.workers.refs();
    QCOMPARE(m_runs.runToEnd(detachedForget(refs, id))->state().summary().failed, 1);
    QCOMPARE(ended(id, true), QByteArray("podium gone\n"));
    QCOMPARE(said("grep -s '^State:.[RSD]' /proc/" + pid + "/status"), QByteArray());
    QVERIFY(m_runs.seen(id)->state == State::Stopped);
    const auto follow = m_runs.runToEnd(detachedFollow(refs, id, {{}}));
    QCOMPARE(describeEnding(*follow->state().workers()[0].ending), QString("stopped"));
}

/// As of a process that wants to be taken for another, or for none.
void TestDetachedEnd::aNameOfAnyBytesIsSeen()
{
    const QString id = launched("trap \"\" TERM; folder=$(mktemp -d); name=\"$folder/a) S 1\n(\"; "
                                "cp /bin/sleep \"$name\"; echo $$ >\"$1\"; exec \"$name\" 300");
    QCOMPARE(ended(id, false), QByteArray("podium left\n"));
    QCOMPARE(ended(id, true), QByteArray("podium gone\n"));
    QVERIFY(m_runs.seen(id)->state == State::Stopped);
}

/// What it prints until then is read, too.
void TestDetachedEnd::whatTakesItsTimeIsWaitedFor()
{
    const QString id =
        launched("trap \"until [ -e saved ]; do sleep 0.1; done; echo saved; exit\" TERM; "
                 "echo $$ >\"$1\"; while :; do sleep 0.1; done");
    const auto follow = m_runs.started(detachedFollow(m_runs.workers.refs(), id, {{}}));
    QTRY_VERIFY(follow->state().workers()[0].phase == ssh::Phase::Running);
    QCOMPARE(ended(id, false), QByteArray("podium left\n"));
    QVERIFY(!follow->isFinished());
    said("touch saved");
    QTRY_VERIFY(follow->isFinished());
    QCOMPARE(describeEnding(*follow->state().workers()[0].ending), QString("stopped"));
    QCOMPARE(follow->output().bytes(0, ssh::OutputStream::Out), QByteArray("saved\n"));
    QVERIFY(m_runs.seen(id)->state == State::Stopped);
}

/// As on a disk that takes no file any more: that it was told to end cannot be kept.
void TestDetachedEnd::endsWhereNothingCanBeNoted()
{
    const QString id = launched("echo $$ >\"$1\"; exec sleep 300");
    said("mkdir ~/.local/state/podium/runs/" + id.toLatin1() + "/stopped");
    QCOMPARE(ended(id, false), QByteArray("podium gone\n"));
    QVERIFY(m_runs.seen(id)->state != State::Running);
}

QTEST_GUILESS_MAIN(TestDetachedEnd)
#include "tst_detachedend.moc"
