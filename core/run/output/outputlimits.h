// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace podium::run {

/// How much of a run's output is kept, all workers together, and where. A value.
struct OutputLimits
{
    static constexpr qint64 MiB = 1024LL * 1024;

    static constexpr qint64 UsualMemory = 256 * MiB;

    /// Head and tail of each worker stay in memory; 0: nothing is kept, on disk neither.
    qint64 memoryBytes = UsualMemory;
    qint64 diskBytes = 0; ///< what does not fit is on disk, up to so much; 0: is cut
    QString folder;       ///< for the file on disk; empty: is cut
    bool operator==(const OutputLimits &) const = default;
};

} // namespace podium::run
