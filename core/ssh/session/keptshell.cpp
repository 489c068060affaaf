// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/session/keptshell.h"

#include <QRandomGenerator>

#include <algorithm>
#include <array>
#include <utility>

namespace podium::ssh {

namespace {

/// A stream up to a mark in it.
class UntilMark
{
public:
    explicit UntilMark(QByteArray mark) : m_mark(std::move(mark)) {}

    /// What of it may be passed on: all before the mark, and nothing that may be a part of it.
    QByteArray take(const char *data, std::size_t size)
    {
        if (m_isFound) { // a status at most: a worker may send on without an end
            m_held.append(data, std::min(int(size), std::max(0, MostBehind - m_held.size())));
            return {};
        }
        m_held.append(data, int(size));
        const int at = m_held.indexOf(m_mark);
        m_isFound = at >= 0;
        const int passed = m_isFound ? at : m_held.size() - markBegun();
        const QByteArray before = m_held.left(passed);
        m_held.remove(0, passed + (m_isFound ? m_mark.size() : 0));
        return before;
    }
    [[nodiscard]] bool isFound() const { return m_isFound; }
    /// What stands behind the mark, or was held back in case that it had come.
    [[nodiscard]] const QByteArray &rest() const { return m_held; }

private:
    /// How much of its end may be the beginning of the mark.
    [[nodiscard]] int markBegun() const
    {
        int length = std::min(m_held.size(), m_mark.size() - 1);
        while (length > 0 && !m_held.endsWith(m_mark.left(length))) {
            --length;
        }
        return length;
    }

    static constexpr int MostBehind = 64; // bytes

    const QByteArray m_mark;
    QByteArray m_held;
    bool m_isFound = false;
};

QByteArray unguessable()
{
    std::array<quint32, 4> random = {};
    QRandomGenerator::system()->fillRange(random.data(), int(random.size()));
    return QByteArray(reinterpret_cast<const char *>(random.data()), sizeof random).toHex();
}

QByteArray functionName(int function)
{
    return "podium_text_" + QByteArray::number(function);
}

} // namespace

QByteArray KeptShell::prelude()
{
    return "podium_run() {\n"
           "printf '%s begins\\n' \"$2\"\n"
           "(\"$1\") </dev/null\n"
           "podium_ended=$?\n"
           "printf '%s ends\\n' \"$2\" >&2\n"
           "printf '%s ends %s\\n' \"$2\" \"$podium_ended\"\n"
           "}\n";
}

QByteArray KeptShell::definition(int function, const QByteArray &text)
{
    return functionName(function) + "() {\n" + text + "\n}\n";
}

QByteArray KeptShell::order(int function, const QByteArray &mark)
{
    return "podium_run " + functionName(function) + ' ' + mark + '\n';
}

/// A text as a command of its own: what its shell says between the marks.
class KeptShell::RunningText final : public CommandChannel
{
public:
    RunningText(KeptShell &shell, const QByteArray &mark, bool isFirst, Output output)
        : CommandChannel(std::move(output))
        , m_shell(shell)
        , m_isFirst(isFirst)
        , m_before(mark + " begins\n")
        , m_out(mark + " ends ")
        , m_errors(mark + " ends\n")
    {}
    ~RunningText() override
    {
        // Whatever stands behind its end, nobody has asked for.
        const bool isOver = m_hasEndedWell && m_errors.rest().isEmpty() &&
                            m_out.rest().indexOf('\n') == m_out.rest().size() - 1;
        m_shell.m_running = nullptr;
        m_shell.m_isSpoilt = m_shell.m_isSpoilt || !isOver;
    }

    void take(OutputStream stream, const char *data, std::size_t size)
    {
        if (stream == OutputStream::Err) {
            pass(stream, m_errors.take(data, size));
        } else if (m_before.isFound()) {
            pass(stream, m_out.take(data, size));
        } else {
            // The account's start files may talk before the first one.
            static_cast<void>(m_before.take(data, size));
            if (m_before.isFound()) {
                pass(stream, m_out.take(m_before.rest().constData(), m_before.rest().size()));
            }
        }
    }

    State step() override
    {
        if (m_state == State::Closed) {
            return m_state;
        }
        const State shell = m_shell.m_channel->step();
        m_isSent = m_before.isFound() || (m_isFirst && m_shell.m_channel->isSent());
        const int endOfStatus = m_out.isFound() ? m_out.rest().indexOf('\n') : -1;
        if (endOfStatus >= 0 && m_errors.isFound()) {
            endWell(m_out.rest().left(endOfStatus));
        } else if (shell == State::Closed) {
            endWithShell();
        } else if (shell == State::Running) {
            m_state = m_before.isFound() ? State::Running : State::Requesting;
        } else {
            m_state = shell;
        }
        return m_state;
    }

    void resize(TerminalSize) override {}
    [[nodiscard]] bool hasNews() const override { return m_shell.m_channel->hasNews(); }
    [[nodiscard]] bool wantsToWrite() const override { return m_shell.m_channel->wantsToWrite(); }
    void requestSignal(const char *name) override { m_shell.m_channel->requestSignal(name); }
    [[nodiscard]] Error denial(const Endpoint &endpoint) const override
    {
        return m_shell.m_channel->denial(endpoint);
    }

private:
    void pass(OutputStream stream, const QByteArray &text)
    {
        if (!text.isEmpty()) {
            m_output(stream, text.constData(), std::size_t(text.size()));
        }
    }
    void endWell(const QByteArray &status)
    {
        const int number = status.toInt(&m_hasEndedWell);
        m_exitStatus = m_hasEndedWell ? std::optional(number) : std::nullopt;
        m_hasSeenEof = true;
        m_state = State::Closed;
    }
    /// It has ended by itself, by a signal, with the connection, or was none at all.
    void endWithShell()
    {
        if (!m_isFirst && !m_before.isFound()) {
            m_state = State::OpenDenied; // it had ended before: another one may do it
            return;
        }
        pass(OutputStream::Out, m_out.isFound() ? QByteArray() : m_out.rest());
        pass(OutputStream::Err, m_errors.isFound() ? QByteArray() : m_errors.rest());
        m_exitStatus = m_shell.m_channel->exitStatus();
        m_signal = m_shell.m_channel->signal();
        m_hasSeenEof = m_shell.m_channel->hasSeenEof();
        m_state = State::Closed;
    }

    KeptShell &m_shell;
    const bool m_isFirst; ///< of its shell: that has not been started before
    UntilMark m_before;
    UntilMark m_out;
    UntilMark m_errors;
    bool m_hasEndedWell = false;
};

KeptShell::KeptShell(Connection &connection, QByteArray command, Clock::time_point now)
    : m_command(std::move(command))
    , m_startedAt(now)
    , m_channel(connection.open(
          m_command,
          [this](OutputStream stream, const char *data, std::size_t size) {
              handleOutput(stream, data, size);
          },
          std::nullopt))
{
    m_channel->write(prelude());
}

KeptShell::~KeptShell() = default;

bool KeptShell::serves(const QByteArray &command, Clock::time_point now) const
{
    return !m_isSpoilt && m_running == nullptr && command == m_command &&
           now - m_startedAt < LongestLife;
}

std::unique_ptr<CommandChannel>
KeptShell::run(const QByteArray &text, CommandChannel::Output output)
{
    const bool isFirst = m_texts.isEmpty();
    const QByteArray mark = unguessable();
    const int function = functionOf(text);
    auto running = std::make_unique<RunningText>(*this, mark, isFirst, std::move(output));
    m_running = running.get();
    m_channel->write(order(function, mark));
    return running;
}

int KeptShell::functionOf(const QByteArray &text)
{
    const int known = m_texts.indexOf(text);
    if (known >= 0) {
        return known;
    }
    m_texts.append(text);
    m_channel->write(definition(m_texts.size() - 1, text));
    return m_texts.size() - 1;
}

bool KeptShell::step()
{
    if (m_running != nullptr) {
        return true; // it takes the steps
    }
    const auto state = m_channel->step();
    return state == CommandChannel::State::Running && !m_isSpoilt;
}

void KeptShell::handleOutput(OutputStream stream, const char *data, std::size_t size)
{
    if (m_running != nullptr) {
        m_running->take(stream, data, size);
    } else {
        m_isSpoilt = true;
    }
}

} // namespace podium::ssh
