// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/load/loadchart.h"

#include "core/models/load/loadmodel.h"
#include "core/tpu/load/sparkline.h"
#include "widgets/common/labels.h"
#include "widgets/common/theme.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace podium::ui {

using tpu::LoadHistory;
using tpu::LoadValue;

namespace {

constexpr int StripCount = tpu::LoadValueCount;
constexpr int StripGap = Grid;
constexpr int StripHeight = Grid * 6;
constexpr qint64 MinuteMs = 60'000;
constexpr double MiB = 1024 * 1024;

bool isRate(LoadValue value)
{
    return value == LoadValue::Received || value == LoadValue::Sent;
}

double highest(const LoadHistory &history, LoadValue value)
{
    double most = MiB;
    for (const tpu::LoadSample &sample : history.samples()) {
        most = std::max(most, sample.value(value).value_or(0));
    }
    return isRate(value) ? most : 1;
}

} // namespace

void paintSpark(
    QPainter &painter, const QRectF &area, const std::vector<float> &values, const QColor &colour,
    const QColor &base)
{
    painter.setPen(QPen(base, 1));
    painter.drawLine(
        QPointF(area.left(), area.bottom() - 0.5), QPointF(area.right(), area.bottom() - 0.5));
    const qreal step = values.empty() ? 0 : area.width() / qreal(values.size());
    QColor fill = colour;
    fill.setAlphaF(0.18);
    std::size_t i = 0;
    while (i < values.size()) {
        if (std::isnan(values[i])) {
            ++i;
            continue;
        }
        QPainterPath path;
        const qreal begin = area.left() + step * qreal(i);
        qreal x = begin;
        for (bool isFirst = true; i < values.size() && !std::isnan(values[i]); ++i) {
            const qreal part = qBound(0.0, qreal(values[i]), 1.0);
            const qreal y = area.bottom() - 1 - part * (area.height() - 2);
            x = area.left() + step * qreal(i);
            isFirst ? path.moveTo(x, y) : path.lineTo(x, y);
            path.lineTo(x + step, y);
            x += step;
            isFirst = false;
        }
        QPainterPath below = path;
        below.lineTo(x, area.bottom());
        below.lineTo(begin, area.bottom());
        below.closeSubpath();
        painter.fillPath(below, fill);
        painter.strokePath(path, QPen(colour, 1.4));
    }
}

LoadChart::LoadChart(QWidget *parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("The last hour"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void LoadChart::setWorker(const tpu::WorkerLoad &worker, qint64 nowMs)
{
    m_history = worker.history;
    m_nowMs = nowMs;
    update();
}

void LoadChart::clear()
{
    m_history = {};
    setCursorAgo(std::nullopt);
    update();
}

QSize LoadChart::sizeHint() const
{
    const int strip = StripHeight + fontMetrics().height() + StripGap;
    return {Grid * 48, strip * StripCount + fontMetrics().height()};
}

QSize LoadChart::minimumSizeHint() const
{
    return {Grid * 24, sizeHint().height()};
}

QRectF LoadChart::stripOf(int strip) const
{
    const int line = fontMetrics().height();
    const qreal top = strip * (StripHeight + line + StripGap) + line;
    return {0, top, qreal(width()), qreal(StripHeight)};
}

qint64 LoadChart::agoAt(qreal x) const
{
    const qreal part = 1 - qBound(0.0, x / qMax(1, width()), 1.0);
    return qint64(part * qreal(LoadHistory::SpanMs));
}

QString LoadChart::textAgo(qint64 agoMs) const
{
    const auto &samples = m_history.samples();
    const qint64 wanted = m_nowMs - agoMs;
    const auto nearest =
        std::min_element(samples.begin(), samples.end(), [wanted](const auto &a, const auto &b) {
            return std::abs(a.timeMs - wanted) < std::abs(b.timeMs - wanted);
        });
    const QString when = agoMs < MinuteMs ? tr("now") : tr("%1 min ago").arg(agoMs / MinuteMs);
    if (nearest == samples.end() || std::abs(nearest->timeMs - wanted) > LoadHistory::GapMs) {
        return tr("%1: not checked").arg(when);
    }
    QStringList lines{when};
    for (int value = 0; value < StripCount; ++value) {
        const auto which = LoadValue(value);
        lines << tr("%1: %2").arg(
            models::loadValueName(which), models::loadValueText(which, nearest->value(which)));
    }
    return lines.join(QLatin1Char('\n'));
}

QString LoadChart::textNow(LoadValue which) const
{
    const auto &samples = m_history.samples();
    const bool isOfNow = !samples.empty() && m_nowMs - samples.back().timeMs <= LoadHistory::GapMs;
    return models::loadValueText(which, isOfNow ? samples.back().value(which) : std::nullopt);
}

void LoadChart::setCursorAgo(std::optional<qint64> agoMs)
{
    if (agoMs == m_cursorAgo) {
        return;
    }
    m_cursorAgo = agoMs;
    setAccessibleDescription(agoMs ? textAgo(*agoMs) : QString());
    if (agoMs) {
        const QPoint at(
            int(width() * (1 - qreal(*agoMs) / qreal(LoadHistory::SpanMs))),
            int(stripOf(0).bottom()));
        QToolTip::showText(mapToGlobal(at), plainToolTip(textAgo(*agoMs)), this);
    } else {
        QToolTip::hideText();
    }
    update();
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
}

bool LoadChart::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        QToolTip::showText(help->globalPos(), plainToolTip(textAgo(agoAt(help->pos().x()))), this);
        return true;
    }
    return QWidget::event(event);
}

void LoadChart::keyPressEvent(QKeyEvent *event)
{
    const qint64 ago = m_cursorAgo.value_or(0);
    switch (event->key()) {
    case Qt::Key_Left:
        setCursorAgo(m_cursorAgo ? std::min(LoadHistory::SpanMs, ago + MinuteMs) : 0);
        break;
    case Qt::Key_Right:
        setCursorAgo(std::max<qint64>(0, ago - MinuteMs));
        break;
    case Qt::Key_Home:
        setCursorAgo(LoadHistory::SpanMs);
        break;
    case Qt::Key_End:
        setCursorAgo(0);
        break;
    case Qt::Key_Escape:
        if (m_cursorAgo) {
            setCursorAgo(std::nullopt);
            break;
        }
        [[fallthrough]];
    default:
        QWidget::keyPressEvent(event);
    }
}

void LoadChart::paintStrip(QPainter &painter, int strip) const
{
    const auto which = LoadValue(strip);
    const Tones colours = tones(palette());
    const QRectF area = stripOf(strip);
    const double most = highest(m_history, which);
    auto values = tpu::sparkline(
        m_history, which, {m_nowMs, LoadHistory::SpanMs, std::max(1, int(area.width()) / 3)});
    for (float &value : values) {
        value /= float(most);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.hover);
    painter.drawRect(area);
    painter.setRenderHint(QPainter::Antialiasing);
    paintSpark(painter, area, values, colours.accent, colours.line);
    const QRectF head(0, area.top() - fontMetrics().height(), area.width(), fontMetrics().height());
    painter.setPen(colours.muted);
    painter.drawText(head, Qt::AlignLeft | Qt::TextSingleLine, models::loadValueName(which));
    painter.setPen(palette().color(QPalette::WindowText));
    QString text = textNow(which);
    const QString withMost = tr("%1 of up to %2").arg(text, models::loadValueText(which, most));
    const int room =
        width() - Grid * 2 - fontMetrics().horizontalAdvance(models::loadValueName(which));
    if (isRate(which) && fontMetrics().horizontalAdvance(withMost) <= room) {
        text = withMost;
    }
    painter.drawText(head, Qt::AlignRight | Qt::TextSingleLine, text);
}

void LoadChart::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    for (int strip = 0; strip < StripCount; ++strip) {
        paintStrip(painter, strip);
    }
    const Tones colours = tones(palette());
    const QRectF axis(0, stripOf(StripCount - 1).bottom() + 2, width(), fontMetrics().height());
    painter.setPen(colours.muted);
    painter.drawText(axis, Qt::AlignLeft, tr("1 h ago"));
    painter.drawText(axis, Qt::AlignHCenter, tr("30 min"));
    painter.drawText(axis, Qt::AlignRight, tr("now"));
    if (m_cursorAgo) {
        const qreal x = width() * (1 - qreal(*m_cursorAgo) / qreal(LoadHistory::SpanMs));
        painter.setPen(QPen(palette().color(QPalette::WindowText), 1));
        painter.drawLine(
            QPointF(x, stripOf(0).top()), QPointF(x, stripOf(StripCount - 1).bottom()));
    }
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colours.accent, 1));
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

} // namespace podium::ui
