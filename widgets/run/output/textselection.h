// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/run/output/linepainter.h"
#include "widgets/run/output/linesource.h"

#include <QString>

#include <algorithm>
#include <compare>

namespace podium::ui {

/// A place between two characters. Columns are QChar indexes.
struct TextPosition
{
    int line = 0;
    int column = 0;
    // The 0 that the compiler compares with is no null pointer.
    // NOLINTNEXTLINE(modernize-use-nullptr)
    friend auto operator<=>(const TextPosition &, const TextPosition &) = default;
};

/// What is selected: from where it began to where the caret is now. A value.
struct TextSelection
{
    TextPosition anchor;
    TextPosition caret;
    friend bool operator==(const TextSelection &, const TextSelection &) = default;

    [[nodiscard]] bool isEmpty() const { return anchor == caret; }
    [[nodiscard]] TextPosition begin() const { return std::min(anchor, caret); }
    [[nodiscard]] TextPosition end() const { return std::max(anchor, caret); }
    /// The part of it in a line of this length.
    [[nodiscard]] ColumnRange columnsIn(int line, int length) const;
};

/// The selected text, lines joined with '\n'; at most `limit` QChars of it. Of lines that are on
/// disk it says how many there are.
[[nodiscard]] QString
selectedText(const LineSource &source, const TextSelection &selection, int limit = 64 << 20);

/// The word (letters, digits and what paths, addresses and names are made of) around a column,
/// or the one character that stands there.
[[nodiscard]] ColumnRange wordAt(const QString &text, int column);

/// Where a caret goes.
enum class CaretMove { Left, Right, Up, Down, LineStart, LineEnd, Start, End };

[[nodiscard]] TextPosition
movedCaret(const LineSource &source, TextPosition from, CaretMove move, int lines = 1);

} // namespace podium::ui
