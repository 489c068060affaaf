// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace podium::ssh {

/// Gives another process a descriptor, over a local socket: a byte that carries it, as the protocol
/// of ssh's masters wants it. False, with errno, where it could not be sent.
[[nodiscard]] bool sendDescriptor(int socket, int fd);

} // namespace podium::ssh
