// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/output/accessibleoutput.h"

#include "widgets/run/output/outputview.h"

#include <algorithm>

namespace podium::ui {

namespace {

QAccessibleInterface *makeOutputInterface(const QString &, QObject *object)
{
    auto *view = qobject_cast<OutputView *>(object);
    return view ? new AccessibleOutput(view) : nullptr;
}

} // namespace

void installOutputAccessibility()
{
    [[maybe_unused]] static const bool once = [] {
        QAccessible::installFactory(makeOutputInterface);
        return true;
    }();
}

AccessibleOutput::AccessibleOutput(OutputView *view)
    : QAccessibleWidget(view, QAccessible::Terminal)
{}

OutputView *AccessibleOutput::view() const
{
    return static_cast<OutputView *>(widget());
}

QAccessible::State AccessibleOutput::state() const
{
    QAccessible::State state = QAccessibleWidget::state();
    state.readOnly = true;
    state.multiLine = true;
    state.selectableText = true;
    return state;
}

QString AccessibleOutput::text(QAccessible::Text kind) const
{
    return kind == QAccessible::Value ? text(0, characterCount()) : QAccessibleWidget::text(kind);
}

void *AccessibleOutput::interface_cast(QAccessible::InterfaceType type)
{
    if (type == QAccessible::TextInterface) {
        return static_cast<QAccessibleTextInterface *>(this);
    }
    return QAccessibleWidget::interface_cast(type);
}

int AccessibleOutput::firstLine() const
{
    const LineSource *source = view()->source();
    return source ? std::max(0, source->lineCount() - LineLimit) : 0;
}

/// Notes where lines begin, going on where it stopped: only the last one known may have changed.
void AccessibleOutput::index() const
{
    const LineSource *source = view()->source();
    const int lines = source ? source->lineCount() : 0;
    const int first = firstLine();
    if (first != m_first || int(m_starts.size()) > lines - first) {
        m_starts.clear();
        m_first = first;
    }
    if (m_starts.empty()) {
        m_starts.push_back(0);
    }
    m_total = m_starts.back();
    for (int line = m_first + int(m_starts.size()) - 1; line < lines; ++line) {
        m_total = m_starts.back() + source->line(line).text.size();
        if (line + 1 < lines) {
            m_starts.push_back(m_total + 1);
        }
    }
}

AccessibleOutput::Place AccessibleOutput::placeOf(int offset) const
{
    index();
    const auto after = std::upper_bound(m_starts.begin(), m_starts.end(), std::max(0, offset));
    const int line = int(after - m_starts.begin()) - 1;
    return {m_first + line, std::max(0, offset) - m_starts.at(std::size_t(line))};
}

int AccessibleOutput::offsetOf(int line, int column) const
{
    index();
    const int place = std::clamp(line - m_first, 0, int(m_starts.size()) - 1);
    return std::min(m_starts.at(std::size_t(place)) + column, m_total);
}

int AccessibleOutput::characterCount() const
{
    const LineSource *source = view()->source();
    if (!source || source->lineCount() == 0) {
        return view()->placeholder().size();
    }
    index();
    return m_total;
}

QString AccessibleOutput::text(int start, int end) const
{
    const LineSource *source = view()->source();
    if (!source || source->lineCount() == 0) {
        return view()->placeholder().mid(start, end - start);
    }
    const Place from = placeOf(start);
    const Place to = placeOf(std::min(end, characterCount()));
    return ui::selectedText(*source, {{from.line, from.column}, {to.line, to.column}});
}

void AccessibleOutput::selection(int number, int *start, int *end) const
{
    const TextSelection &selected = view()->selection();
    const bool none = number != 0 || selected.isEmpty();
    *start = none ? 0 : offsetOf(selected.begin().line, selected.begin().column);
    *end = none ? 0 : offsetOf(selected.end().line, selected.end().column);
}

int AccessibleOutput::selectionCount() const
{
    return view()->selection().isEmpty() ? 0 : 1;
}

void AccessibleOutput::addSelection(int start, int end)
{
    setSelection(0, start, end);
}

void AccessibleOutput::removeSelection(int)
{
    view()->setSelection({});
}

void AccessibleOutput::setSelection(int, int start, int end)
{
    const Place from = placeOf(start);
    const Place to = placeOf(end);
    view()->setSelection({{from.line, from.column}, {to.line, to.column}});
}

int AccessibleOutput::cursorPosition() const
{
    const TextPosition caret = view()->selection().caret;
    return offsetOf(caret.line, caret.column);
}

void AccessibleOutput::setCursorPosition(int offset)
{
    setSelection(0, offset, offset);
    scrollToSubstring(offset, offset);
}

QRect AccessibleOutput::characterRect(int offset) const
{
    const Place place = placeOf(offset);
    const QRect cell = view()->cellRect({place.line, place.column});
    return {view()->viewport()->mapToGlobal(cell.topLeft()), cell.size()};
}

int AccessibleOutput::offsetAtPoint(const QPoint &point) const
{
    const TextPosition at = view()->positionAt(view()->viewport()->mapFromGlobal(point));
    return offsetOf(at.line, at.column);
}

void AccessibleOutput::scrollToSubstring(int start, int)
{
    const Place place = placeOf(start);
    view()->reveal({place.line, place.column});
}

QString AccessibleOutput::attributes(int offset, int *start, int *end) const
{
    // One line at a time; what matters to hear is whether it came over stderr.
    const Place place = placeOf(offset);
    const LineSource *source = view()->source();
    *start = offsetOf(place.line, 0);
    *end = *start;
    if (!source || place.line >= source->lineCount()) {
        return {};
    }
    const run::StyledLine line = source->line(place.line);
    *end = *start + line.text.size();
    const bool isError = std::any_of(
        line.runs.begin(), line.runs.end(), [](const run::StyleRun &r) { return r.style.isError; });
    return isError ? QStringLiteral("stream:stderr;") : QString();
}

} // namespace podium::ui
