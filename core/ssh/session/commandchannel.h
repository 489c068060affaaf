// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/transport.h"

#include <QByteArray>
#include <QString>

#include <functional>
#include <optional>
#include <utility>

namespace podium::ssh {

/// One command in one channel of a connection that is logged in. On the connection's I/O thread;
/// never blocks. The connection must outlive it.
class CommandChannel
{
public:
    using Output = std::function<void(OutputStream, const char *, std::size_t)>;
    enum class State {
        Opening,
        AskingForTerminal,
        Requesting, ///< the command has been sent, the answer is not here yet
        Running,
        Closed,         ///< ended: see exitStatus(), signal()
        OpenDenied,     ///< nothing was sent
        TerminalDenied, ///< nothing was sent, unless isSent(): then it was run without one
        ExecDenied,     ///< the worker would not run it
    };

    explicit CommandChannel(Output output) : m_output(std::move(output)) {}
    virtual ~CommandChannel() = default;
    CommandChannel(const CommandChannel &) = delete;
    CommandChannel &operator=(const CommandChannel &) = delete;

    /// For stdin, as soon as the worker takes it; in pieces, so that no write ever waits.
    void write(const QByteArray &bytes)
    {
        if (m_inputSent >= InputPiece) {
            m_input.remove(0, std::exchange(m_inputSent, 0));
        }
        m_input.append(bytes);
    }
    void closeInput() { m_isInputClosed = true; } ///< end of file after all that was written
    virtual void resize(TerminalSize size) = 0;   ///< where there is a terminal
    /// False: no more output is wanted for now, so the worker has to wait once a window or a pipe
    /// is full. For channels of forwards; at first true.
    virtual void setReading([[maybe_unused]] bool isReading) {}

    /// Call when the connection was pumped.
    virtual State step() = 0;
    [[nodiscard]] State state() const { return m_state; }
    /// Something has come for it since its last step(), by what was done for another channel.
    [[nodiscard]] virtual bool hasNews() const { return false; }
    [[nodiscard]] bool isDenied() const
    {
        return m_state == State::OpenDenied || m_state == State::TerminalDenied ||
               m_state == State::ExecDenied;
    }
    [[nodiscard]] virtual Error denial(const Endpoint &endpoint) const = 0; ///< after isDenied()
    /// From here on the command may have been run, whatever happens to the connection.
    [[nodiscard]] bool isSent() const { return m_isSent; }
    /// There is input that the worker would take: wait for the connection to be writable.
    [[nodiscard]] virtual bool wantsToWrite() const = 0;
    /// It waits for something that nothing tells of: a step() after a moment.
    [[nodiscard]] virtual bool isToBeAskedAgain() const { return false; }
    [[nodiscard]] qint64 inputSent() const { return m_inputSentInAll; }             ///< bytes
    [[nodiscard]] int inputWaiting() const { return m_input.size() - m_inputSent; } ///< bytes
    [[nodiscard]] const std::optional<int> &exitStatus() const { return m_exitStatus; }
    /// Empty text: a signal that is not known.
    [[nodiscard]] const std::optional<QString> &signal() const { return m_signal; }
    /// The worker has said that nothing more comes; not where the connection broke.
    [[nodiscard]] bool hasSeenEof() const { return m_hasSeenEof; }
    /// By its own status or signal; nothing where none was told.
    [[nodiscard]] std::optional<Ending> ending() const
    {
        if (m_signal) {
            return Signalled{*m_signal};
        }
        return m_exitStatus ? std::optional<Ending>(Exited{*m_exitStatus}) : std::nullopt;
    }
    /// It is closed, but by no word of the worker's: the connection is gone, whoever knows it yet.
    [[nodiscard]] bool isCutOff() const
    {
        return m_state == State::Closed && !m_hasSeenEof && !ending();
    }
    /// Asks the worker to signal the command; many do not. For where nothing better is to be had.
    virtual void requestSignal(const char *name) = 0;

protected:
    /// Not more at a time: a write must never wait for the other side.
    static constexpr int InputPiece = 32 * 1024;

    Output m_output;
    State m_state = State::Opening;
    bool m_isSent = false;
    QByteArray m_input;
    int m_inputSent = 0;
    qint64 m_inputSentInAll = 0;
    bool m_isInputClosed = false;
    bool m_hasSeenEof = false;
    std::optional<int> m_exitStatus;
    std::optional<QString> m_signal;
};

} // namespace podium::ssh
