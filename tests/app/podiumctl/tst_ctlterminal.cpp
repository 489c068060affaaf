// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl run, mostly with --tty, as a person before a terminal uses it, on real workers.
#include "core/launch/launchprogram.h"
#include "tests/app/podiumctl/interminal.h"
#include "tests/app/podiumctl/outcome.h"
#include "tests/core/ssh/localagent.h"
#include "tests/fakes/patience.h"
#include "tests/fakes/simcloud.h"

#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

using podium::tests::execute;
using podium::tests::InTerminal;
using podium::tests::Outcome;
using podium::tests::SimCloud;

class TestCtlTerminal final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void followsTheWindowAndPassesKeys();
    void exitStatusIsTheCommands_data();
    void exitStatusIsTheCommands();
    void withoutACommandItIsAShell();
    void aTmuxSessionIsThereAgain();
    void bytesPassAsTheyAre();
    void aSignalLeavesTheTerminalAsItWas_data();
    void aSignalLeavesTheTerminalAsItWas();
    void canBeSuspended();
    void canBeHungUp();
    void isForOneWorkerAndATerminal();
    void theKeyToTouchIsSaid_data();
    void theKeyToTouchIsSaid();

private:
    [[nodiscard]] QProcessEnvironment environment() const;
    [[nodiscard]] std::unique_ptr<InTerminal> start(const QStringList &arguments) const
    {
        return std::make_unique<InTerminal>(program(), arguments, environment());
    }
    [[nodiscard]] std::unique_ptr<InTerminal> runThere(const QString &command) const
    {
        return start({"run", "pod-v4:0", "--tty", "--", command});
    }
    [[nodiscard]] static QString program() { return QStringLiteral(PODIUM_BIN_DIR "/podiumctl"); }
    /// How many processes of this name run on the worker.
    [[nodiscard]] QByteArray countThere(const QString &name) const
    {
        const QString pattern = '[' + name.left(1) + ']' + name.mid(1);
        return execute(
                   program(), {"run", "pod-v4:0", "--", "pgrep -cf '" + pattern + "' || true"},
                   environment())
            .out.trimmed();
    }

    SimCloud m_cloud;
    QTemporaryDir m_home;
};

#define TRY_SCREEN(terminal, text)                                                                 \
    QTRY_VERIFY2((terminal)->screen().contains(text), (terminal)->screen().constData())
#define TRY_ENDED(terminal, code)                                                                  \
    do {                                                                                           \
        QTRY_VERIFY((terminal)->hasEnded());                                                       \
        QVERIFY2((terminal)->exitCode() == (code), (terminal)->screen().constData());              \
        QVERIFY((terminal)->isAsBefore());                                                         \
    } while (false)

void TestCtlTerminal::initTestCase()
{
    QVERIFY2(m_cloud.start(), qPrintable(m_cloud.error()));
    if (m_cloud.workers() == QLatin1String("none")) {
        QSKIP(qPrintable(m_cloud.error()));
    }
}

QProcessEnvironment TestCtlTerminal::environment() const
{
    QProcessEnvironment env = m_cloud.environment();
    env.insert("HOME", m_home.path());
    for (const char *name :
         {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "SSH_AUTH_SOCK"}) {
        env.remove(QLatin1String(name));
    }
    return env;
}

void TestCtlTerminal::followsTheWindowAndPassesKeys()
{
    // Without a trap of its own bash goes on after a Ctrl-C that comes while a sleep is ending.
    const auto terminal =
        runThere("tty; stty size; trap 'stty size' WINCH; trap 'exit 130' INT; echo ready; "
                 "while :; do sleep 0.1; done");
    TRY_SCREEN(terminal, "ready\r\n");
    QVERIFY2(
        terminal->screen().contains("/dev/pts/") && terminal->screen().contains("\n40 120\r\n"),
        terminal->screen().constData());
    QVERIFY(terminal->isRaw());
    terminal->resize(33, 99);
    TRY_SCREEN(terminal, "33 99\r\n");
    QVERIFY(!terminal->hasEnded());
    terminal->type("\x03"); // goes there, and ends the command
    TRY_ENDED(terminal, 130);
    QVERIFY2(!terminal->screen().contains("podiumctl"), terminal->screen().constData());
}

void TestCtlTerminal::theKeyToTouchIsSaid_data()
{
    QTest::addColumn<QStringList>("what");
    QTest::newRow("two in a row") << QStringList{"pod-v4:0-1"};
    QTest::newRow("a terminal of its own") << QStringList{"pod-v4:0", "--tty"};
}

void TestCtlTerminal::theKeyToTouchIsSaid()
{
    QFETCH(const QStringList, what);
    podium::ssh::test::LocalAgent agent;
    agent.add(m_cloud.identity(), {"-c"});
    QProcessEnvironment env = environment();
    env.remove("PODIUM_SSH_IDENTITY");
    env.insert("SSH_AUTH_SOCK", agent.socket());
    const auto terminal = std::make_unique<InTerminal>(
        program(), QStringList{"run"} + what + QStringList{"--", "echo there"}, env);
    TRY_SCREEN(terminal, "touch your key, or answer your ssh agent");
    QVERIFY(!terminal->screen().contains("there"));
    agent.answer(2);
    TRY_ENDED(terminal, 0);
    QVERIFY2(
        terminal->screen().contains("\r\033[K") && terminal->screen().contains("there\r\n"),
        terminal->screen().constData());
}

void TestCtlTerminal::exitStatusIsTheCommands_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<int>("status");
    QTest::newRow("done") << "true" << 0;
    QTest::newRow("its own") << "exit 7" << 7;
    QTest::newRow("the last") << "exit 255" << 255;
    QTest::newRow("a signal") << "kill -KILL $$" << 137;
}

void TestCtlTerminal::exitStatusIsTheCommands()
{
    QFETCH(const QString, command);
    QFETCH(const int, status);
    const auto terminal = runThere("echo there; " + command);
    TRY_ENDED(terminal, status);
    QCOMPARE(terminal->screen(), QByteArray("there\r\n"));
}

void TestCtlTerminal::withoutACommandItIsAShell()
{
    const auto terminal = start({"run", "pod-v4:0", "--tty"});
    QTRY_VERIFY((terminal->screen(), terminal->isRaw()));
    terminal->type("echo shell-$((40 + 2)); exit 3\r");
    TRY_ENDED(terminal, 3);
    QVERIFY2(terminal->screen().contains("shell-42\r\n"), terminal->screen().constData());
}

/// By the real tmux, as terminals that Podium opens attach to it: what runs there outlives them.
void TestCtlTerminal::aTmuxSessionIsThereAgain()
{
    if (QStandardPaths::findExecutable("tmux").isEmpty()) {
        QSKIP("This machine has no tmux");
    }
    const QString attach = QString::fromUtf8(podium::launch::tmuxCommand("main"));
    const auto first = runThere(attach);
    TRY_SCREEN(first, "[main]"); // its status line
    first->type("kept=$((40 + 2)); echo made-$kept\r");
    TRY_SCREEN(first, "made-42");
    first->type("\r~.");
    TRY_ENDED(first, 130);
    const auto second = runThere(attach);
    TRY_SCREEN(second, "made-42"); // as it was left
    second->type("echo again-$kept\r");
    TRY_SCREEN(second, "again-42");
    second->type("exit\r");
    TRY_ENDED(second, 0);
    QVERIFY2(second->screen().contains("[exited]"), second->screen().constData());
}

void TestCtlTerminal::bytesPassAsTheyAre()
{
    const auto terminal = runThere("stty raw -echo; printf '\\033]0;title\\007\\377\\302\\233<'; "
                                   "head -c 5 | od -An -tx1; printf '>'");
    TRY_SCREEN(terminal, "\033]0;title\007\xff\xc2\x9b<");
    terminal->type("\x03\x1a\x11\x1c\xff");
    TRY_ENDED(terminal, 0);
    QVERIFY2(terminal->screen().contains(" 03 1a 11 1c ff\n>"), terminal->screen().constData());
}

void TestCtlTerminal::aSignalLeavesTheTerminalAsItWas_data()
{
    QTest::addColumn<int>("signal");
    QTest::addColumn<int>("status");
    QTest::newRow("INT") << SIGINT << 130;
    QTest::newRow("TERM") << SIGTERM << 130;
    QTest::newRow("HUP") << SIGHUP << 130;
    QTest::newRow("QUIT") << SIGQUIT << 128 + SIGQUIT;
    QTest::newRow("ABRT") << SIGABRT << 128 + SIGABRT;
    QTest::newRow("USR1") << SIGUSR1 << 128 + SIGUSR1;
}

/// And what ran there ends with its terminal.
void TestCtlTerminal::aSignalLeavesTheTerminalAsItWas()
{
    QFETCH(const int, signal);
    QFETCH(const int, status);
    const QString name = QStringLiteral("marked-%1").arg(signal);
    const auto terminal =
        runThere("echo ready; sh -c 'while :; do sleep 0.1; done' " + name + "; true");
    TRY_SCREEN(terminal, "ready\r\n");
    QVERIFY(terminal->isRaw());
    terminal->send(signal);
    TRY_ENDED(terminal, status);
    QTRY_COMPARE(countThere(name), QByteArray("0"));
}

void TestCtlTerminal::canBeSuspended()
{
    const auto terminal = runThere("echo ready; read -r line; echo got $line; exit 5");
    TRY_SCREEN(terminal, "ready\r\n");
    terminal->send(SIGTSTP);
    QTRY_VERIFY(terminal->isStopped());
    QVERIFY(terminal->isAsBefore());
    terminal->send(SIGCONT);
    QTRY_VERIFY((terminal->screen(), terminal->isRaw()));
    terminal->type("more\r");
    TRY_ENDED(terminal, 5);
    QVERIFY2(terminal->screen().contains("got more\r\n"), terminal->screen().constData());
}

void TestCtlTerminal::canBeHungUp()
{
    const auto terminal = runThere("trap '' INT; echo ready; sleep 1000");
    TRY_SCREEN(terminal, "ready\r\n");
    terminal->type("\x03~/\r~.");
    TRY_ENDED(terminal, 130);
    QVERIFY2(terminal->screen().contains("hung up"), terminal->screen().constData());
}

void TestCtlTerminal::isForOneWorkerAndATerminal()
{
    const Outcome piped =
        execute(program(), {"run", "pod-v4:0", "--tty", "--", "true"}, environment());
    VERIFY_EXIT(piped, 2);
    QVERIFY2(piped.err.contains("needs a terminal"), piped.err.constData());
    const auto terminal = start({"run", "pod-v4:0-1", "--tty", "--", "true"});
    TRY_ENDED(terminal, 2);
    QVERIFY2(
        terminal->screen().contains("one worker; these are 2: pod-v4:0-1"),
        terminal->screen().constData());
}

QTEST_GUILESS_MAIN(TestCtlTerminal)
#include "tst_ctlterminal.moc"
