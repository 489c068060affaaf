// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/output/outputstore.h"

#include <QStringList>
#include <QVector>

#include <functional>
#include <vector>

namespace podium::run {

/// Slots whose output is the same.
struct Fold
{
    /// The smallest, the odd ones, first; groups of one size in the order of their first slots.
    std::vector<QVector<int>> groups;
    /// Index of the group that most belong to: the largest, of at least two slots, and larger
    /// than every other; -1: there is none.
    int majority = -1;
    bool operator==(const Fold &) const = default;
};

/// Folds these slots by the final text of their stdout and stderr, `\r` and colours obeyed. Slots
/// with different tags stay apart ("exit 1", "running"); a lambda for them needs `-> QString`, or
/// a sum in it would outlive its parts. By digests (128 bits, which a hostile worker can forge: it
/// would only hide its own output), so no text is read: cheap enough for every frame, whatever the
/// slots have printed. Pure.
[[nodiscard]] Fold fold(
    const OutputStore &store, const QVector<int> &slotNumbers,
    const std::function<QString(int slot)> &tagOf = {});

/// A line of two texts laid side by side.
struct LineMatch
{
    enum class Kind {
        Same,
        Added,   ///< in the text only
        Missing, ///< in the reference only
    };
    Kind kind = Kind::Same;
    int line = -1;          ///< in the text; -1 for Missing
    int referenceLine = -1; ///< in the reference; -1 for Added
    bool operator==(const LineMatch &) const = default;
};

/// What a text has, and lacks, of a reference, in the order of both. The shortest way from one to
/// the other where that can be found in reasonable time; else all of the middle differs. Pure.
[[nodiscard]] std::vector<LineMatch>
matchLines(const QStringList &lines, const QStringList &reference);

/// The lines of a slot, for matchLines().
[[nodiscard]] QStringList linesOf(const OutputStore &store, int slot);

} // namespace podium::run
