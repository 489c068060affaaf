// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/transport.h"

namespace podium::ctl {

/// The terminal on stdin in raw mode: each key is read as it is typed; nothing is echoed, edited or
/// turned into a signal here. It is as it was again when this goes, and when the process ends by a
/// signal that nobody handles. One at a time.
class RawTerminal final
{
public:
    RawTerminal();
    ~RawTerminal();
    RawTerminal(const RawTerminal &) = delete;
    RawTerminal &operator=(const RawTerminal &) = delete;
};

/// Of the terminal on stdin; 80 x 24 where it does not know.
[[nodiscard]] ssh::TerminalSize windowSize();

} // namespace podium::ctl
