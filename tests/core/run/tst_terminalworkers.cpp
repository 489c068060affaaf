// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/runterminals.h"
#include "tests/core/run/pressedkeys.h"
#include "tests/core/run/simruns.h"
#include "tests/fakes/patience.h"

using namespace podium;
using namespace podium::run;
using podium::tests::named;
using podium::tests::SimRuns;
using podium::tests::typed;

/// Terminals of real workers, with the programs that need one.
class TestTerminalWorkers final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanup();
    void isATerminalThatFollowsItsSize();
    void sudoAsksForAPassword();
    void sudoTakesAPasswordFromStdin();
    void programsThatDrawRunAndQuit_data();
    void programsThatDrawRunAndQuit();
    void controlCEndsWhatRuns();
    void keysGoToThoseThatAreMarked();
    void hostileOutputDoesNothingButBeShown();

private:
    static constexpr int Workers = 3;
    void start(const QByteArray &command, bool hasTerminal, int workers = 1);
    void type(int slot, const QString &text)
    {
        for (const QChar c : text) {
            m_terminals->press(slot, typed(QString(c)));
        }
    }
    void press(int slot, TerminalKey::Named name) { m_terminals->press(slot, named(name)); }
    void control(int slot, char letter)
    {
        TerminalKey key = typed(QString(QLatin1Char(letter)));
        key.control = true;
        m_terminals->press(slot, key);
    }
    [[nodiscard]] QString text(int slot) const
    {
        const TerminalScreen *screen = m_terminals->screen(slot);
        QStringList lines;
        for (int i = 0; screen && i < screen->lineCount(); ++i) {
            lines += screen->line(i).text;
        }
        return lines.join(QLatin1Char('\n'));
    }
    [[nodiscard]] const std::optional<WorkerEnding> &ending(int slot) const
    {
        return m_run->state().workers().at(std::size_t(slot)).ending;
    }
    void prepareAccount();

    SimRuns m_runs;
    std::unique_ptr<Run> m_run;
    std::unique_ptr<RunTerminals> m_terminals;
};

void TestTerminalWorkers::initTestCase()
{
    if (!m_runs.start(Workers)) {
        QSKIP(qPrintable(m_runs.workers.reason()));
    }
    prepareAccount();
}

void TestTerminalWorkers::cleanup()
{
    m_terminals.reset();
    m_run.reset();
}

/// An account whose sudo asks.
void TestTerminalWorkers::prepareAccount()
{
    RunSpec spec =
        m_runs.specOf("sudo -n useradd -m asker && echo asker:open-sesame | sudo -n chpasswd && "
                      "echo 'asker ALL=(ALL) ALL' | sudo -n tee /etc/sudoers.d/asker >/dev/null && "
                      "sudo -n chmod 440 /etc/sudoers.d/asker");
    spec.workers.resize(1, spec.workers.front());
    const auto run = m_runs.runToEnd(spec);
    QVERIFY2(
        run->state().summary().ok == 1, run->output().bytes(0, ssh::OutputStream::Err).constData());
}

void TestTerminalWorkers::start(const QByteArray &command, bool hasTerminal, int workers)
{
    RunSpec spec = m_runs.specOf(command);
    spec.workers.resize(std::size_t(workers), spec.workers.front());
    spec.keepsInputOpen = !hasTerminal;
    if (hasTerminal) {
        spec.terminal = ssh::TerminalSize{80, 24};
    }
    m_run = m_runs.runOf(std::move(spec));
    m_terminals = std::make_unique<RunTerminals>(*m_run);
    m_run->start();
}

void TestTerminalWorkers::isATerminalThatFollowsItsSize()
{
    start("tty; stty size; read -r x; stty size; exit 4", true);
    QTRY_VERIFY2(text(0).contains("24 80"), qPrintable(text(0)));
    QVERIFY2(text(0).startsWith("/dev/pts/"), qPrintable(text(0)));
    m_terminals->resize(0, {101, 33});
    press(0, TerminalKey::Named::Enter);
    QTRY_VERIFY(ending(0));
    QTRY_VERIFY2(text(0).contains("33 101"), qPrintable(text(0))); // drawn a moment later
    QVERIFY(std::get<ssh::Exited>(*ending(0)) == ssh::Exited{4});
}

void TestTerminalWorkers::sudoAsksForAPassword()
{
    start("sudo -n -u asker sh -c 'sudo -k; sudo -p \"the word: \" id -un'", true);
    QTRY_VERIFY2(text(0).contains("the word:"), qPrintable(text(0)));
    type(0, "wrong");
    press(0, TerminalKey::Named::Enter);
    QTRY_VERIFY2(text(0).count("the word:") == 2, qPrintable(text(0)));
    type(0, "open-sesame");
    press(0, TerminalKey::Named::Enter);
    QTRY_VERIFY(ending(0));
    QTRY_VERIFY2(text(0).contains("root"), qPrintable(text(0)));
    QVERIFY(!text(0).contains("sesame"));
    QVERIFY(!m_run->output().bytes(0, ssh::OutputStream::Out).contains("sesame"));
}

void TestTerminalWorkers::sudoTakesAPasswordFromStdin()
{
    start("sudo -n -u asker sh -c 'sudo -k; sudo -S -p \"the word: \" id -un'", false);
    QTRY_VERIFY(m_run->output().bytes(0, ssh::OutputStream::Err).contains("the word: "));
    QVERIFY(m_run->type(0, "open-sesame\n"));
    QTRY_VERIFY(ending(0));
    QCOMPARE(m_run->output().bytes(0, ssh::OutputStream::Out), QByteArray("root\n"));
    QVERIFY(!m_run->output().text(0).contains("sesame"));
}

void TestTerminalWorkers::programsThatDrawRunAndQuit_data()
{
    QTest::addColumn<QByteArray>("command");
    QTest::addColumn<QString>("shown");
    QTest::addColumn<QString>("keys");
    QTest::newRow("top") << QByteArray("top") << "load average"
                         << "q";
    QTest::newRow("less") << QByteArray("seq 1 500 | less") << "20\n21"
                          << "q";
    QTest::newRow("vi") << QByteArray("vi /etc/hosts") << "~"
                        << ":q!\r";
}

void TestTerminalWorkers::programsThatDrawRunAndQuit()
{
    QFETCH(QByteArray, command);
    QFETCH(QString, shown);
    QFETCH(QString, keys);
    start(command + "; echo \"ended with $?\"", true);
    QTRY_VERIFY2(text(0).contains(shown), qPrintable(text(0)));
    QVERIFY(!ending(0));
    for (const QChar c : keys) {
        if (c == QLatin1Char('\r')) {
            press(0, TerminalKey::Named::Enter);
        } else {
            type(0, QString(c));
        }
    }
    QTRY_VERIFY2(ending(0), qPrintable(text(0)));
    QTRY_VERIFY2(text(0).contains("ended with 0"), qPrintable(text(0)));
}

void TestTerminalWorkers::controlCEndsWhatRuns()
{
    start("echo begun; sleep 1000", true);
    QTRY_VERIFY(text(0).contains("begun"));
    control(0, 'c');
    QTRY_VERIFY(ending(0));
    QCOMPARE(endingClass(*ending(0)), EndingClass::Failed);
}

void TestTerminalWorkers::keysGoToThoseThatAreMarked()
{
    start("stty -echo; echo ready; read -r line; echo \"got <$line>\"", true, Workers);
    for (int slot = 0; slot < Workers; ++slot) {
        QTRY_VERIFY(text(slot).contains("ready"));
    }
    QSignalSpy receiversLeft(m_terminals.get(), &RunTerminals::receiversEnded);
    m_terminals->setReceivers({0, 2});
    type(0, "for two");
    press(0, TerminalKey::Named::Enter);
    QTRY_VERIFY(ending(0) && ending(2));
    QTRY_VERIFY(text(0).contains("got <for two>"));
    QTRY_VERIFY(text(2).contains("got <for two>"));
    QVERIFY(!ending(1));
    QTRY_COMPARE(receiversLeft.count(), 1);
    type(1, "for one"); // the others have ended, and so has that
    press(1, TerminalKey::Named::Enter);
    QTRY_VERIFY(ending(1));
    QTRY_VERIFY2(text(1).contains("got <for one>"), qPrintable(text(1)));
}

/// Whatever is sent, the shell that sent it reads back nothing but what a terminal must say.
void TestTerminalWorkers::hostileOutputDoesNothingButBeShown()
{
    start(
        "stty raw -echo; "
        "printf '\\033]0;touch "
        "/tmp/owned\\007\\033]2;x\\033\\\\\\033[21t\\033[20t\\033P$qm\\033\\\\"
        "\\033P$q\\nid\\n\\033\\\\\\033]52;c;?\\007\\033]50;?\\007\\033]4;1;?\\007\\033P+"
        "q544e\\033\\\\"
        "\\005\\033[?25$p\\033[x\\033[14t\\033[c'; "
        "printf end; head -c 7 | od -An -c; "
        "read -r -t 1 rest; printf 'rest <%s>' \"$rest\"",
        true);
    QTRY_VERIFY(ending(0));
    const QByteArray out = m_run->output().bytes(0, ssh::OutputStream::Out);
    QVERIFY2(out.contains("033   [   ?   1   ;   2   c"), out.constData());
    QVERIFY2(out.contains("rest <>"), out.constData());
    QTRY_VERIFY2(text(0).contains("rest <>"), qPrintable(text(0)));
    QVERIFY(text(0).contains("end"));
    QVERIFY(!text(0).contains("owned"));
}

QTEST_GUILESS_MAIN(TestTerminalWorkers)
#include "tst_terminalworkers.moc"
