// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/runterminals.h"
#include "widgets/run/output/linesource.h"

namespace podium::ui {

/// A worker's terminal as lines: what has scrolled away, then the screen with its cursor, a block
/// in the view that has the keyboard and a stroke in the others. None before anything has come.
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
    [[nodiscard]] run::OutputCut cut() const override;
    void setFocused(bool isFocused) { m_isFocused = isFocused; }

private:
    const run::RunTerminals &m_terminals;
    int m_slot;
    bool m_isFocused = false;
};

/// The line with a cursor in one of its cells. Pure.
[[nodiscard]] run::StyledLine withCursor(const run::StyledLine &line, int cell, bool isBlock);

} // namespace podium::ui
