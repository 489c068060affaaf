// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/timelineview.h"

#include "core/models/relativetime.h"
#include "widgets/common/accessibleroles.h"
#include "widgets/common/marks.h"
#include "widgets/common/stylepaint.h"
#include "widgets/common/theme.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

namespace podium::ui {

using models::Mark;
using models::TimelineBar;
using models::TimelineTick;

namespace {

constexpr int TickHeight = Grid * 2;
constexpr int TrackHeight = Grid * 3;
constexpr int TickWidth = Grid + 2;
constexpr qreal Narrowest = 3; ///< of a bar: short states are seen too

Qt::BrushStyle patternOf(Mark mark)
{
    switch (mark) {
    case Mark::Busy:
        return Qt::BDiagPattern;
    case Mark::Warning:
        return Qt::Dense6Pattern;
    case Mark::Bad:
        return Qt::DiagCrossPattern;
    case Mark::Unknown:
        return Qt::Dense7Pattern;
    default:
        return Qt::NoBrush;
    }
}

/// A triangle for a new address, a diamond for new machines, a square for a host key, a circle
/// for maintenance: told apart without colours.
QPainterPath shapeOf(TimelineTick::Kind kind, const QRectF &square)
{
    QPainterPath path;
    const QPointF centre = square.center();
    switch (kind) {
    case TimelineTick::Kind::Moved:
        path.addPolygon(
            QPolygonF({square.topLeft(), square.topRight(), QPointF(centre.x(), square.bottom())}));
        break;
    case TimelineTick::Kind::Recreated:
        path.addPolygon(QPolygonF(
            {QPointF(centre.x(), square.top()), QPointF(square.right(), centre.y()),
             QPointF(centre.x(), square.bottom()), QPointF(square.left(), centre.y())}));
        break;
    case TimelineTick::Kind::HostKey:
        path.addRect(square.adjusted(1, 1, -1, -1));
        break;
    case TimelineTick::Kind::Maintenance:
        path.addEllipse(square);
        break;
    }
    path.closeSubpath();
    return path;
}

QColor colourOf(TimelineTick::Kind kind, const Tones &tones)
{
    switch (kind) {
    case TimelineTick::Kind::Moved:
        return tones.accent;
    case TimelineTick::Kind::Recreated:
    case TimelineTick::Kind::Maintenance:
        return tones.warning;
    case TimelineTick::Kind::HostKey:
        return tones.bad;
    }
    return tones.muted;
}

} // namespace

TimelineView::TimelineView(QWidget *parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Timeline"));
    setAccessibleRole(this, QAccessible::Chart);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMouseTracking(true);
}

void TimelineView::setTimeline(models::Timeline timeline)
{
    if (timeline == m_timeline) {
        return;
    }
    const bool isSame = hasSameItem(timeline);
    const QString before = currentText();
    m_timeline = std::move(timeline);
    if (!isSame) {
        setCurrent(-1);
    } else if (currentText() != before) {
        tellCurrent(); // it has gone on meanwhile
    }
    setAccessibleDescription(m_timeline.summary);
    update();
}

/// Whether what the arrow keys have come to is in its place there, too.
bool TimelineView::hasSameItem(const models::Timeline &other) const
{
    if (other.bars.size() != m_timeline.bars.size() ||
        other.ticks.size() != m_timeline.ticks.size()) {
        return false;
    }
    const std::size_t bars = m_timeline.bars.size();
    const auto item = std::size_t(m_current);
    return m_current < 0 ? true
           : item < bars ? other.bars[item].word == m_timeline.bars[item].word
                         : other.ticks[item - bars] == m_timeline.ticks[item - bars];
}

QSize TimelineView::sizeHint() const
{
    return {Grid * 40, TickHeight + TrackHeight + Grid / 2 + fontMetrics().height()};
}

QSize TimelineView::minimumSizeHint() const
{
    return {Grid * 16, sizeHint().height()};
}

QRectF TimelineView::track() const
{
    const qreal side = TickWidth / 2.0;
    return {side, TickHeight, qMax(1.0, width() - 2 * side), TrackHeight};
}

qreal TimelineView::xOf(const QDateTime &time) const
{
    const QRectF area = track();
    const qint64 span = qMax<qint64>(1, m_timeline.from.msecsTo(m_timeline.to));
    const qreal part = qreal(m_timeline.from.msecsTo(time)) / qreal(span);
    return area.left() + area.width() * qBound(0.0, part, 1.0);
}

QRectF TimelineView::rectOf(const TimelineBar &bar) const
{
    const QRectF area = track();
    const qreal left = xOf(bar.from);
    const qreal right = qMax(xOf(bar.to), left + Narrowest);
    return {left, area.top(), right - left, area.height()};
}

QRectF TimelineView::rectOf(const TimelineTick &tick) const
{
    const qreal side = TickWidth;
    return {xOf(tick.time) - side / 2, TickHeight - side - 2, side, side};
}

int TimelineView::itemCount() const
{
    return int(m_timeline.bars.size() + m_timeline.ticks.size());
}

QString TimelineView::itemText(int item) const
{
    const auto bars = int(m_timeline.bars.size());
    if (item < 0 || item >= itemCount()) {
        return {};
    }
    if (item < bars) {
        return m_timeline.bars[std::size_t(item)].text;
    }
    const TimelineTick &tick = m_timeline.ticks[std::size_t(item - bars)];
    return tr("%1: %2").arg(models::fullTimeText(tick.time), tick.text);
}

QString TimelineView::textAt(const QPoint &position) const
{
    for (int i = int(m_timeline.ticks.size()) - 1; i >= 0; --i) {
        if (rectOf(m_timeline.ticks[std::size_t(i)]).adjusted(-2, -2, 2, 2).contains(position)) {
            return itemText(int(m_timeline.bars.size()) + i);
        }
    }
    QString text;
    for (int i = int(m_timeline.bars.size()) - 1; i >= 0 && text.isEmpty(); --i) {
        if (rectOf(m_timeline.bars[std::size_t(i)]).contains(position)) {
            text = itemText(i);
        }
    }
    for (const auto &[from, to] : m_timeline.unseen) {
        if (track().contains(position) && position.x() >= xOf(from) && position.x() < xOf(to)) {
            text += text.isEmpty() ? QString() : QStringLiteral("\n");
            text += tr("Not watched from %1 to %2.")
                        .arg(models::fullTimeText(from), models::fullTimeText(to));
        }
    }
    return text;
}

QString TimelineView::currentText() const
{
    return itemText(m_current);
}

void TimelineView::setCurrent(int item)
{
    if (item == m_current) {
        return;
    }
    m_current = item;
    update();
    tellCurrent();
}

void TimelineView::tellCurrent()
{
    emit currentTextChanged(currentText());
    // A screen reader reads the name of what has the focus when it changes.
    setAccessibleName(m_current < 0 ? tr("Timeline") : tr("Timeline: %1").arg(currentText()));
    QAccessibleEvent changed(this, QAccessible::NameChanged);
    QAccessible::updateAccessibility(&changed);
}

bool TimelineView::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const QString text = textAt(help->pos());
        // Words of a cloud are among it: never rich text.
        text.isEmpty()
            ? QToolTip::hideText()
            : QToolTip::showText(
                  help->globalPos(),
                  QStringLiteral("<p style='white-space:pre'>%1</p>").arg(text.toHtmlEscaped()),
                  this);
        return true;
    }
    return QWidget::event(event);
}

void TimelineView::keyPressEvent(QKeyEvent *event)
{
    const int count = itemCount();
    switch (event->key()) {
    case Qt::Key_Left:
        setCurrent(qMin(count - 1, qMax(0, m_current < 0 ? count - 1 : m_current - 1)));
        break;
    case Qt::Key_Right:
        setCurrent(qMin(count - 1, m_current + 1));
        break;
    case Qt::Key_Home:
        setCurrent(count > 0 ? 0 : -1);
        break;
    case Qt::Key_End:
        setCurrent(count - 1);
        break;
    case Qt::Key_Escape:
        if (m_current >= 0) {
            setCurrent(-1);
            break;
        }
        [[fallthrough]];
    default:
        QWidget::keyPressEvent(event);
    }
}

void TimelineView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (hasFocus() && m_current < 0) {
        focusRing(&painter, rect(), tones(palette()).accent);
    }
    if (m_timeline.isEmpty()) {
        return;
    }
    const Tones colours = tones(palette());
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.hover);
    painter.drawRoundedRect(track(), 3, 3);
    for (const TimelineBar &bar : m_timeline.bars) {
        paintBar(painter, bar);
    }
    paintUnseen(painter);
    for (const TimelineTick &tick : m_timeline.ticks) {
        paintTick(painter, tick);
    }
    paintAxis(painter);
    const auto bars = int(m_timeline.bars.size());
    if (hasFocus() && m_current >= 0 && m_current < itemCount()) {
        const QRectF rect = m_current < bars
                                ? rectOf(m_timeline.bars[std::size_t(m_current)])
                                : rectOf(m_timeline.ticks[std::size_t(m_current - bars)]);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(palette().color(QPalette::WindowText), 2));
        painter.drawRoundedRect(rect.adjusted(-1, -1, 1, 1), 3, 3);
    }
}

void TimelineView::paintBar(QPainter &painter, const TimelineBar &bar) const
{
    const Tones colours = tones(palette());
    const QColor colour = markColour(bar.mark, colours);
    const QRectF rect = rectOf(bar).adjusted(0.5, 0.5, -0.5, -0.5);
    QColor fill = colour;
    fill.setAlphaF(bar.mark == Mark::Off ? 0.0 : 0.22);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawRoundedRect(rect, 2, 2);
    QColor pattern = colour;
    pattern.setAlphaF(0.45);
    painter.setBrush(QBrush(pattern, patternOf(bar.mark)));
    painter.setPen(QPen(colour, 1));
    painter.drawRoundedRect(rect, 2, 2);

    const qreal side = Grid + 3;
    const qreal text = rect.width() - side - Grid * 1.5;
    if (rect.width() < side + 6) {
        return;
    }
    const QRectF mark(rect.left() + 4, rect.center().y() - side / 2, side, side);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette().color(QPalette::Window)); // a quiet ground for mark and word
    const int wanted = fontMetrics().horizontalAdvance(bar.word);
    const bool hasWord = text >= wanted;
    painter.drawRoundedRect(
        QRectF(
            mark.left() - 2, rect.top() + 4, side + 4 + (hasWord ? wanted + Grid : 0),
            rect.height() - 8),
        3, 3);
    paintMark(painter, mark, bar.mark, palette());
    if (hasWord) {
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(
            QRectF(mark.right() + 4, rect.top(), wanted + 2, rect.height()),
            Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, bar.word);
    }
}

void TimelineView::paintUnseen(QPainter &painter) const
{
    QColor colour = palette().color(QPalette::Window);
    colour.setAlphaF(0.65);
    for (const auto &[from, to] : m_timeline.unseen) {
        const QRectF area = track();
        const QRectF rect(xOf(from), area.top(), xOf(to) - xOf(from), area.height());
        if (rect.width() < 1) {
            continue;
        }
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawRect(rect.adjusted(0, 1, 0, -1));
        painter.setBrush(QBrush(tones(palette()).muted, Qt::FDiagPattern));
        painter.drawRect(QRectF(rect.left(), rect.bottom() - 5, rect.width(), 4));
    }
}

void TimelineView::paintTick(QPainter &painter, const TimelineTick &tick) const
{
    const QColor colour = colourOf(tick.kind, tones(palette()));
    const QRectF square = rectOf(tick);
    painter.setPen(QPen(colour, 1));
    painter.drawLine(
        QPointF(square.center().x(), square.bottom()),
        QPointF(square.center().x(), track().bottom()));
    painter.setBrush(colour);
    painter.drawPath(shapeOf(tick.kind, square.adjusted(1, 1, -1, -1)));
}

void TimelineView::paintAxis(QPainter &painter) const
{
    painter.setPen(tones(palette()).muted);
    const QRectF area(0, track().bottom() + Grid / 2, width(), fontMetrics().height());
    painter.drawText(area, Qt::AlignLeft, models::agoText(m_timeline.from, m_timeline.to));
    painter.drawText(area, Qt::AlignRight, tr("now"));
    if (area.width() > fontMetrics().averageCharWidth() * 40) {
        const QDateTime middle =
            m_timeline.from.addMSecs(m_timeline.from.msecsTo(m_timeline.to) / 2);
        painter.drawText(area, Qt::AlignHCenter, models::agoText(middle, m_timeline.to));
    }
}

} // namespace podium::ui
