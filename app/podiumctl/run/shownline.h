// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

namespace podium::ctl {

/// A line of a worker's output for a terminal: tabs and, if wanted, colours (SGR) pass, the latter
/// until the end of the line; of what a carriage return would write over, the last counts; all
/// other control sequences are left out, and characters that hide or reorder text are escaped.
/// Pure.
[[nodiscard]] QByteArray shownLine(const QByteArray &line, bool withColours);

/// Whether a terminal is to get colours: not where NO_COLOR is set, or it is a dumb one.
[[nodiscard]] bool wantsColours();

} // namespace podium::ctl
