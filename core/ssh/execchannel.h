// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/transport.h"

#include <libssh/callbacks.h>
#include <libssh/libssh.h>

#include <QByteArray>
#include <QString>

#include <functional>
#include <optional>

namespace podium::ssh {

/// One command in one channel of a session that is logged in. On the session's I/O thread; never
/// blocks. Output and the end come through libssh's channel callbacks, which only record.
class ExecChannel final
{
public:
    using Output = std::function<void(OutputStream, const char *, std::size_t)>;
    enum class State {
        Opening,
        Requesting, ///< the command has been sent, the answer is not here yet
        Running,
        Closed,     ///< ended: see exitStatus(), signal()
        OpenDenied, ///< nothing was sent
        ExecDenied, ///< the worker would not run it
    };

    ExecChannel(ssh_session session, QByteArray command, Output output);
    /// The session must still live.
    ~ExecChannel();
    ExecChannel(const ExecChannel &) = delete;
    ExecChannel &operator=(const ExecChannel &) = delete;

    /// For stdin, as soon as the worker takes it; in pieces, so that no write ever waits.
    void write(const QByteArray &bytes);
    void closeInput(); ///< end of file after all that was written

    /// Call when the session was pumped.
    State step();
    [[nodiscard]] State state() const { return m_state; }
    /// From here on the command may have been run, whatever happens to the connection.
    [[nodiscard]] bool isSent() const { return m_isSent; }
    /// There is input that the worker would take: wait for the socket to be writable.
    [[nodiscard]] bool wantsToWrite() const;
    [[nodiscard]] const std::optional<int> &exitStatus() const { return m_exitStatus; }
    [[nodiscard]] const std::optional<QString> &signal() const { return m_signal; }
    [[nodiscard]] bool hasSeenEof() const { return m_hasSeenEof; }
    /// Asks the worker to signal the command; many do not. For where nothing better is to be had.
    void requestSignal(const char *name);

private:
    void setCallbacks();
    void open();
    void request();
    void sendInput();

    ssh_session m_session;
    ssh_channel m_channel;
    const QByteArray m_command;
    Output m_output;
    ssh_channel_callbacks_struct m_callbacks = {};
    State m_state = State::Opening;
    bool m_isSent = false;
    QByteArray m_input;
    int m_inputSent = 0;
    bool m_isInputClosed = false;
    bool m_isEofSent = false;
    bool m_isRemoteClosed = false;
    bool m_hasSeenEof = false;
    std::optional<int> m_exitStatus;
    std::optional<QString> m_signal;
};

} // namespace podium::ssh
