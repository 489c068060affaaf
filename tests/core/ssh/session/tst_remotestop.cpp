// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/session/connection.h"
#include "core/ssh/session/remotestop.h"

#include <QtTest>

#include <algorithm>
#include <functional>

using namespace podium;
using namespace podium::ssh;
using namespace std::chrono_literals;

namespace {

using State = CommandChannel::State;

/// What an order is answered with.
using Answerer = std::function<QByteArray()>;

/// A channel that is in the state that it was given, and answers each order.
class Channel final : public CommandChannel
{
public:
    Channel(State state, Answerer answerer, Output output)
        : CommandChannel(std::move(output))
        , m_answerer(std::move(answerer))
    {
        m_state = state;
        m_isSent = true;
    }
    void resize(TerminalSize) override {}
    State step() override
    {
        for (int orders = m_input.count('\n'); orders > 0; --orders) {
            const QByteArray answer = m_answerer();
            m_output(OutputStream::Out, answer.constData(), std::size_t(answer.size()));
        }
        m_input.clear();
        return m_state;
    }
    [[nodiscard]] Error denial(const Endpoint &) const override { return {}; }
    [[nodiscard]] bool wantsToWrite() const override { return false; }
    void requestSignal(const char *) override {}

private:
    const Answerer m_answerer;
};

class Worker final : public Connection
{
public:
    /// `control`: of each channel.
    explicit Worker(
        Answerer answerer, CommandChannel::State control = CommandChannel::State::Running)
        : Connection({}, {})
        , m_answerer(std::move(answerer))
        , m_control(control)
    {}
    State step() override { return State::Ready; }
    [[nodiscard]] bool hasBanner() const override { return true; }
    [[nodiscard]] int descriptor() const override { return -1; }
    [[nodiscard]] std::uint32_t wantedEvents() const override { return 0; }
    [[nodiscard]] std::unique_ptr<CommandChannel>
    open(const QByteArray &, CommandChannel::Output output, std::optional<TerminalSize>) override
    {
        return std::make_unique<Channel>(m_control, m_answerer, output);
    }
    [[nodiscard]] std::unique_ptr<CommandChannel>
    openForward(const ForwardTarget &, CommandChannel::Output) override
    {
        return nullptr;
    }
    bool pump() override { return true; }
    [[nodiscard]] bool isBroken() const override { return false; }
    [[nodiscard]] QString lastProblem() const override { return {}; }

private:
    const Answerer m_answerer;
    const CommandChannel::State m_control;
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
        Worker worker([answer] { return answer; });
        Channel command(State(state), {}, {});
        RemoteStop stop(worker, command, Reach::Running);
        auto now = RemoteStop::Clock::now();
        stop.order(StopKind::Polite, now);
        auto verdict = stop.step(now);
        for (int i = 0; i < 100 && verdict == RemoteStop::Verdict::Going; ++i) {
            now += 200ms;
            verdict = stop.step(now);
        }
        QVERIFY(verdict == (isGone ? RemoteStop::Verdict::Gone : RemoteStop::Verdict::NotNeeded));
    }

    void aPoliteOneLastsAsLongAsTheWorkerAnswers_data()
    {
        QTest::addColumn<int>("control");
        QTest::addColumn<int>("answers"); // then it is silent
        QTest::addColumn<bool>("hasAnEnd");
        QTest::newRow("it answers") << int(State::Running) << 1'000'000 << false;
        QTest::newRow("it never does") << int(State::Running) << 0 << true;
        QTest::newRow("it does no more") << int(State::Running) << 20 << true;
        QTest::newRow("it does not even take the order") << int(State::Opening) << 0 << true;
        QTest::newRow("there is nobody to answer") << int(State::OpenDenied) << 0 << false;
    }
    void aPoliteOneLastsAsLongAsTheWorkerAnswers()
    {
        QFETCH(int, control);
        QFETCH(int, answers);
        QFETCH(bool, hasAnEnd);
        const auto answer = [&answers]() -> QByteArray {
            return answers-- > 0 ? "podium left\n" : "";
        };
        Worker worker(answer, State(control));
        Channel command(State::Running, answer, {});
        RemoteStop stop(worker, command, Reach::Running);
        const auto begin = RemoteStop::Clock::now();
        auto now = begin;
        stop.order(StopKind::Polite, now);
        auto verdict = stop.step(now);
        while (verdict == RemoteStop::Verdict::Going && now < begin + 10min) {
            // As its owner does, who looks at its deadlines, and at what comes between.
            now = std::min(now + 200ms, stop.deadline().value_or(now + 200ms));
            verdict = stop.step(now);
        }
        QCOMPARE(verdict == RemoteStop::Verdict::NotGone, hasAnEnd);
        QVERIFY(!hasAnEnd || (now >= begin + 30s && now < begin + 45s));
    }
};

QTEST_GUILESS_MAIN(TestRemoteStop)
#include "tst_remotestop.moc"
