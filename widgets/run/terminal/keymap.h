// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/terminal/terminalscreen.h"

#include <optional>

class QKeyEvent;

namespace podium::ui {

/// What a key of the keyboard is in a terminal; none: nothing by itself, such as Shift. Pure.
[[nodiscard]] std::optional<run::TerminalKey> terminalKey(const QKeyEvent &event);

/// The one key that a terminal never gets: it gives the keyboard back to the window.
[[nodiscard]] bool leavesTerminal(const QKeyEvent &event);

} // namespace podium::ui
