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
        Bad,      ///< missing or wrong; `hint` or `command` says what to do
        Optional, ///< not there, and only some need it; `hint` says for what
        Unknown,  ///< could not be looked at: neither good nor bad
    };
    QString subject; ///< a word or two: "ssh", "~/.ssh", a project's id
    State state = State::Unknown;
    QString text;         ///< a sentence
    QString hint = {};    ///< a sentence; empty where there is nothing to do
    QString command = {}; ///< for a shell: what does it; empty: none alone does
    bool operator==(const Finding &) const = default;
};

using Findings = std::vector<Finding>;

/// A stable word for scripts: "good", "bad", "optional", "unknown".
[[nodiscard]] QString stateName(Finding::State state);
/// Whether nothing is bad.
[[nodiscard]] bool isGood(const Findings &findings);

} // namespace podium::doctor
