// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/session/keptshell.h"

namespace podium::ssh {

/// A channel that says what it is told to, and keeps what it gets.
class FakeChannel final : public CommandChannel
{
public:
    explicit FakeChannel(Output output) : CommandChannel(std::move(output)) {}
    void resize(TerminalSize) override {}
    State step() override
    {
        got += m_input;
        m_input.clear();
        m_isSent = m_isSent || m_state != State::Opening;
        return m_state;
    }
    [[nodiscard]] Error denial(const Endpoint &) const override { return {}; }
    [[nodiscard]] bool wantsToWrite() const override { return !m_input.isEmpty(); }
    void requestSignal(const char *) override {}

    void say(const QByteArray &text, OutputStream stream = OutputStream::Out)
    {
        m_output(stream, text.constData(), std::size_t(text.size()));
    }
    void be(State state) { m_state = state; }
    void end(std::optional<int> status, std::optional<QString> signal, bool hasSeenEof)
    {
        m_exitStatus = status;
        m_signal = std::move(signal);
        m_hasSeenEof = hasSeenEof;
        m_state = State::Closed;
    }

    QByteArray got;
};

/// A connection whose commands run on such a channel.
class FakeConnection final : public Connection
{
public:
    FakeConnection() : Connection({}, {}) {}
    State step() override { return State::Ready; }
    [[nodiscard]] bool hasBanner() const override { return true; }
    [[nodiscard]] int descriptor() const override { return -1; }
    [[nodiscard]] std::uint32_t wantedEvents() const override { return 0; }
    [[nodiscard]] std::unique_ptr<CommandChannel> open(
        const QByteArray &opened, CommandChannel::Output output,
        std::optional<TerminalSize>) override
    {
        command = opened;
        auto made = std::make_unique<FakeChannel>(std::move(output));
        channel = made.get();
        return made;
    }
    [[nodiscard]] std::unique_ptr<CommandChannel>
    openForward(const ForwardTarget &, CommandChannel::Output) override
    {
        return nullptr;
    }
    bool pump() override { return true; }
    [[nodiscard]] bool isBroken() const override { return false; }
    [[nodiscard]] QString lastProblem() const override { return {}; }

    QByteArray command;
    FakeChannel *channel = nullptr; ///< the last one
};

/// A kept shell on such a connection, and what its texts have said.
struct KeptShellRig
{
    std::unique_ptr<CommandChannel> run(const QByteArray &text)
    {
        out.clear();
        err.clear();
        worker.channel->got.clear();
        auto running =
            shell.run(text, [this](OutputStream stream, const char *data, std::size_t n) {
                (stream == OutputStream::Out ? out : err).append(data, int(n));
            });
        running->step();
        return running;
    }
    /// The number of the text that was asked for last.
    [[nodiscard]] QByteArray mark() const
    {
        const QByteArray got = worker.channel->got.trimmed();
        return got.mid(got.lastIndexOf(' ') + 1);
    }
    void begin() const { worker.channel->say(mark() + " begins\n"); }
    void end(int status = 0) const
    {
        worker.channel->say(mark() + " ends\n", OutputStream::Err);
        worker.channel->say(mark() + " ends " + QByteArray::number(status) + '\n');
    }

    FakeConnection worker;
    KeptShell shell{worker, "sh -s", KeptShell::Clock::now()};
    QByteArray out;
    QByteArray err;
};

} // namespace podium::ssh
