// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace podium::sim {

/// JSON documents, one a line, over a connected stream socket. Not thread-safe.
class LineChannel final
{
public:
    /// The channel uses `fd` and does not own it.
    explicit LineChannel(int fd) : m_fd(fd) {}

    /// False when the peer is gone.
    [[nodiscard]] bool send(const nlohmann::json &message);

    /// Blocks for the next message; nothing at the end of the stream.
    [[nodiscard]] std::optional<nlohmann::json> receive();

    /// A message that has already been read in full, without waiting.
    [[nodiscard]] std::optional<nlohmann::json> buffered();

private:
    int m_fd;
    std::string m_buffer;
};

} // namespace podium::sim
