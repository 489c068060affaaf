// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/session/commandchannel.h"

#include <libssh/callbacks.h>
#include <libssh/libssh.h>

namespace podium::ssh {

/// What all channels of a libssh session have in common. Output and the end come through libssh's
/// channel callbacks, which only record.
class LibsshChannel : public CommandChannel
{
public:
    /// The session must still live.
    ~LibsshChannel() override;

    [[nodiscard]] bool wantsToWrite() const override;

protected:
    LibsshChannel(ssh_session session, Output output);

    void sendInput();
    [[nodiscard]] bool isRemoteClosed() const { return m_isRemoteClosed; }

    const ssh_session m_session;
    const ssh_channel m_channel; ///< null: OpenDenied

private:
    void setCallbacks();

    ssh_channel_callbacks_struct m_callbacks = {};
    bool m_isEofSent = false;
    bool m_isRemoteClosed = false;
};

} // namespace podium::ssh
