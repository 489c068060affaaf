// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/runterminals.h"
#include "tests/core/run/fakeruns.h"
#include "tests/core/run/pressedkeys.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/patience.h"

#include <QSignalSpy>
#include <QTest>

using namespace podium;
using namespace podium::run;
using namespace podium::tests;

/// Typing to the workers of a run, and its terminals, over a transport that plays scripts.
class TestRunTerminals final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void typesToOneOfThose();
    void nothingIsTypedWhereStdinIsClosed();
    void endOfInputIsOnce();
    void keysGoToTheirOwn();
    void keysGoToAllReceivers();
    void receiversLeaveWhenAllHaveEnded();
    void answersGoToWhoAsked();
    void sizesCountBeforeAndAfterTheStart();
    void sizesAreWhatAScreenCanHave();
    void aFloodIsShownFromItsEnd();
    void aFloodOfManyLeavesTimeForOthers();

private:
    void start(int workers, bool hasTerminal);
    [[nodiscard]] QByteArray typedTo(int index) const
    {
        return m_transport->commandOf(worker(index))->typed;
    }
    void say(int index, const QByteArray &bytes)
    {
        m_transport->say(
            m_transport->commandOf(worker(index))->id,
            ssh::OutputArrived{ssh::OutputStream::Out, bytes});
    }
    void end(int index)
    {
        m_transport->say(m_transport->commandOf(worker(index))->id, ssh::Ending(ssh::Exited{0}));
    }

    SystemClock m_clock;
    std::unique_ptr<FakeTransport> m_transport;
    std::unique_ptr<Run> m_run;
    std::unique_ptr<RunTerminals> m_terminals;
};

void TestRunTerminals::init()
{
    m_transport = std::make_unique<FakeTransport>(
        [](const ssh::CommandRequest &) { return FakeScript().login().hang(); });
}

void TestRunTerminals::cleanup()
{
    m_terminals.reset();
    m_run.reset();
    m_transport.reset();
}

void TestRunTerminals::start(int workers, bool hasTerminal)
{
    RunSpec spec = specFor(workers);
    spec.keepsInputOpen = !hasTerminal;
    if (hasTerminal) {
        spec.terminal = ssh::TerminalSize{90, 30};
    }
    m_run = std::make_unique<Run>(spec, *m_transport, reachable, m_clock);
    m_terminals = std::make_unique<RunTerminals>(*m_run);
    m_run->start();
    QTRY_COMPARE(m_run->state().summary().running, workers);
    QTRY_COMPARE(m_transport->loggingIn(), 0);
}

void TestRunTerminals::typesToOneOfThose()
{
    start(3, false);
    QVERIFY(m_run->takesTyping(1));
    QVERIFY(m_run->type(1, "hello\n"));
    QCOMPARE(typedTo(1), QByteArray("hello\n"));
    QCOMPARE(typedTo(0) + typedTo(2), QByteArray());
    end(1);
    QVERIFY(!m_run->takesTyping(1));
    QVERIFY(!m_run->type(1, "more\n"));
}

void TestRunTerminals::nothingIsTypedWhereStdinIsClosed()
{
    Run run(specFor(2), *m_transport, reachable, m_clock);
    run.start();
    QTRY_COMPARE(m_transport->loggingIn(), 0);
    QVERIFY(!run.takesTyping(0));
    QVERIFY(!run.type(0, "x"));
    run.endInput(0);
    run.resizeTerminal(0, {10, 10});
    QCOMPARE(typedTo(0), QByteArray());
    QVERIFY(!m_transport->commandOf(worker(0))->inputEnded);
    QVERIFY(!m_transport->commandOf(worker(0))->size);
}

void TestRunTerminals::endOfInputIsOnce()
{
    start(2, false);
    m_run->endInput(0);
    QVERIFY(m_transport->commandOf(worker(0))->inputEnded);
    QVERIFY(!m_transport->commandOf(worker(1))->inputEnded);
    QVERIFY(!m_run->type(0, "x"));
    QVERIFY(m_run->type(1, "x"));
}

void TestRunTerminals::keysGoToTheirOwn()
{
    start(3, true);
    m_terminals->press(2, typed("a"));
    m_terminals->paste(2, "b\nc");
    QCOMPARE(typedTo(2), QByteArray("ab\rc"));
    QCOMPARE(typedTo(0) + typedTo(1), QByteArray());
}

void TestRunTerminals::keysGoToAllReceivers()
{
    start(4, true);
    say(2, "\x1b[?1h"); // that program wants its arrows another way
    QTRY_VERIFY(m_terminals->screen(2));
    m_terminals->setReceivers({0, 2});
    const TerminalKey up = named(TerminalKey::Named::Up);
    QTRY_COMPARE(
        [&] {
            QByteArray &seen = const_cast<QByteArray &>(m_transport->commandOf(worker(2))->typed);
            seen.clear();
            const_cast<QByteArray &>(m_transport->commandOf(worker(0))->typed).clear();
            m_terminals->press(1, up);
            return seen;
        }(),
        QByteArray("\x1bOA"));
    QCOMPARE(typedTo(0), QByteArray("\x1b[A"));
    QCOMPARE(typedTo(1) + typedTo(3), QByteArray());
    m_terminals->setReceivers({});
    m_terminals->press(1, typed("x"));
    QCOMPARE(typedTo(1), QByteArray("x"));
    QCOMPARE(typedTo(0), QByteArray("\x1b[A"));
}

void TestRunTerminals::receiversLeaveWhenAllHaveEnded()
{
    start(3, true);
    QSignalSpy ended(m_terminals.get(), &RunTerminals::receiversEnded);
    m_terminals->setReceivers({0, 1});
    end(0);
    QCOMPARE(m_terminals->receivers(), QVector<int>{1});
    QVERIFY(ended.isEmpty());
    end(1);
    QTRY_COMPARE(ended.size(), 1);
    m_terminals->press(2, typed("x"));
    QCOMPARE(typedTo(2), QByteArray("x"));
}

void TestRunTerminals::answersGoToWhoAsked()
{
    start(3, true);
    m_terminals->setReceivers({0, 1, 2});
    say(1, "ab\x1b[6n\x1b]52;c;?\a\x1bP$qm\x1b\\");
    QTRY_COMPARE(typedTo(1), QByteArray("\x1b[1;3R"));
    QCOMPARE(typedTo(0) + typedTo(2), QByteArray());
}

void TestRunTerminals::sizesCountBeforeAndAfterTheStart()
{
    RunSpec spec = specFor(3);
    spec.fanOut = 1;
    spec.terminal = ssh::TerminalSize{90, 30};
    Run run(spec, *m_transport, reachable, m_clock);
    RunTerminals terminals(run);
    terminals.resize(1, {50, 10});
    run.start();
    QTRY_COMPARE(m_transport->loggingIn(), 0);
    QCOMPARE(*m_transport->commandOf(worker(0))->size, (ssh::TerminalSize{90, 30}));
    terminals.resize(0, {60, 11});
    QCOMPARE(*m_transport->commandOf(worker(0))->size, (ssh::TerminalSize{60, 11}));
    say(0, "x");
    QTRY_VERIFY(terminals.screen(0));
    QCOMPARE(terminals.screen(0)->size(), (ssh::TerminalSize{60, 11}));
    end(0);
    QTRY_VERIFY(m_transport->commandOf(worker(1)));
    QCOMPARE(*m_transport->commandOf(worker(1))->request.terminal, (ssh::TerminalSize{50, 10}));
}

/// The end is there, however much came before it, and nothing of a line that was cut.
void TestRunTerminals::aFloodIsShownFromItsEnd()
{
    start(2, true);
    QByteArray flood;
    flood.reserve(4 * RunTerminals::MostWaiting); // else each append copies all of it
    while (flood.size() < 3 * RunTerminals::MostWaiting) {
        flood += "\x1b[32mline " + QByteArray::number(flood.size()) + "\x1b[0m\r\n";
    }
    say(0, flood);
    say(1, flood + "\x1b]0;cut in a title");
    say(0, "the end");
    const auto lastLine = [this](int slot) {
        const TerminalScreen *screen = m_terminals->screen(slot);
        return screen ? screen->line(screen->lineCount() - 1).text : QString();
    };
    QTRY_COMPARE(lastLine(0), QString("the end"));
    QCOMPARE(m_terminals->screen(0)->scrollbackCount(), int(TerminalScreen::MostScrollback));
    const QString before =
        m_terminals->screen(0)->line(m_terminals->screen(0)->lineCount() - 2).text;
    QVERIFY2(before.startsWith("line "), qPrintable(before));
}

/// Program and screen have the same size, however small or large the pane is.
void TestRunTerminals::sizesAreWhatAScreenCanHave()
{
    start(1, true);
    say(0, "x");
    QTRY_VERIFY(m_terminals->screen(0));
    for (const ssh::TerminalSize wanted :
         {ssh::TerminalSize{0, 0}, ssh::TerminalSize{-3, 5}, ssh::TerminalSize{1 << 20, 1 << 20}}) {
        m_terminals->resize(0, wanted);
        QCOMPARE(*m_transport->commandOf(worker(0))->size, m_terminals->screen(0)->size());
        QCOMPARE(m_terminals->size(0), m_terminals->screen(0)->size());
    }
}

/// Not all are drawn in one go; in the end, all are.
void TestRunTerminals::aFloodOfManyLeavesTimeForOthers()
{
    constexpr int Workers = 100;
    start(Workers, true);
    QByteArray flood;
    while (flood.size() < 16 * 1024) {
        flood += "\x1b[32mline " + QByteArray::number(flood.size()) + "\x1b[0m\r\n";
    }
    QSignalSpy shown(m_terminals.get(), &RunTerminals::screensChanged);
    for (int index = 0; index < Workers; ++index) {
        say(index, flood + "the end");
    }
    QVERIFY(shown.wait(Patience));
    QVERIFY(shown.first().first().value<QVector<int>>().size() < Workers);
    const auto isShown = [this](int slot) {
        const TerminalScreen *screen = m_terminals->screen(slot);
        return screen && screen->line(screen->lineCount() - 1).text == "the end";
    };
    for (int slot = 0; slot < Workers; ++slot) {
        QTRY_VERIFY(isShown(slot));
    }
}

QTEST_GUILESS_MAIN(TestRunTerminals)
#include "tst_runterminals.moc"
