// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/descriptor.h"
#include "core/ssh/forwardsockets.h"
#include "core/ssh/io/ioloop.h"
#include "core/ssh/session/commandchannel.h"

#include <QByteArray>

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

namespace podium::ssh {

/// One connection of a forward: a socket of this machine and the channel to the worker's side of
/// it. Either side waits for the other where that does not read; each direction ends by itself.
/// On an I/O thread.
class ForwardPipe final : public IoClient
{
public:
    struct World
    {
        IoLoop &loop;
        ForwardSockets &sockets;
        std::function<void()> progress; ///< asks for a step(), later
    };

    ForwardPipe(World world, Descriptor socket);
    /// Closes the socket, or gives it back where nothing was read of it and it was not refused.
    ~ForwardPipe();
    ForwardPipe(const ForwardPipe &) = delete;
    ForwardPipe &operator=(const ForwardPipe &) = delete;

    /// For the channel, before setChannel().
    [[nodiscard]] CommandChannel::Output output();
    void setChannel(std::unique_ptr<CommandChannel> channel) { m_channel = std::move(channel); }

    /// Call when the connection was pumped. False: it is over.
    [[nodiscard]] bool step(const Endpoint &endpoint);
    [[nodiscard]] bool wantsToWrite() const { return m_channel->wantsToWrite(); }
    [[nodiscard]] bool hasNews() const { return m_channel->hasNews(); }
    [[nodiscard]] bool isOpening() const { return !m_isOpened; }
    [[nodiscard]] bool isToBeAskedAgain() const
    {
        return isOpening() || m_channel->isToBeAskedAgain();
    }

    void onReady(std::uint32_t events) override;
    void onDeadline() override {}

private:
    void readSocket();
    void writeSocket();
    void updateWatch();

    World m_world;
    Descriptor m_socket;
    IoLoop::Token m_token;
    std::unique_ptr<CommandChannel> m_channel;
    QByteArray m_down; ///< from the worker, for the socket
    int m_downSent = 0;
    bool m_isOpened = false;
    bool m_isRefused = false;
    bool m_hasEnded = false; ///< both sides in good order
    bool m_isBroken = false; ///< the socket is
    bool m_hasReadAll = false;
    bool m_isShutDown = false;
};

} // namespace podium::ssh
