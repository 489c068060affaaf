// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/terminal/terminalcells.h"

#include "core/run/output/cellwidth.h"

#include <QChar>

namespace podium::run {

namespace {

constexpr uint32_t RightHalf = 0xffffffff; ///< of a wide character

TextColour colourOf(const VTermColor &colour)
{
    if (VTERM_COLOR_IS_DEFAULT_FG(&colour) || VTERM_COLOR_IS_DEFAULT_BG(&colour)) {
        return {};
    }
    if (VTERM_COLOR_IS_INDEXED(&colour)) {
        return {TextColour::Kind::Palette, colour.indexed.idx};
    }
    return {
        TextColour::Kind::Rgb, quint32(colour.rgb.red) << 16U | quint32(colour.rgb.green) << 8U |
                                   quint32(colour.rgb.blue)};
}

TextStyle styleOf(const VTermScreenCell &cell)
{
    TextStyle style;
    style.foreground = colourOf(cell.fg);
    style.background = colourOf(cell.bg);
    style.bold = cell.attrs.bold != 0;
    style.italic = cell.attrs.italic != 0;
    style.underline = cell.attrs.underline != 0;
    style.inverse = cell.attrs.reverse != 0;
    return style;
}

bool isBlank(const VTermScreenCell &cell)
{
    const bool hasNoText = cell.chars[0] == 0 || cell.chars[0] == ' ';
    const TextStyle style = styleOf(cell);
    return hasNoText && style.background == TextColour() && !style.inverse && !style.underline;
}

void append(QString &text, char32_t character)
{
    if (QChar::requiresSurrogates(character)) {
        text += QChar(QChar::highSurrogate(character));
        text += QChar(QChar::lowSurrogate(character));
    } else {
        text += QChar(ushort(character));
    }
}

bool isMark(char32_t character)
{
    const QChar::Category category = QChar::category(character);
    return cellWidth(character) == 0 &&
           (category == QChar::Mark_NonSpacing || category == QChar::Mark_Enclosing);
}

/// Whether it may stand in a cell: nothing that is invisible or moves what is around it.
bool isShowable(char32_t character)
{
    const QChar::Category category = QChar::category(character);
    return category != QChar::Other_Control && category != QChar::Other_Format &&
           category != QChar::Other_Surrogate && category != QChar::Separator_Line &&
           category != QChar::Separator_Paragraph && character <= QChar::LastValidCodePoint;
}

void appendCell(QString &text, const VTermScreenCell &cell)
{
    const char32_t first = cell.chars[0];
    const int width = cell.width > 1 ? 2 : 1;
    if (first == 0) {
        text += QString(width, QLatin1Char(' '));
        return;
    }
    const int shown = isShowable(first) ? cellWidth(first) : 0;
    if (shown < 1 || shown > width) {
        text += QString(width, QChar(QChar::ReplacementCharacter));
        return;
    }
    append(text, first);
    for (int i = 1; i < VTERM_MAX_CHARS_PER_CELL && cell.chars[i] != 0; ++i) {
        if (isMark(cell.chars[i])) {
            append(text, cell.chars[i]);
        }
    }
    text += QString(width - shown, QLatin1Char(' '));
}

} // namespace

StyledLine lineOfCells(const std::vector<VTermScreenCell> &cells)
{
    std::size_t end = cells.size();
    while (end > 0 && isBlank(cells[end - 1])) {
        --end;
    }
    StyledLine line;
    line.text.reserve(int(end));
    TextStyle before;
    for (std::size_t i = 0; i < end; ++i) {
        if (cells[i].chars[0] == RightHalf) {
            continue;
        }
        const TextStyle style = styleOf(cells[i]);
        if (!(style == before)) {
            line.runs.push_back({line.text.size(), style});
            before = style;
        }
        appendCell(line.text, cells[i]);
    }
    return line;
}

} // namespace podium::run
