// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/output/textselection.h"

#include <QCoreApplication>

#include <utility>

namespace podium::ui {

namespace {

struct SelectionWords
{
    Q_DECLARE_TR_FUNCTIONS(TextSelection)
};

QString missingText(int lines)
{
    return lines == 1 ? SelectionWords::tr("… 1 line is on disk: “Copy all output” has it …")
                      : SelectionWords::tr(
                            "… %n lines are on disk: “Copy all output” has them …", nullptr, lines);
}

bool isWordCharacter(QChar character)
{
    return character.isLetterOrNumber() || QStringLiteral("_-./:~@%+=").contains(character);
}

TextPosition moveLeft(const LineSource &source, TextPosition from)
{
    if (from.column > 0) {
        return {from.line, LineCells(source.line(from.line).text).before(from.column)};
    }
    if (from.line == 0) {
        return from;
    }
    return {from.line - 1, source.line(from.line - 1).text.size()};
}

TextPosition moveRight(const LineSource &source, TextPosition from)
{
    const QString text = source.line(from.line).text;
    if (from.column < text.size()) {
        return {from.line, LineCells(text).after(from.column)};
    }
    return from.line + 1 < source.lineCount() ? TextPosition{from.line + 1, 0} : from;
}

TextPosition moveToLine(const LineSource &source, TextPosition from, int line)
{
    const int target = std::clamp(line, 0, source.lineCount() - 1);
    const int cell = LineCells(source.line(from.line).text).cellOf(from.column);
    return {target, LineCells(source.line(target).text).columnAt(cell)};
}

} // namespace

ColumnRange TextSelection::columnsIn(int line, int length) const
{
    const TextPosition first = begin();
    const TextPosition last = end();
    if (line < first.line || line > last.line) {
        return {};
    }
    const int from = line == first.line ? std::min(first.column, length) : 0;
    const int to = line == last.line ? std::min(last.column, length) : length;
    return {from, std::max(from, to)};
}

QString selectedText(const LineSource &source, const TextSelection &selection, int limit)
{
    QString text;
    bool isFirst = true;
    int missing = 0;
    const auto add = [&text, &isFirst](const QString &part) {
        text += std::exchange(isFirst, false) ? QString() : QStringLiteral("\n");
        text += part;
    };
    const auto tellMissing = [&] {
        if (const int lines = std::exchange(missing, 0); lines > 0) {
            add(missingText(lines));
        }
    };
    // Of a line that only its beginning is selected of, nothing is missing.
    const int empty = selection.end().column == 0 ? selection.end().line : -1;
    const int last = std::min(selection.end().line, source.lineCount() - 1);
    for (int line = selection.begin().line; line <= last && text.size() < limit; ++line) {
        if (line != empty && !source.isThere(line)) {
            ++missing;
            continue;
        }
        tellMissing();
        const QString whole = source.line(line).text;
        const ColumnRange columns = selection.columnsIn(line, whole.size());
        add(whole.mid(columns.begin, columns.end - columns.begin));
    }
    tellMissing();
    text.truncate(limit);
    return text;
}

ColumnRange wordAt(const QString &text, int column)
{
    if (column < 0 || column >= text.size()) {
        return {text.size(), text.size()};
    }
    ColumnRange word{column, column + 1};
    if (!isWordCharacter(text.at(column))) {
        return word;
    }
    while (word.begin > 0 && isWordCharacter(text.at(word.begin - 1))) {
        --word.begin;
    }
    while (word.end < text.size() && isWordCharacter(text.at(word.end))) {
        ++word.end;
    }
    return word;
}

TextPosition movedCaret(const LineSource &source, TextPosition from, CaretMove move, int lines)
{
    const int count = source.lineCount();
    if (count == 0) {
        return {};
    }
    from.line = std::clamp(from.line, 0, count - 1);
    switch (move) {
    case CaretMove::Left:
        return moveLeft(source, from);
    case CaretMove::Right:
        return moveRight(source, from);
    case CaretMove::Up:
        return moveToLine(source, from, from.line - lines);
    case CaretMove::Down:
        return moveToLine(source, from, from.line + lines);
    case CaretMove::LineStart:
        return {from.line, 0};
    case CaretMove::LineEnd:
        return {from.line, source.line(from.line).text.size()};
    case CaretMove::Start:
        return {};
    case CaretMove::End:
        return {count - 1, source.line(count - 1).text.size()};
    }
    return from;
}

} // namespace podium::ui
