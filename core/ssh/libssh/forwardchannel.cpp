// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/libssh/forwardchannel.h"

#include "core/ssh/failures.h"
#include "core/ssh/keys/sshhandles.h"

#include <utility>

namespace podium::ssh {

ForwardChannel::ForwardChannel(ssh_session session, ForwardTarget target, Output output)
    : LibsshChannel(session, std::move(output))
    , m_target(std::move(target))
{}

ForwardChannel::State ForwardChannel::step()
{
    seeNews();
    if (m_state == State::Opening) {
        open();
    }
    if (m_state == State::Running) {
        sendInput();
        keepWindowOpen();
        const bool goesOn = m_target.halfCloses && !isRemoteClosed() && !isEofSent();
        if (m_hasSeenEof && !goesOn) {
            m_exitStatus = 0;
            m_state = State::Closed;
        }
    }
    return m_state;
}

/// That it was opened shows; that it was denied does only when it is asked for again.
bool ForwardChannel::hasNews() const
{
    return LibsshChannel::hasNews() ||
           (m_state == State::Opening && ssh_channel_is_open(m_channel) != 0);
}

void ForwardChannel::open()
{
    // Where it comes from is for the worker's log; nothing of this machine is told.
    const int result = ssh_channel_open_forward(
        m_channel, m_target.host.constData(), m_target.port, "localhost", 0);
    if (result == SSH_OK) {
        m_isSent = true;
        m_state = State::Running;
    } else if (result != SSH_AGAIN) {
        m_state = State::OpenDenied;
    }
}

Error ForwardChannel::denial(const Endpoint &endpoint) const
{
    // libssh tells the code of RFC 4254, 5.1 only in its text; 2: SSH_OPEN_CONNECT_FAILED.
    const QString why = lastErrorText(m_session);
    return why.contains(QLatin1String(" error (2)")) ? nobodyListens(endpoint, m_target, why)
                                                     : forwardRefused(endpoint, m_target, why);
}

} // namespace podium::ssh
