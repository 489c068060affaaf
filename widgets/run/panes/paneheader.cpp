// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/panes/paneheader.h"

#include "widgets/common/labels.h"
#include "widgets/common/marks.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace podium::ui {

namespace {

constexpr int HeaderGap = Grid;

/// A row that is filled from both ends, so that what comes later gets what is left.
struct RowRoom
{
    int left;
    int right;
    int height;

    [[nodiscard]] int width() const { return right - left; }
    QRect takeLeft(int wanted)
    {
        const QRect rect(left, 0, qMin(wanted, width()), height);
        left += rect.width() + HeaderGap;
        return rect;
    }
    QRect takeRight(int wanted)
    {
        const QRect rect(right - wanted, 0, wanted, height);
        right -= wanted + HeaderGap;
        return rect;
    }
};

/// Rounded up: a text in a room of its rounded width would be elided.
int widthOf(const QFontMetrics &metrics, const QString &text)
{
    return metrics.horizontalAdvance(text) + 1;
}

} // namespace

PaneHeader::PaneHeader(QWidget *parent) : QWidget(parent)
{
    setAttribute(Qt::WA_OpaquePaintEvent);
}

void PaneHeader::setLook(std::shared_ptr<const OutputTheme> look)
{
    m_look = std::move(look);
    update();
}

bool PaneHeader::setFacts(const PaneFacts &facts)
{
    if (facts == m_facts) {
        return false;
    }
    const bool hadSentence = !m_facts.sentence.isEmpty();
    m_facts = facts;
    update();
    return hadSentence != !facts.sentence.isEmpty();
}

int PaneHeader::rowHeight() const
{
    return fontMetrics().height() + Grid;
}

QSize PaneHeader::sizeHint() const
{
    return {Grid * 16, rowHeight() * (m_facts.sentence.isEmpty() ? 1 : 2)};
}

void PaneHeader::paintEvent(QPaintEvent *)
{
    if (!m_look) {
        return;
    }
    QPainter painter(this);
    painter.fillRect(rect(), m_look->palette.color(QPalette::AlternateBase));
    paintFacts(painter);
    if (!m_facts.sentence.isEmpty()) {
        paintSentence(painter);
    }
    painter.fillRect(QRect(0, height() - 1, width(), 1), m_look->tones.line);
}

void PaneHeader::paintFacts(QPainter &painter) const
{
    const Tones &tones = m_look->tones;
    const QColor colour = markColour(models::paneMark(m_facts.state), tones);
    RowRoom room{HeaderGap, width() - HeaderGap, rowHeight() - 1};
    const int side = fontMetrics().ascent() - 1;
    const QRect mark = room.takeLeft(side);
    paintMark(
        painter, QRectF(mark.left(), (room.height - side) / 2.0, side, side),
        models::paneMark(m_facts.state), m_look->palette, colour);

    QFont bold = font();
    bold.setBold(true);
    const QFontMetrics boldMetrics(bold);
    const QString count =
        m_facts.workers > 1 ? QStringLiteral(" (%1)").arg(m_facts.workers) : QString();
    const int titleWidth = widthOf(boldMetrics, m_facts.title + count);
    const int headlineWidth = widthOf(fontMetrics(), m_facts.headline);
    const auto paintRight = [&](const QString &text, const QColor &pen) {
        const int wanted = widthOf(fontMetrics(), text);
        if (!text.isEmpty() &&
            room.width() >= titleWidth + headlineWidth + wanted + 2 * HeaderGap) {
            painter.setPen(pen);
            painter.drawText(room.takeRight(wanted), Qt::AlignVCenter | Qt::AlignRight, text);
        }
    };
    painter.setFont(font());
    paintRight(m_facts.duration, tones.muted);
    if (m_facts.matches > 0) {
        paintRight(
            m_facts.mayHaveMoreMatches ? tr("at least %n found", nullptr, m_facts.matches)
                                       : tr("%n found", nullptr, m_facts.matches),
            tones.warning);
    }
    paintRight(m_facts.lines, tones.muted);

    painter.setFont(bold);
    painter.setPen(m_look->palette.color(QPalette::Text));
    const QRect title = room.takeLeft(
        qMin(titleWidth, qMax(room.width() / 2, room.width() - headlineWidth - HeaderGap)));
    // Of many workers the first ones matter, of one the number at its end.
    const auto elide = m_facts.workers > 1 ? Qt::ElideRight : Qt::ElideMiddle;
    const int titleRoom = title.width() - (count.isEmpty() ? 0 : widthOf(boldMetrics, count));
    painter.drawText(
        title, Qt::AlignVCenter, boldMetrics.elidedText(m_facts.title, elide, titleRoom) + count);
    painter.setFont(font());
    painter.setPen(colour);
    painter.drawText(
        QRect(room.left, 0, qMax(0, room.width()), room.height), Qt::AlignVCenter,
        fontMetrics().elidedText(m_facts.headline, Qt::ElideRight, qMax(0, room.width())));
}

void PaneHeader::paintSentence(QPainter &painter) const
{
    const QRect row(
        HeaderGap, rowHeight() - Grid / 4, width() - 2 * HeaderGap, rowHeight() - Grid / 2);
    painter.setPen(markColour(models::paneMark(m_facts.state), m_look->tones));
    painter.drawText(
        row, Qt::AlignVCenter,
        fontMetrics().elidedText(m_facts.sentence, Qt::ElideRight, row.width()));
}

bool PaneHeader::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        QStringList parts{m_facts.title, m_facts.headline, m_facts.duration, m_facts.lines};
        parts.removeAll(QString());
        QString text = parts.join(QStringLiteral(" · "));
        if (!m_facts.sentence.isEmpty()) {
            text += QLatin1Char('\n') + m_facts.sentence;
        }
        if (!m_facts.route.isEmpty()) {
            text += QLatin1Char('\n') + m_facts.route;
        }
        QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(), plainToolTip(text), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace podium::ui
