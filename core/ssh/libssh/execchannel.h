// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/libssh/libsshchannel.h"

namespace podium::ssh {

/// A command in a channel of a libssh session.
class ExecChannel final : public LibsshChannel
{
public:
    /// Without a command: the login shell.
    ExecChannel(
        ssh_session session, QByteArray command, Output output,
        std::optional<TerminalSize> terminal = {});

    void resize(TerminalSize size) override;
    State step() override;
    [[nodiscard]] Error denial(const Endpoint &endpoint) const override;
    void requestSignal(const char *name) override;

private:
    void open();
    void askForTerminal();
    void request();
    [[nodiscard]] bool isRefusal(int result) const;

    const QByteArray m_command;
    std::optional<TerminalSize> m_terminal;
    std::optional<TerminalSize> m_terminalAskedFor; ///< a request is repeated as it was
};

} // namespace podium::ssh
