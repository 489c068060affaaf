// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/runterminals.h"
#include "widgets/run/output/linesource.h"
#include "widgets/run/output/textselection.h"

namespace podium::ui {

/// What an input method composes: not typed yet.
struct Composing
{
    QString text;
    int cursor = -1; ///< a column in it; -1: none is shown
    bool operator==(const Composing &) const = default;
};

/// A worker's terminal as lines: what has scrolled away, then the screen with its cursor, a block
/// in the view that has the keyboard and a stroke in the others. What is being composed lies over
/// the screen at the cursor. None before anything has come.
class TerminalLines final : public LineSource
{
public:
    /// `terminals` must outlive it.
    TerminalLines(const run::RunTerminals &terminals, int slot)
        : m_terminals(terminals)
        , m_slot(slot)
    {}

    [[nodiscard]] int lineCount() const override;
    [[nodiscard]] run::StyledLine line(int index) const override;
    [[nodiscard]] run::Elision cut() const override;
    void setFocused(bool isFocused) { m_isFocused = isFocused; }
    void setComposing(const Composing &composing) { m_composing = composing; }
    [[nodiscard]] const Composing &composing() const { return m_composing; }
    /// Where the cursor stands among these lines, in what is being composed if there is anything.
    [[nodiscard]] TextPosition cursorPosition() const;

private:
    [[nodiscard]] int columns() const { return m_terminals.size(m_slot).columns; }

    const run::RunTerminals &m_terminals;
    int m_slot;
    bool m_isFocused = false;
    Composing m_composing;
};

/// The line with a cursor in one of its cells. Pure.
[[nodiscard]] run::StyledLine withCursor(const run::StyledLine &line, int cell, bool isBlock);

/// The line with this over it, from one of its cells on or before that, so that it ends within so
/// many columns; of what is longer the end. Pure.
[[nodiscard]] run::StyledLine
withComposing(const run::StyledLine &line, int cell, const Composing &composing, int columns);

} // namespace podium::ui
