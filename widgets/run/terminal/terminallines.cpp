// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/terminal/terminallines.h"

#include "widgets/run/output/linecells.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace podium::ui {

namespace {

run::StyledLine padded(const run::StyledLine &line, int cells)
{
    run::StyledLine longer = line;
    const int missing = cells - LineCells(line.text).cellCount();
    if (missing > 0) {
        if (!longer.runs.empty() && !(longer.runs.back().style == run::TextStyle())) {
            longer.runs.push_back({longer.text.size(), {}});
        }
        longer.text += QString(missing, QLatin1Char(' '));
    }
    return longer;
}

run::TextStyle styleAt(const run::StyledLine &line, int column)
{
    run::TextStyle style;
    for (const run::StyleRun &each : line.runs) {
        style = each.start <= column ? each.style : style;
    }
    return style;
}

/// The line with this in place of its columns begin … end-1.
run::StyledLine spliced(
    const run::StyledLine &line, int begin, int end, const QString &text,
    const run::TextStyle &style)
{
    run::StyledLine result{line.text.left(begin) + text + line.text.mid(end), {}};
    for (const run::StyleRun &each : line.runs) {
        if (each.start < begin) {
            result.runs.push_back(each);
        }
    }
    result.runs.push_back({begin, style});
    const int moved = begin + text.size() - end;
    if (end < line.text.size()) {
        result.runs.push_back({end + moved, styleAt(line, end)});
    }
    for (const run::StyleRun &each : line.runs) {
        if (each.start > end) {
            result.runs.push_back({each.start + moved, each.style});
        }
    }
    return result;
}

/// What of it is shown in so many columns, and from which cell on.
struct Fitted
{
    Composing composing;
    int cell = 0;
    int width = 0;
    [[nodiscard]] int cursorCell() const
    {
        return cell + LineCells(composing.text)
                          .cellOf(composing.cursor < 0 ? composing.text.size() : composing.cursor);
    }
};

Fitted fitted(const Composing &composing, int cell, int columns)
{
    const LineCells cells(composing.text);
    Fitted fitted{composing, 0, cells.cellCount()};
    // A cursor behind it needs a cell, too.
    const int room = std::max(0, columns - (composing.cursor == composing.text.size() ? 1 : 0));
    if (fitted.width > room) {
        int from = cells.columnAt(fitted.width - room);
        from = cells.cellOf(from) < fitted.width - room ? cells.after(from) : from;
        fitted.composing.text = composing.text.mid(from);
        fitted.composing.cursor = composing.cursor < 0 ? -1 : std::max(0, composing.cursor - from);
        fitted.width -= cells.cellOf(from);
    }
    fitted.cell = std::max(0, std::min(cell, room - fitted.width));
    return fitted;
}

} // namespace

int TerminalLines::lineCount() const
{
    const run::TerminalScreen *screen = m_terminals.screen(m_slot);
    return screen ? screen->lineCount() + (screen->forgottenLines() > 0 ? 1 : 0) : 0;
}

run::Elision TerminalLines::cut() const
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
    if (place - screen->scrollbackCount() != cursor.row || !m_terminals.takesTyping(m_slot)) {
        return line;
    }
    if (!m_composing.text.isEmpty()) {
        return withComposing(line, cursor.cell, m_composing, columns());
    }
    return cursor.isVisible ? withCursor(line, cursor.cell, m_isFocused) : line;
}

TextPosition TerminalLines::cursorPosition() const
{
    const run::TerminalScreen *screen = m_terminals.screen(m_slot);
    if (!screen) {
        return {};
    }
    const run::TerminalScreen::Cursor cursor = screen->cursor();
    const int index = screen->scrollbackCount() + cursor.row + (cut().lines > 0 ? 1 : 0);
    const int cell = m_composing.text.isEmpty()
                         ? cursor.cell
                         : fitted(m_composing, cursor.cell, columns()).cursorCell();
    return {index, LineCells(line(index).text).columnAt(cell)};
}

run::StyledLine withCursor(const run::StyledLine &line, int cell, bool isBlock)
{
    const run::StyledLine whole = padded(line, cell + 1);
    const LineCells cells(whole.text);
    const int begin = cells.columnAt(cell);
    const int end = std::max(begin + 1, cells.after(begin));
    run::TextStyle style = styleAt(whole, begin);
    style.inverse = isBlock ? !style.inverse : style.inverse;
    style.underline = style.underline || !isBlock;
    return spliced(whole, begin, end, whole.text.mid(begin, end - begin), style);
}

run::StyledLine
withComposing(const run::StyledLine &line, int cell, const Composing &composing, int columns)
{
    const Fitted shown = fitted(composing, cell, columns);
    const run::StyledLine whole = padded(line, shown.cell + shown.width);
    const LineCells cells(whole.text);
    // Of a wide character that is covered by half, the other half is blank.
    const int begin = cells.columnAt(shown.cell);
    const int before = shown.cell - cells.cellOf(begin);
    int end = cells.columnAt(shown.cell + shown.width);
    end = cells.cellOf(end) < shown.cell + shown.width ? cells.after(end) : end;
    const int behind = cells.cellOf(end) - shown.cell - shown.width;
    run::TextStyle style;
    style.underline = true;
    const run::StyledLine over = spliced(
        whole, begin, end,
        QString(before, QLatin1Char(' ')) + shown.composing.text +
            QString(behind, QLatin1Char(' ')),
        style);
    return shown.composing.cursor < 0 ? over : withCursor(over, shown.cursorCell(), true);
}

} // namespace podium::ui
