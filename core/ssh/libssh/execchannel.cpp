// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/libssh/execchannel.h"

#include "core/ssh/failures.h"
#include "core/ssh/keys/sshhandles.h"

#include <utility>

namespace podium::ssh {

ExecChannel::ExecChannel(
    ssh_session session, QByteArray command, Output output, std::optional<TerminalSize> terminal)
    : LibsshChannel(session, std::move(output))
    , m_command(std::move(command))
    , m_terminal(terminal)
{}

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
        keepWindowOpen();
        if (isRemoteClosed()) {
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

void ExecChannel::requestSignal(const char *name)
{
    if (m_state == State::Running) {
        ssh_channel_request_send_signal(m_channel, name);
    }
}

} // namespace podium::ssh
