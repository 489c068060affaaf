// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/podium-sim/host/distance.h"
#include "app/podium-sim/host/fd.h"

#include <utility>

namespace podium::sim {

/// The process that carries connections over distances (DistanceRelay), so that the worker host
/// need not: as many workers as there may be start meanwhile. Made when it is first needed; ends
/// with this object, or its process.
class DistanceProcess final
{
public:
    /// Puts the distance before `client`, whose connection it takes: what is to be served instead.
    /// Throws std::system_error.
    [[nodiscard]] Fd carry(Fd client, const Distance &distance);

private:
    void start();
    /// Two ends of a connection by TCP: who logs in has an address then, which sshd's PAM would
    /// look up by name otherwise.
    [[nodiscard]] std::pair<Fd, Fd> connectedPair();

    Fd m_channel;
    Fd m_listener; ///< on loopback; whoever else comes there is turned away
};

} // namespace podium::sim
