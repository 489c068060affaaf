// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

#include <functional>
#include <vector>

namespace podium::tests {

/// What another program does to an ssh config when it runs: old bytes to new bytes. Written from
/// how these programs behave, bad habits included.
struct ToolHabit
{
    const char *name;
    std::function<QByteArray(const QByteArray &)> run;
    QByteArray mark; ///< a line of it that shows whether it piles up or gets lost
};

[[nodiscard]] std::vector<ToolHabit> toolHabits();

} // namespace podium::tests
