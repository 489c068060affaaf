// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/terminal/terminallines.h"

#include "widgets/run/output/linecells.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace podium::ui {

int TerminalLines::lineCount() const
{
    const run::TerminalScreen *screen = m_terminals.screen(m_slot);
    return screen ? screen->lineCount() + (screen->forgottenLines() > 0 ? 1 : 0) : 0;
}

run::OutputCut TerminalLines::cut() const
{
    const run::TerminalScreen *screen = m_terminals.screen(m_slot);
    return {0, screen ? screen->forgottenLines() : 0, 0};
}

run::StyledLine TerminalLines::line(int index) const
{
    const run::TerminalScreen *screen = m_terminals.screen(m_slot);
    const qint64 forgotten = screen->forgottenLines();
    if (forgotten > 0 && index == 0) {
        run::TextStyle faint;
        faint.faint = true;
        return {
            QCoreApplication::translate("TerminalLines", "%1 earlier lines are not kept")
                .arg(QLocale().toString(forgotten)),
            {{0, faint}}};
    }
    const int place = index - (forgotten > 0 ? 1 : 0);
    run::StyledLine line = screen->line(place);
    const run::TerminalScreen::Cursor cursor = screen->cursor();
    const bool isHere = place - screen->scrollbackCount() == cursor.row && cursor.isVisible;
    return isHere && m_terminals.takesTyping(m_slot) ? withCursor(line, cursor.cell, m_isFocused)
                                                     : line;
}

run::StyledLine withCursor(const run::StyledLine &line, int cell, bool isBlock)
{
    run::StyledLine marked = line;
    const int missing = cell + 1 - LineCells(marked.text).cellCount();
    if (missing > 0) {
        if (!marked.runs.empty() && !(marked.runs.back().style == run::TextStyle())) {
            marked.runs.push_back({marked.text.size(), {}});
        }
        marked.text += QString(missing, QLatin1Char(' '));
    }
    const LineCells cells(marked.text);
    const int begin = cells.columnAt(cell);
    const int end = std::max(begin + 1, cells.after(begin));
    run::TextStyle before; // of the cursor's cell, and from there on
    std::vector<run::StyleRun> runs;
    for (const run::StyleRun &each : marked.runs) {
        before = each.start <= begin ? each.style : before;
        if (each.start < begin) {
            runs.push_back(each);
        }
    }
    run::TextStyle style = before;
    style.inverse = isBlock ? !style.inverse : style.inverse;
    style.underline = style.underline || !isBlock;
    runs.push_back({begin, style});
    bool isEndKnown = end >= marked.text.size();
    for (const run::StyleRun &each : marked.runs) {
        if (each.start > begin && each.start < end) {
            before = each.style;
        } else if (each.start >= end) {
            if (!isEndKnown && each.start > end) {
                runs.push_back({end, before});
            }
            isEndKnown = true;
            runs.push_back(each);
        }
    }
    if (!isEndKnown) {
        runs.push_back({end, before});
    }
    marked.runs = std::move(runs);
    return marked;
}

} // namespace podium::ui
