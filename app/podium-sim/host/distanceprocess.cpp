// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/host/distanceprocess.h"

#include "app/podium-sim/host/distancerelay.h"
#include "app/podium-sim/host/system.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
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

static sockaddr_in loopback()
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

/// Of a socket's own end, or of its peer's.
static sockaddr_in nameOf(int socket, decltype(::getsockname) *which)
{
    sockaddr_in address{};
    socklen_t size = sizeof address;
    must(which(socket, reinterpret_cast<sockaddr *>(&address), &size), "name a distance's end");
    return address;
}

std::pair<Fd, Fd> DistanceProcess::connectedPair()
{
    constexpr const char *what = "make a distance";
    const int kind = SOCK_STREAM | SOCK_CLOEXEC;
    if (!m_listener) {
        Fd listener(must(::socket(AF_INET, kind, 0), what));
        const sockaddr_in any = loopback();
        must(::bind(listener.get(), reinterpret_cast<const sockaddr *>(&any), sizeof any), what);
        must(::listen(listener.get(), SOMAXCONN), what);
        m_listener = std::move(listener);
    }
    const sockaddr_in there = nameOf(m_listener.get(), ::getsockname);
    Fd ours(must(::socket(AF_INET, kind, 0), what));
    must(::connect(ours.get(), reinterpret_cast<const sockaddr *>(&there), sizeof there), what);
    for (;;) {
        Fd theirs(must(::accept4(m_listener.get(), nullptr, nullptr, SOCK_CLOEXEC), what));
        if (nameOf(theirs.get(), ::getpeername).sin_port ==
            nameOf(ours.get(), ::getsockname).sin_port)
            return {std::move(ours), std::move(theirs)};
    }
}

Fd DistanceProcess::carry(Fd client, const Distance &distance)
{
    auto [ours, theirs] = connectedPair();
    const int on = 1; // as the worker's own listener has it
    for (const Fd *end : {&ours, &theirs})
        ::setsockopt(end->get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    const std::string text = distanceText(distance);
    const auto send = [&, &server = ours] {
        return m_channel && sendWithFd(m_channel.get(), text, client.get()) &&
               sendWithFd(m_channel.get(), "server", server.get());
    };
    if (!send()) {
        start();
        must(send() ? 0 : -1, "carry a connection over a distance");
    }
    return std::move(theirs);
}

} // namespace podium::sim
