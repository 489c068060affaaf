// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <vector>

namespace podium::doctor {

/// One thing that Podium needs, and whether it is there.
struct Finding
{
    enum class State {
        Good,
        Bad,     ///< missing or wrong; `hint` says what to do
        Unknown, ///< could not be looked at: neither good nor bad
    };
    QString subject; ///< a word or two: "ssh", "~/.ssh", a project's id
    State state = State::Unknown;
    QString text; ///< a sentence
    QString hint; ///< a sentence; empty where there is nothing to do
    bool operator==(const Finding &) const = default;
};

using Findings = std::vector<Finding>;

} // namespace podium::doctor
