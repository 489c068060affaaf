// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sshconfig/plan/configplan.h"

#include <QString>

#include <vector>

namespace podium::models {

/// A stretch of a line, in QChars.
struct TextSpan
{
    int start = 0;
    int length = 0;
    bool operator==(const TextSpan &) const = default;
};

/// One side of a row of a side-by-side diff. Number 0: there is no line on this side.
struct DiffSide
{
    int number = 0;
    QString text;
    TextSpan changed; ///< of a line that differs from its partner: the part that does
    bool operator==(const DiffSide &) const = default;
};

/// A row of a side-by-side diff.
struct DiffRow
{
    enum class Kind { Same, Changed, Added, Removed, Gap };
    Kind kind = Kind::Same;
    DiffSide before;
    DiffSide after;
    int hidden = 0; ///< of a Gap: unchanged lines left out here
    bool operator==(const DiffRow &) const = default;
};

/// Puts removed and added lines that stand together side by side, and marks where unchanged
/// lines were left out between them.
[[nodiscard]] std::vector<DiffRow> diffRows(const std::vector<sshconfig::DiffLine> &lines);

/// Lines added and removed: "+12 −3".
[[nodiscard]] QString diffCountText(const std::vector<sshconfig::DiffLine> &lines);

} // namespace podium::models
