// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/podium-sim/host/fd.h"

#include <cstddef>

namespace podium::sim {

/// Carries bytes both ways until either side ends, or until `limit` bytes have come from `server`:
/// then the client's connection is reset. In a process of its own, which keeps no other descriptors
/// than these and the standard ones; never returns.
[[noreturn]] void runRelay(Fd client, Fd server, size_t limit);

} // namespace podium::sim
