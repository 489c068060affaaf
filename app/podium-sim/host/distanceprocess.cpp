// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/host/distanceprocess.h"

#include "app/podium-sim/host/distancerelay.h"
#include "app/podium-sim/host/system.h"

#include <nlohmann/json.hpp>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstdio>
#include <exception>

namespace podium::sim {

/// Until an order comes, a socket is ready, or bytes are due. True: an order.
static bool waitFor(int channel, const DistanceRelay &relay)
{
    pollfd inputs[2] = {{channel, POLLIN, 0}, {relay.descriptor(), POLLIN, 0}};
    timespec left{};
    const auto due = relay.nextDue();
    if (due) {
        const auto wait = std::max(*due - Lane::Clock::now(), Lane::Clock::duration::zero());
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(wait);
        left.tv_sec = seconds.count();
        left.tv_nsec = std::chrono::nanoseconds(wait - seconds).count();
    }
    return ::ppoll(inputs, 2, due ? &left : nullptr, nullptr) > 0 && inputs[0].revents != 0;
}

/// An order is two datagrams: the client with its distance, then the server.
static void obey(int channel, DistanceRelay &relay)
{
    Datagram client = receiveWithFd(channel);
    Datagram server = client.closed ? Datagram{{}, {}, true} : receiveWithFd(channel);
    if (server.closed)
        ::_exit(0);
    const Distance distance = distanceFromJson(nlohmann::json::parse(client.text));
    relay.add(std::move(client.fd), std::move(server.fd), distance, Lane::Clock::now());
}

[[noreturn]] static void carryAll(int channel)
{
    try {
        // What else this process was born with would hold the workers' addresses.
        const int kept = STDERR_FILENO + 1;
        if (channel != kept)
            must(::dup2(channel, kept), "keep the channel of distances");
        ::close_range(kept + 1, ~0U, 0);
        DistanceRelay relay;
        for (;;) {
            if (waitFor(kept, relay))
                obey(kept, relay);
            relay.pump(Lane::Clock::now());
        }
    } catch (const std::exception &error) {
        std::fprintf(stderr, "podium-sim: distances: %s\n", error.what());
    }
    ::_exit(1);
}

void DistanceProcess::start()
{
    int ends[2];
    must(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), "make distances");
    Fd ours(ends[0]);
    const Fd theirs(ends[1]);
    if (must(::fork(), "make distances") == 0)
        carryAll(theirs.get());
    m_channel = std::move(ours);
}

Fd DistanceProcess::carry(Fd client, const Distance &distance)
{
    int ends[2];
    must(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), "make a distance");
    const Fd ours(ends[0]);
    Fd theirs(ends[1]);
    const std::string text = distanceText(distance);
    const auto send = [&] {
        return m_channel && sendWithFd(m_channel.get(), text, client.get()) &&
               sendWithFd(m_channel.get(), "server", ours.get());
    };
    if (!send()) {
        start();
        must(send() ? 0 : -1, "carry a connection over a distance");
    }
    return theirs;
}

} // namespace podium::sim
