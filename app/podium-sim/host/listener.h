// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/podium-sim/host/fd.h"

#include <netinet/in.h>

#include <string>
#include <vector>

namespace podium::sim {

/// One address of a worker: it listens, refuses, or is silent. All but reading throws
/// std::system_error.
class Listener final
{
public:
    Listener() = default;
    ~Listener() { close(); }
    Listener(const Listener &) = delete;
    Listener &operator=(const Listener &) = delete;

    /// Takes the address and listens; false when another program has it.
    bool take(const sockaddr_in &address);

    void listen();
    void refuse();  ///< the address stays taken
    void silence(); ///< the network does not answer: connecting times out

    [[nodiscard]] int fd() const { return m_fd.get(); }
    [[nodiscard]] bool isTaken() const { return bool(m_fd); }
    [[nodiscard]] std::string text() const; ///< of the address, without its port
    /// A connection that waits; none: it went away meanwhile.
    [[nodiscard]] Fd accept() const;

private:
    void open(int backlog);
    void close();

    sockaddr_in m_address{};
    Fd m_fd;
    std::vector<Fd> m_fillers;
};

} // namespace podium::sim
