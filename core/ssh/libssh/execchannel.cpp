// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/libssh/execchannel.h"

#include "core/ssh/failures.h"
#include "core/ssh/io/tcpconnector.h"
#include "core/ssh/keys/sshhandles.h"
#include "core/ssh/plaintext.h"

#include <algorithm>
#include <utility>

namespace podium::ssh {

ExecChannel::ExecChannel(
    ssh_session session, QByteArray command, Output output, std::optional<TerminalSize> terminal)
    : CommandChannel(std::move(output))
    , m_session(session)
    , m_channel(ssh_channel_new(session))
    , m_command(std::move(command))
    , m_terminal(terminal)
{
    if (m_channel == nullptr) {
        m_state = State::OpenDenied;
        return;
    }
    setCallbacks();
}

ExecChannel::~ExecChannel()
{
    if (m_channel != nullptr) {
        // libssh may keep the channel until the worker has closed it, and would call back.
        ssh_remove_channel_callbacks(m_channel, &m_callbacks);
        ssh_channel_free(m_channel);
    }
}

void ExecChannel::setCallbacks()
{
    m_callbacks.userdata = this;
    m_callbacks.channel_data_function = [](ssh_session, ssh_channel, void *data, std::uint32_t size,
                                           int isError, void *self) -> int {
        static_cast<ExecChannel *>(self)->m_output(
            isError != 0 ? OutputStream::Err : OutputStream::Out, static_cast<char *>(data), size);
        return int(size);
    };
    m_callbacks.channel_eof_function = [](ssh_session, ssh_channel, void *self) {
        static_cast<ExecChannel *>(self)->m_hasSeenEof = true;
    };
    m_callbacks.channel_close_function = [](ssh_session, ssh_channel, void *self) {
        auto *channel = static_cast<ExecChannel *>(self);
        channel->m_isRemoteClosed = true;
        channel->m_hasSeenEof = true; // nothing can come after it
    };
    m_callbacks.channel_exit_status_function = [](ssh_session, ssh_channel, int status,
                                                  void *self) {
        static_cast<ExecChannel *>(self)->m_exitStatus = status;
    };
    m_callbacks.channel_exit_signal_function = [](ssh_session, ssh_channel, const char *signal, int,
                                                  const char *, const char *, void *self) {
        static_cast<ExecChannel *>(self)->m_signal = plainText(QByteArray(signal), 32);
    };
    ssh_callbacks_init(&m_callbacks);
    ssh_add_channel_callbacks(m_channel, &m_callbacks);
}

void ExecChannel::resize(TerminalSize size)
{
    if (!m_terminal || *m_terminal == size) {
        return;
    }
    m_terminal = size;
    if (m_state == State::Running) {
        ssh_channel_change_pty_size(m_channel, size.columns, size.rows);
    }
}

bool ExecChannel::wantsToWrite() const
{
    return m_state == State::Running && m_inputSent < m_input.size() && !m_isRemoteClosed &&
           ssh_channel_window_size(m_channel) > 0;
}

ExecChannel::State ExecChannel::step()
{
    if (m_state == State::Opening) {
        open();
    }
    if (m_state == State::AskingForTerminal) {
        askForTerminal();
    }
    if (m_state == State::Requesting) {
        request();
    }
    if (m_state == State::Running) {
        sendInput();
        if (m_isRemoteClosed) {
            m_state = State::Closed;
        }
    }
    return m_state;
}

Error ExecChannel::denial(const Endpoint &endpoint) const
{
    const QString why = lastErrorText(m_session);
    return m_state == State::OpenDenied       ? channelRefused(endpoint, why)
           : m_state == State::TerminalDenied ? terminalRefused(endpoint, why)
                                              : commandRefused(endpoint, why);
}

void ExecChannel::open()
{
    const int result = ssh_channel_open_session(m_channel);
    if (result == SSH_OK) {
        m_state = m_terminal ? State::AskingForTerminal : State::Requesting;
    } else if (result != SSH_AGAIN) {
        m_state = State::OpenDenied;
    }
}

bool ExecChannel::isRefusal(int result) const
{
    return result != SSH_OK && result != SSH_AGAIN && ssh_is_connected(m_session) != 0;
}

void ExecChannel::askForTerminal()
{
    if (!m_terminalAskedFor) {
        m_terminalAskedFor = m_terminal;
    }
    const int result = ssh_channel_request_pty_size(
        m_channel, "xterm-256color", m_terminalAskedFor->columns, m_terminalAskedFor->rows);
    if (result == SSH_OK) {
        m_state = State::Requesting;
    } else if (isRefusal(result)) {
        m_state = State::TerminalDenied;
    }
}

void ExecChannel::request()
{
    m_isSent = true;
    const int result = m_command.isEmpty()
                           ? ssh_channel_request_shell(m_channel)
                           : ssh_channel_request_exec(m_channel, m_command.constData());
    if (result == SSH_OK) {
        m_state = State::Running;
        if (m_terminal && m_terminal != m_terminalAskedFor) {
            ssh_channel_change_pty_size(m_channel, m_terminal->columns, m_terminal->rows);
        }
    } else if (isRefusal(result)) {
        m_state = State::ExecDenied;
    }
}

void ExecChannel::sendInput()
{
    while (wantsToWrite()) {
        if ((ssh_get_status(m_session) & SSH_WRITE_PENDING) != 0 ||
            !canTakeMore(ssh_get_fd(m_session))) {
            return;
        }
        const int size = std::min(m_input.size() - m_inputSent, InputPiece);
        const auto room =
            std::min<std::uint32_t>(std::uint32_t(size), ssh_channel_window_size(m_channel));
        const int written = ssh_channel_write(m_channel, m_input.constData() + m_inputSent, room);
        if (written <= 0) {
            return;
        }
        m_inputSent += written;
        m_inputSentInAll += written;
    }
    if (m_inputSent < m_input.size()) {
        return;
    }
    m_input.clear();
    m_inputSent = 0;
    if (m_isInputClosed && !m_isEofSent && !m_isRemoteClosed) {
        m_isEofSent = true;
        ssh_channel_send_eof(m_channel);
    }
}

void ExecChannel::requestSignal(const char *name)
{
    if (m_state == State::Running) {
        ssh_channel_request_send_signal(m_channel, name);
    }
}

} // namespace podium::ssh
