// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/connection.h"
#include "core/ssh/remotestop.h"

#include <QtTest>

using namespace podium;
using namespace podium::ssh;
using namespace std::chrono_literals;

namespace {

using State = CommandChannel::State;

/// A channel that is in the state that it was given, and answers each order with one line.
class Channel final : public CommandChannel
{
public:
    Channel(State state, QByteArray answer, Output output)
        : CommandChannel(std::move(output))
        , m_answer(std::move(answer))
    {
        m_state = state;
        m_isSent = true;
    }
    void resize(TerminalSize) override {}
    State step() override
    {
        for (int orders = m_input.count('\n'); orders > 0; --orders) {
            m_output(OutputStream::Out, m_answer.constData(), std::size_t(m_answer.size()));
        }
        m_input.clear();
        return m_state;
    }
    [[nodiscard]] Error denial(const Endpoint &) const override { return {}; }
    [[nodiscard]] bool wantsToWrite() const override { return false; }
    void requestSignal(const char *) override {}

private:
    const QByteArray m_answer;
};

class Worker final : public Connection
{
public:
    explicit Worker(QByteArray answer) : Connection({}, {}), m_answer(std::move(answer)) {}
    State step() override { return State::Ready; }
    [[nodiscard]] bool hasBanner() const override { return true; }
    [[nodiscard]] int descriptor() const override { return -1; }
    [[nodiscard]] std::uint32_t wantedEvents() const override { return 0; }
    [[nodiscard]] std::unique_ptr<CommandChannel>
    open(const QByteArray &, CommandChannel::Output output, std::optional<TerminalSize>) override
    {
        return std::make_unique<Channel>(CommandChannel::State::Running, m_answer, output);
    }
    bool pump() override { return true; }
    [[nodiscard]] bool isBroken() const override { return false; }
    [[nodiscard]] QString lastProblem() const override { return {}; }

private:
    const QByteArray m_answer;
};

} // namespace

/// What becomes of a stop, whatever became of the command.
class TestRemoteStop final : public QObject
{
    Q_OBJECT

private slots:
    void hasAnEnd_data()
    {
        QTest::addColumn<int>("state");
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<bool>("isGone");
        for (const auto &[name, state] :
             {std::pair("ended", State::Closed), std::pair("not run", State::ExecDenied),
              std::pair("without its terminal", State::TerminalDenied)}) {
            QTest::addRow("%s, nothing there", name)
                << int(state) << QByteArray("podium none\n") << false;
            QTest::addRow("%s, gone", name) << int(state) << QByteArray("podium gone\n") << true;
        }
    }
    void hasAnEnd()
    {
        QFETCH(int, state);
        QFETCH(QByteArray, answer);
        QFETCH(bool, isGone);
        Worker worker(answer);
        Channel command(State(state), {}, {});
        RemoteStop stop(worker, command, RemoteStop::Reach::Running);
        auto now = RemoteStop::Clock::now();
        stop.order(StopKind::Polite, now);
        auto verdict = stop.step(now);
        for (int i = 0; i < 100 && verdict == RemoteStop::Verdict::Going; ++i) {
            now += 200ms;
            verdict = stop.step(now);
        }
        QVERIFY(verdict == (isGone ? RemoteStop::Verdict::Gone : RemoteStop::Verdict::NotNeeded));
    }
};

QTEST_GUILESS_MAIN(TestRemoteStop)
#include "tst_remotestop.moc"
