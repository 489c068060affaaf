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
    void setReading(bool isReading) override;
    [[nodiscard]] bool hasNews() const override { return m_hasNews; }

protected:
    LibsshChannel(ssh_session session, Output output);

    void sendInput();
    /// Call at the beginning of a step.
    void seeNews() { m_hasNews = false; }
    [[nodiscard]] bool isRemoteClosed() const { return m_isRemoteClosed; }
    [[nodiscard]] bool isEofSent() const { return m_isEofSent; }
    /// Much may be on its way, as a distance needs it. Call in each step.
    void keepWindowOpen();

    const ssh_session m_session;
    const ssh_channel m_channel; ///< null: OpenDenied

private:
    void setCallbacks();
    void readHeld();

    ssh_channel_callbacks_struct m_callbacks = {};
    qint64 m_received = 0;           ///< bytes, without what is held
    qint64 m_receivedWhenOpened = 0; ///< when the window was last opened to its whole size
    bool m_isEofSent = false;
    bool m_isRemoteClosed = false;
    bool m_hasNews = false; ///< a callback was called
    bool m_isReading = true;
    bool m_holds = false;         ///< output was left in libssh's buffer
    bool m_isEofBehind = false;   ///< the end has come, behind what is held
    bool m_isCloseBehind = false; ///< the same
};

} // namespace podium::ssh
