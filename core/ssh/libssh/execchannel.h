// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/session/commandchannel.h"

#include <libssh/callbacks.h>
#include <libssh/libssh.h>

namespace podium::ssh {

/// A channel of a libssh session. Output and the end come through libssh's channel callbacks,
/// which only record.
class ExecChannel final : public CommandChannel
{
public:
    /// Without a command: the login shell.
    ExecChannel(
        ssh_session session, QByteArray command, Output output,
        std::optional<TerminalSize> terminal = {});
    /// The session must still live.
    ~ExecChannel() override;

    void resize(TerminalSize size) override;
    State step() override;
    [[nodiscard]] Error denial(const Endpoint &endpoint) const override;
    [[nodiscard]] bool wantsToWrite() const override;
    void requestSignal(const char *name) override;

private:
    void setCallbacks();
    void open();
    void askForTerminal();
    void request();
    [[nodiscard]] bool isRefusal(int result) const;
    void sendInput();

    ssh_session m_session;
    ssh_channel m_channel;
    const QByteArray m_command;
    std::optional<TerminalSize> m_terminal;
    std::optional<TerminalSize> m_terminalAskedFor; ///< a request is repeated as it was
    ssh_channel_callbacks_struct m_callbacks = {};
    bool m_isEofSent = false;
    bool m_isRemoteClosed = false;
};

} // namespace podium::ssh
