// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl recipe run: the recipes that come with Podium, on real workers.
#include "tests/app/podiumctl/ctllab.h"
#include "tests/app/podiumctl/recipe/stepstates.h"
#include "tests/fakes/patience.h"

using podium::tests::CtlLab;
using podium::tests::Outcome;
using podium::tests::outcomeOf;
using podium::tests::stepStates;

namespace {

/// Where it is, nothing is loaded from the Internet: see image/apt-get.sh of podium-sim.
constexpr const char *Apt = "/etc/podium-sim/apt";

/// Of a Python environment what the recipes ask of it, a Python that makes one where Debian's
/// package for that is installed, and a repository with two commits whose names are the same on
/// each worker.
constexpr const char *Project = R"sh(set -e
mkdir -p venv/bin origin
cat >venv/bin/python <<'END'
#!/bin/sh
case "$1 $2" in
"-m pip")
    case ${5-} in
    "jax[tpu]=="*) echo "${5#*==}" >"$HOME/.jax" ;;
    torch==*) [ "$6" = "torch_xla[tpu]==${5#*==}" ] && echo "${5#*==}" >"$HOME/.torch" ;;
    -r) cat "$6" >>"$HOME/.installed" ;;
    esac
    ;;
*find_spec*) test -e "$HOME/.jax" || test -e "$HOME/.torch" ;;
*torch_xla*) [ "$(cat "$HOME/.torch")" = "$3" ] ;;
*version*) [ "$(cat "$HOME/.jax")" = "$3" ] ;;
esac
END
cat >python3.77 <<'END'
#!/bin/sh
case "$1 $2" in
"-m venv")
    dpkg-query -W -f '${db:Status-Status}' python3.77-venv | grep -qx installed || exit 1
    mkdir -p "$3/bin" && cp "$HOME/venv/bin/python" "$3/bin"
    ;;
*version_info*) echo 3.77 ;;
esac
END
chmod +x venv/bin/python python3.77
cd origin
git init -q
for file in one two; do
    echo $file >$file
    git add $file
    GIT_AUTHOR_DATE='2026-01-01T00:00:00Z' GIT_COMMITTER_DATE='2026-01-01T00:00:00Z' \
        git -c user.name=a -c user.email=a@b.invalid commit -q -m $file
done
echo requests==2.32.0 >../lock.txt
git rev-parse HEAD~1)sh";

} // namespace

class TestCtlBuiltIn final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void builtInRecipesBringWorkersToIt_data();
    void builtInRecipesBringWorkersToIt();
    void packagesThatAreThereAreLeftAlone();
    void aLockOfAptIsWaitedFor();
    void whatAKilledDpkgLeftIsDoneFirst();
    void whatAptSaysIsInTheVerdict();
    void whatHasEndedInTmuxIsStartedAgain();
    void secretsAreNotInCommandLines();

private:
    /// As root in the folder of what stands for apt-get. Without a single quote in it.
    [[nodiscard]] Outcome atApt(const QString &script, int worker) const
    {
        return m_lab.admin(
            "pod", QStringLiteral("sudo -n sh -c 'cd %1 && %2'").arg(Apt, script), worker);
    }
    /// Waits there for what holds sooner or later. Without a single quote in it.
    [[nodiscard]] Outcome whenSo(const QString &condition, int worker) const
    {
        return m_lab.admin(
            "pod",
            QStringLiteral("timeout %1 sh -c 'until { %2; } >/dev/null; do sleep 0.1; done'")
                .arg(QString::number(podium::Patience / 1000), condition),
            worker);
    }
    CtlLab m_lab;
    QString m_commit; ///< the first of two
};

void TestCtlBuiltIn::initTestCase()
{
    QVERIFY2(m_lab.start({"pod:2"}), qPrintable(m_lab.cloud().error()));
    if (m_lab.cloud().workers() == QLatin1String("none")) {
        QSKIP(qPrintable(m_lab.cloud().error()));
    }
    QFile token(m_lab.file("token"));
    QVERIFY(token.open(QIODevice::WriteOnly) && token.write("hunter2-of-wandb\n") > 0);
    token.close();
    VERIFY_EXIT(
        m_lab.admin(
            "pod", "printf 'machine example.com\\n login me\\n password mine\\n' >.netrc;"
                   " echo LD_PRELOAD=/x.so | sudo tee -a /etc/environment"),
        0);
    for (int worker = 0; worker < 2; ++worker) {
        const Outcome project = m_lab.admin("pod", Project, worker);
        VERIFY_EXIT(project, 0);
        m_commit = project.out.trimmed();
        QCOMPARE(m_commit.size(), 40);
        VERIFY_EXIT(
            m_lab.admin(
                "pod",
                "sudo -n mkdir " + QString(Apt) +
                    " && sudo -n /etc/podium-sim/disk add sdb 10 ext4",
                worker),
            0);
    }
}

void TestCtlBuiltIn::builtInRecipesBringWorkersToIt_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("first"); ///< states of both workers
    QTest::addColumn<QString>("proof");
    const QString token = m_lab.file("token");
    const QString home = "/home/" + m_lab.cloud().user();
    QTest::newRow("packages")
        << QStringList{"base-packages", "--set", "packages=podium-one podium-two"}
        << "changed changed"
        << "dpkg-query -W podium-two && grep -q -- '--no-upgrade .* install podium-one "
           "podium-two$' "
           "/etc/podium-sim/apt/log && ! grep -q ' [a-z-]*upgrade$' /etc/podium-sim/apt/log";
    QTest::newRow("git identity")
        << QStringList{"git-identity", "--set", "name=Ada \"A\" Lovelace", "--set", "email=ada@example.org"}
        << "changed changed"
        << "test \"$(git config --global user.name)\" = 'Ada \"A\" Lovelace' && "
           "test \"$(git config --global user.email)\" = ada@example.org";
    QTest::newRow("mount")
        << QStringList{"mount", "--set", "device=/dev/sdb"} << "changed changed"
        << "grep -q ' /mnt/data ext4 discard,nosuid,nodev,nofail' /etc/fstab && "
           "sudo -n findmnt -n -o SOURCE --mountpoint /mnt/data | grep -qx /dev/sdb";
    QTest::newRow("timezone") << QStringList{"timezone", "--set", "zone=Etc/GMT+5"}
                              << "ok changed ok changed"
                              << "readlink /etc/localtime | grep -q GMT+5";
    QTest::newRow("limits") << QStringList{"limits", "--set", "files=65536"} << "changed changed"
                            << "grep -q 'nofile 65536' /etc/security/limits.d/90-podium.conf";
    QTest::newRow("ld-preload") << QStringList{"ld-preload"} << "changed ok"
                                << "! grep -q LD_PRELOAD /etc/environment";
    QTest::newRow("wandb")
        << QStringList{"wandb-token", "--set-file", "key=" + token} << "changed changed"
        << "grep -q hunter2-of-wandb .netrc && grep -q 'password mine' .netrc && "
           "test $(stat -c %a .netrc) = 600";
    QTest::newRow("huggingface") << QStringList{"huggingface-token", "--set-file", "token=" + token}
                                 << "changed changed"
                                 << "test $(cat .cache/huggingface/token) = hunter2-of-wandb";
    QTest::newRow("wandb away") << QStringList{"wandb-token-remove"} << "changed changed"
                                << "test -e .netrc && ! grep -q wandb .netrc";
    QTest::newRow("huggingface away")
        << QStringList{"huggingface-token-remove"} << "changed changed"
        << "! test -e .cache/huggingface/token";
    QTest::newRow("code")
        << QStringList{"code", "--set", "url=" + home + "/origin", "--set", "commit=" + m_commit}
        << "changed changed changed changed"
        << "test -e code/one && ! test -e code/two";
    QTest::newRow("requirements") << QStringList{"requirements", "--set", "lock=lock.txt"}
                                  << "changed changed"
                                  << "grep -q requests .installed";
    QTest::newRow("jax") << QStringList{"jax", "--set", "version=0.4.35"} << "changed ok changed ok"
                         << "grep -qx 0.4.35 .jax";
    QTest::newRow("torch") << QStringList{"torch-xla", "--set", "version=2.6.0"}
                           << "changed ok changed ok"
                           << "grep -qx 2.6.0 .torch";
    QTest::newRow("new environment")
        << QStringList{"python-venv", "--set", "folder=fresh", "--set", "python=" + home + "/python3.77"}
        << "changed changed"
        << "test -x fresh/bin/python && dpkg-query -W python3.77-venv";
    QTest::newRow("python environment") << QStringList{"python-venv"} << "ok ok"
                                        << "test -x venv/bin/python";
    QTest::newRow("start in tmux")
        << QStringList{"tmux-start", "--set", "command=echo begun >begun; exec sleep 1000"}
        << "ok changed ok changed"
        << "tmux has-session -t =train && grep -q 'exec sleep' .podium/train/command && "
           "timeout 180 sh -c 'until [ -e begun ]; do sleep 0.1; done'"; // it is stopped next
    QTest::newRow("stop in tmux") << QStringList{"tmux-stop"} << "changed changed"
                                  << "! tmux has-session -t =train && test -e .podium/train/exit";
    QTest::newRow("login shell") << QStringList{"login-shell", "--set", "shell=sh"}
                                 << "ok changed ok changed"
                                 << "getent passwd $(id -un) | grep -q ':/bin/sh$'";
}

void TestCtlBuiltIn::builtInRecipesBringWorkersToIt()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, first);
    QFETCH(QString, proof);
    arguments = QStringList{"recipe", "run", arguments[0], "pod", "--json"} + arguments.mid(1);
    const Outcome done = m_lab.ctl(arguments);
    VERIFY_EXIT(done, 0);
    QCOMPARE(stepStates(done), first);
    QVERIFY(!done.all().contains("hunter2"));
    const Outcome again = m_lab.ctl(arguments);
    VERIFY_EXIT(again, 0);
    QVERIFY2(!stepStates(again).contains("changed"), qPrintable(stepStates(again)));
    if (QString(QTest::currentDataTag()) == QLatin1String("wandb")) {
        VERIFY_EXIT(m_lab.admin("pod", proof), 0); // with what was there before
        return;
    }
    for (int worker = 0; worker < 2; ++worker) {
        VERIFY_EXIT(m_lab.admin("pod", proof, worker), 0);
    }
}

void TestCtlBuiltIn::packagesThatAreThereAreLeftAlone()
{
    const Outcome there = m_lab.ctl(
        {"recipe", "run", "base-packages", "pod", "--json", "--set", "packages=bash coreutils"});
    VERIFY_EXIT(there, 0);
    QCOMPARE(stepStates(there), QString("ok ok"));
}

/// As at the first boot, when the machine brings itself up to date.
void TestCtlBuiltIn::aLockOfAptIsWaitedFor()
{
    VERIFY_EXIT(atApt("touch locked", 1), 0);
    QProcess run;
    podium::tests::begin(
        run, PODIUM_BIN_DIR "/podiumctl",
        {"recipe", "run", "base-packages", "pod", "--json", "--set", "packages=podium-late"},
        m_lab.environment());
    QTRY_COMPARE(atApt("grep -q \"install podium-late\\$\" log", 1).exitCode, 0);
    QVERIFY(m_lab.admin("pod", "dpkg-query -W podium-late", 1).exitCode != 0);
    QCOMPARE(run.state(), QProcess::Running);
    VERIFY_EXIT(atApt("rm locked", 1), 0);
    const Outcome done = outcomeOf(run);
    VERIFY_EXIT(done, 0);
    QCOMPARE(stepStates(done), QString("changed changed"));
}

/// What such a one leaves is in its folder of updates; apt goes by that, and installs nothing.
void TestCtlBuiltIn::whatAKilledDpkgLeftIsDoneFirst()
{
    const QString half = "Package: podium-half\\nStatus: install ok unpacked\\nMaintainer: x\\n"
                         "Architecture: all\\nVersion: 1\\nDescription: x\\n";
    VERIFY_EXIT(
        atApt(
            "mkdir -p /var/lib/dpkg/updates /var/lib/dpkg/info && printf \"" + half +
                "\" >/var/lib/dpkg/updates/0000",
            1),
        0);
    const Outcome done = m_lab.ctl(
        {"recipe", "run", "base-packages", "pod", "--json", "--set", "packages=podium-mended"});
    VERIFY_EXIT(done, 0);
    QCOMPARE(stepStates(done), QString("changed changed"));
    const Outcome whole =
        m_lab.admin("pod", "dpkg-query -W -f '${db:Status-Status}' podium-half", 1);
    VERIFY_EXIT(whole, 0);
    QCOMPARE(whole.out, QByteArray("installed"));
}

void TestCtlBuiltIn::whatAptSaysIsInTheVerdict()
{
    VERIFY_EXIT(atApt("echo \"E: Unable to fetch some archives\" >fails", 0), 0);
    const QStringList run{"recipe", "run",   "base-packages",       "pod",
                          "--json", "--set", "packages=podium-last"};
    const Outcome failed = m_lab.ctl(run);
    VERIFY_EXIT(failed, 1);
    QCOMPARE(stepStates(failed), QString("failed changed"));
    QVERIFY2(failed.out.contains("E: Unable to fetch some archives"), failed.out);
    VERIFY_EXIT(atApt("rm fails", 0), 0);
    QCOMPARE(stepStates(m_lab.ctl(run)), QString("changed ok"));
}

/// The session stays for who attaches; what ran in it is started anew.
void TestCtlBuiltIn::whatHasEndedInTmuxIsStartedAgain()
{
    const auto start = [this](const QString &command) {
        return m_lab.ctl(
            {"recipe", "run", "tmux-start", "pod", "--json", "--set", "session=crash", "--set",
             "command=" + command});
    };
    const Outcome first = start("exit 3");
    // It may have ended before it is looked at.
    QVERIFY2(first.exitCode == 0 || stepStates(first).contains("failed"), qPrintable(first.all()));
    for (int worker = 0; worker < 2; ++worker) {
        VERIFY_EXIT(whenSo("test -s .podium/crash/exit", worker), 0);
    }
    const Outcome again = start("exec sleep 1000");
    VERIFY_EXIT(again, 0);
    QCOMPARE(stepStates(again), QString("ok changed ok changed"));
    QCOMPARE(again.out.count("Before, it had ended with exit status 3."), 2);
    const Outcome runs = start("exec sleep 1000");
    VERIFY_EXIT(runs, 0);
    QCOMPARE(stepStates(runs), QString("ok ok ok ok"));
    // What runs there is not another command, and is not ended for it.
    const Outcome other = start("exec sleep 999");
    VERIFY_EXIT(other, 1);
    QCOMPARE(stepStates(other), QString("ok failed ok failed"));
    QVERIFY2(other.out.contains("Another command runs in the session"), other.out);
    // Somebody has ended it, and goes on by hand where it ran.
    const QString sleeps = "pgrep -x -P $(tmux list-panes -s -t =crash -F \"#{pane_pid}\") sleep";
    VERIFY_EXIT(whenSo(sleeps, 1), 0);
    VERIFY_EXIT(m_lab.admin("pod", "tmux send-keys -t =crash: C-c", 1), 0);
    VERIFY_EXIT(whenSo("test -s .podium/crash/exit", 1), 0);
    VERIFY_EXIT(
        whenSo(
            sleeps + " || { tmux send-keys -t =crash: \"sleep 1000\" Enter; sleep 1; false; }", 1),
        0);
    const Outcome busy = start("exec sleep 1000");
    VERIFY_EXIT(busy, 1);
    QCOMPARE(stepStates(busy), QString("ok ok ok failed"));
    QVERIFY2(busy.out.contains("exit status 130, and something else runs"), busy.out);
    VERIFY_EXIT(m_lab.admin("pod", sleeps, 1), 0); // and is left alone
}

void TestCtlBuiltIn::secretsAreNotInCommandLines()
{
    const Outcome refused = m_lab.ctl({"recipe", "run", "wandb-token", "pod", "--set", "key=abc"});
    VERIFY_EXIT(refused, 2);
    QVERIFY(refused.err.contains("--set-file key=FILE"));
    QVERIFY(!refused.all().contains("abc"));
    const Outcome told = m_lab.ctl({"activity", "--parts", "--json"});
    VERIFY_EXIT(told, 0);
    QVERIFY(told.out.contains("Recipe wandb-token: ") && !told.out.contains("hunter2"));
}

QTEST_GUILESS_MAIN(TestCtlBuiltIn)
#include "tst_ctlbuiltin.moc"
