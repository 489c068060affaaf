// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/descriptor.h"
#include "core/ssh/forwardgreeting.h"
#include "core/ssh/forwardsockets.h"
#include "core/ssh/io/ioloop.h"
#include "core/ssh/session/commandchannel.h"

#include <QByteArray>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace podium::ssh {

/// One connection of a forward: a socket of this machine and the channel to the worker's side of
/// it. Either side waits for the other where that does not read; each direction ends by itself.
/// Where the socket has to say first where it goes, it has some time for that. On an I/O thread.
class ForwardPipe final : public IoClient
{
public:
    struct World
    {
        IoLoop &loop;
        ForwardSockets &sockets;
        std::function<void()> progress; ///< asks for a step(), later
        std::function<std::unique_ptr<CommandChannel>(
            const ForwardTarget &, CommandChannel::Output)>
            openChannel;
    };

    ForwardPipe(World world, Descriptor socket, const ForwardTarget &target);
    /// It says by itself where it goes.
    ForwardPipe(World world, Descriptor socket, std::unique_ptr<ForwardGreeting> greeting);
    /// Closes the socket, or gives it back where nothing was read of it and it was not refused.
    ~ForwardPipe();
    ForwardPipe(const ForwardPipe &) = delete;
    ForwardPipe &operator=(const ForwardPipe &) = delete;

    [[nodiscard]] bool isGreeting() const { return !m_target; }
    /// It has said where it goes: open() is next.
    [[nodiscard]] bool isToBeOpened() const { return m_target && !m_channel; }
    void open();
    /// Call when the connection was pumped. False: it is over.
    [[nodiscard]] bool step(const Endpoint &endpoint);
    [[nodiscard]] bool wantsToWrite() const { return m_channel && m_channel->wantsToWrite(); }
    [[nodiscard]] bool hasNews() const { return m_channel && m_channel->hasNews(); }
    [[nodiscard]] bool isOpening() const { return m_channel && !m_isOpened; }
    [[nodiscard]] bool isToBeAskedAgain() const
    {
        return isOpening() || (m_channel && m_channel->isToBeAskedAgain());
    }

    void onReady(std::uint32_t events) override;
    void onDeadline() override;

private:
    [[nodiscard]] CommandChannel::Output output();
    [[nodiscard]] bool hasOpened();
    void readGreeting();
    void follow(const ForwardGreeting::Step &step);
    void say(const QByteArray &bytes);
    void refuse(const Error &error, const QByteArray &reply);
    void closeSocket();
    void readSocket();
    void writeSocket();
    void updateWatch();

    World m_world;
    Descriptor m_socket;
    IoLoop::Token m_token;
    const std::unique_ptr<ForwardGreeting> m_greeting;
    std::optional<ForwardTarget> m_target;
    std::unique_ptr<CommandChannel> m_channel;
    QByteArray m_down; ///< from the worker, for the socket
    int m_downSent = 0;
    bool m_wasRead = false; ///< of its greeting
    bool m_isOpened = false;
    bool m_isRefused = false;
    bool m_hasEnded = false; ///< both sides in good order
    bool m_isBroken = false; ///< the socket is
    bool m_hasReadAll = false;
    bool m_isShutDown = false;
};

} // namespace podium::ssh
