// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/run/simruns.h"

using namespace podium;
using namespace podium::run;
using podium::tests::SimRuns;
using State = DetachedRunOnWorker::State;

namespace {

/// Note what they are asked for, and do it as the real ones would.
constexpr const char *StandIns = R"sh(
mkdir -p ~/ways && cd ~/ways && rm -f asked
cat >systemctl <<'END'
#!/bin/sh
[ "$*" = "--user status" ] && [ -e ~/ways/has-manager ]
END
cat >systemd-run <<'END'
#!/bin/sh
echo "systemd-run $*" >>~/ways/asked
[ -e ~/ways/has-scopes ] || exit 1
while [ "${1#--}" != "$1" ]; do shift; done
exec "$@"
END
cat >tmux <<'END'
#!/bin/sh
echo "tmux $*" >>~/ways/asked
[ -e ~/ways/has-tmux ] && [ "$1 $2 $3" = "new-session -d -s" ] || exit 1
shift 4
setsid "$@" &
END
chmod +x systemctl systemd-run tmux
echo 'PATH=$HOME/ways:$PATH' >~/.bashrc
linger=/var/lib/systemd/linger
sudo mkdir -p $linger && sudo rm -f $linger/$(id -un)
rm -f has-*
)sh";

} // namespace

/// By what a worker keeps a run that goes on without us: by the first that it has and that works.
class TestDetachedWays final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void theFirstThatWorks_data();
    void theFirstThatWorks();
    void whatCouldNotBeStartedNeverIs();
    void whatHasNoRoomIsNotSaidToBeThere();

private:
    /// What it prints; the test fails where it fails.
    QByteArray outputOf(const QByteArray &command);

    SimRuns m_runs;
};

void TestDetachedWays::initTestCase()
{
    if (!m_runs.start(1)) {
        QSKIP(qPrintable(m_runs.workers.reason()));
    }
}

QByteArray TestDetachedWays::outputOf(const QByteArray &command)
{
    const auto run = m_runs.runToEnd(m_runs.specOf(command));
    [&run] {
        const QByteArray said = run->output().bytes(0, ssh::OutputStream::Err);
        QVERIFY2(run->state().summary().ok == 1, said.constData());
    }();
    return run->output().bytes(0, ssh::OutputStream::Out);
}

void TestDetachedWays::theFirstThatWorks_data()
{
    const QByteArray manager = "touch has-manager\n";
    const QByteArray lingering = "sudo touch $linger/$(id -un)\n";
    const QByteArray scopes = "touch has-scopes\n";
    const QByteArray tmux = "touch has-tmux\n";
    const char *scope = "systemd-run --user --scope --quiet --unit=podium-%1 /bin/sh ";
    const char *session = "tmux new-session -d -s podium-%1 /bin/sh ";
    QTest::addColumn<QByteArray>("has");
    QTest::addColumn<QString>("how");
    QTest::addColumn<QStringList>("asked"); // the beginnings of the lines, %1: the run's id
    QTest::newRow("systemd") << manager + lingering + scopes + tmux << "systemd"
                             << QStringList{scope};
    QTest::newRow("systemd that makes no scope")
        << manager + lingering + tmux << "tmux" << QStringList{scope, session};
    // The last logout would end it.
    QTest::newRow("systemd without lingering")
        << manager + scopes + tmux << "tmux" << QStringList{session};
    QTest::newRow("systemd without a manager for the user")
        << lingering + scopes + tmux << "tmux" << QStringList{session};
    QTest::newRow("nothing") << QByteArray() << "setsid" << QStringList{session};
}

void TestDetachedWays::theFirstThatWorks()
{
    QFETCH(QByteArray, has);
    QFETCH(QString, how);
    QFETCH(QStringList, asked);
    outputOf(StandIns + has + "rm -f ~/go\n");
    const QString id = newDetachedId();
    const auto launch = m_runs.runToEnd(detachedLaunch(
        m_runs.specOf("seq 1000; until [ -e go ]; do sleep 0.05; done; seq 1001 2000; exit 5"),
        id));
    QCOMPARE(
        launch->output().bytes(0, ssh::OutputStream::Out), "podium started " + how.toUtf8() + '\n');
    const auto lines = outputOf("cat ~/ways/asked").split('\n');
    QCOMPARE(lines.size(), asked.size() + 1);
    for (int i = 0; i < asked.size(); ++i) {
        QVERIFY2(lines[i].startsWith(asked[i].arg(id).toUtf8()), lines[i].constData());
    }

    m_runs.connectAnew(); // it goes on without us
    const auto running = m_runs.seen(id);
    QVERIFY(running && running->state == State::Running);
    QCOMPARE(running->how, how);
    outputOf("touch go");
    const auto follow = m_runs.runToEnd(detachedFollow(m_runs.workers.refs(), id, {{}}));
    QCOMPARE(describeEnding(*follow->state().workers()[0].ending), QString("exit 5"));
    QCOMPARE(follow->output().bytes(0, ssh::OutputStream::Out), outputOf("seq 2000"));
    QVERIFY(m_runs.seen(id)->state == State::Exited);
    QCOMPARE(m_runs.seen(id)->how, how);
}

/// What was slow to come would run it without what it is to be given, after it was said not to run.
void TestDetachedWays::whatCouldNotBeStartedNeverIs()
{
    outputOf(QByteArray(StandIns) + "cd ~/ways && ln -s /bin/true setsid");
    const QString id = newDetachedId();
    RunSpec wanted = m_runs.specOf("touch ~/ran-after-all");
    wanted.environment = {{"TOKEN", "hidden"}};
    wanted.input = "hidden too";
    const auto launch = m_runs.runToEnd(detachedLaunch(wanted, id));
    QCOMPARE(describeEnding(*launch->state().workers()[0].ending), QString("exit 71"));
    QCOMPARE(
        launch->output().bytes(0, ssh::OutputStream::Err),
        QByteArray("The run could not be started.\n"));
    const QByteArray folder = "~/.local/state/podium/runs/" + id.toLatin1();
    QCOMPARE(
        outputOf(
            "rm ~/ways/setsid; cd " + folder +
            " && sh ./runner; "
            // The same, as it was on its way already.
            "sed /claim/d runner >late; sh ./late; ls ~/ran-after-all; grep -rl hidden .; true"),
        QByteArray());
}

/// As where the disk is full: its folder cannot be made, though nothing of it is there.
void TestDetachedWays::whatHasNoRoomIsNotSaidToBeThere()
{
    const QString id = newDetachedId();
    const QByteArray runs = "~/.local/state/podium/runs";
    outputOf("mkdir -p " + runs + " && : >" + runs + '/' + id.toLatin1());
    const auto launch = m_runs.runToEnd(detachedLaunch(m_runs.specOf("true"), id));
    QCOMPARE(describeEnding(*launch->state().workers()[0].ending), QString("exit 73"));
    QCOMPARE(launch->output().bytes(0, ssh::OutputStream::Out), QByteArray());
    QVERIFY(launch->output().bytes(0, ssh::OutputStream::Err).startsWith("mkdir: "));
    outputOf("rm " + runs + '/' + id.toLatin1());
}

QTEST_GUILESS_MAIN(TestDetachedWays)
#include "tst_detachedways.moc"
