// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/libssh/libsshchannel.h"

namespace podium::ssh {

/// A TCP connection that the worker makes for us, in a channel of a libssh session (direct-tcpip,
/// RFC 4254, 7.2). It has ended when the other side says nothing more.
class ForwardChannel final : public LibsshChannel
{
public:
    ForwardChannel(ssh_session session, ForwardTarget target, Output output);

    void resize(TerminalSize) override {}
    State step() override;
    [[nodiscard]] bool hasNews() const override;
    [[nodiscard]] Error denial(const Endpoint &endpoint) const override;
    /// Does nothing: there is no process.
    void requestSignal(const char *) override {}

private:
    void open();

    const ForwardTarget m_target;
};

} // namespace podium::ssh
