// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/host/linechannel.h"

#include <sys/socket.h>

#include <cerrno>

namespace podium::sim {

bool LineChannel::send(const nlohmann::json &message)
{
    const std::string line = message.dump() + '\n';
    size_t done = 0;
    while (done < line.size()) {
        const ssize_t n = ::send(m_fd, line.data() + done, line.size() - done, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        done += static_cast<size_t>(n);
    }
    return true;
}

std::optional<nlohmann::json> LineChannel::buffered()
{
    const size_t end = m_buffer.find('\n');
    if (end == std::string::npos)
        return std::nullopt;
    auto message = nlohmann::json::parse(
        m_buffer.begin(), m_buffer.begin() + static_cast<std::ptrdiff_t>(end));
    m_buffer.erase(0, end + 1);
    return message;
}

std::optional<nlohmann::json> LineChannel::receive()
{
    char block[65536];
    for (;;) {
        if (auto message = buffered())
            return message;
        const ssize_t n = ::recv(m_fd, block, sizeof block, 0);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return std::nullopt;
        m_buffer.append(block, static_cast<size_t>(n));
    }
}

} // namespace podium::sim
