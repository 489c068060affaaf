// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/host/relay.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>

namespace podium::sim {

constexpr size_t blockSize = 16384;

static bool writeAll(int fd, const char *data, size_t size)
{
    while (size > 0) {
        const ssize_t n = ::send(fd, data, size, MSG_NOSIGNAL);
        if (n <= 0)
            return false;
        data += n;
        size -= static_cast<size_t>(n);
    }
    return true;
}

/// Moves what is there, at most `limit` bytes; how many, 0 at the end.
static size_t move(int from, int to, size_t limit)
{
    char block[blockSize];
    const ssize_t n = ::recv(from, block, std::min(limit, sizeof block), 0);
    if (n <= 0 || !writeAll(to, block, static_cast<size_t>(n)))
        return 0;
    return static_cast<size_t>(n);
}

static void resetOnClose(int fd)
{
    const linger now{1, 0};
    ::setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
}

/// What else this process was born with is not its own: a copy of a listener would hold the
/// address.
static void closeAllBut(int one, int other)
{
    const auto low = static_cast<unsigned>(std::min(one, other));
    const auto high = static_cast<unsigned>(std::max(one, other));
    if (low > STDERR_FILENO + 1)
        ::close_range(STDERR_FILENO + 1, low - 1, 0);
    if (high > low + 1)
        ::close_range(low + 1, high - 1, 0);
    ::close_range(high + 1, ~0U, 0);
}

void runRelay(Fd client, Fd server, size_t limit)
{
    closeAllBut(client.get(), server.get());
    pollfd ends[2] = {{client.get(), POLLIN, 0}, {server.get(), POLLIN, 0}};
    while (limit > 0) {
        if (::poll(ends, 2, -1) < 0)
            continue;
        if (ends[0].revents != 0 && move(client.get(), server.get(), blockSize) == 0)
            break;
        if (ends[1].revents != 0) {
            const size_t n = move(server.get(), client.get(), limit);
            if (n == 0)
                break;
            limit -= n;
        }
    }
    if (limit == 0)
        resetOnClose(client.get());
    ::_exit(0);
}

} // namespace podium::sim
