// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/targets/chip.h"

#include "widgets/common/accessibleroles.h"
#include "widgets/common/icons.h"
#include "widgets/common/labels.h"
#include "widgets/common/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>

namespace podium::ui {

Chip::Chip(const QString &word, QWidget *parent)
    : QWidget(parent)
    , m_word(word)
    , m_label(plainLabel())
    , m_close(new QToolButton)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleRole(this, QAccessible::ListItem);
    const int widest = Grid * 40;
    m_label->setText(fontMetrics().elidedText(word, Qt::ElideMiddle, widest));
    m_close->setIcon(themedIcon(QStringLiteral("close")));
    m_close->setIconSize(QSize(Grid * 3 / 2, Grid * 3 / 2));
    m_close->setFixedSize(Grid * 2 + 2, Grid * 2 + 2);
    m_close->setAutoRaise(true);
    m_close->setFocusPolicy(Qt::NoFocus); // the chip's own keys do the same
    m_close->setAccessibleName(tr("Remove target %1").arg(word));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(Grid, 2, Grid / 4, 2);
    row->setSpacing(Grid / 4);
    row->addWidget(m_label);
    row->addWidget(m_close);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setMeaning({}, false);
    connect(m_close, &QToolButton::clicked, this, &Chip::removed);
}

void Chip::setMeaning(const QString &meaning, bool isFault)
{
    m_isFault = isFault;
    setToolTip(plainToolTip(meaning));
    setAccessibleName(m_title.isEmpty() ? tr("Target %1").arg(m_word) : m_title);
    setAccessibleDescription(meaning);
    updateColours();
}

void Chip::setTitle(const QString &title)
{
    m_title = title;
    m_label->setText(title);
    m_close->setAccessibleName(tr("Remove all targets"));
    setAccessibleName(title);
    setCursor(Qt::PointingHandCursor);
    updateGeometry();
}

void Chip::updateColours()
{
    QPalette own;
    if (m_isFault) {
        own.setColor(QPalette::WindowText, tones(palette()).bad);
    }
    m_label->setPalette(own);
    update();
}

void Chip::paintEvent(QPaintEvent *)
{
    const Tones colours = tones(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor line = m_isFault ? colours.bad : hasFocus() ? colours.accent : colours.line;
    painter.setPen(QPen(line, hasFocus() ? 2 : 1));
    painter.setBrush(m_isFault ? colours.badBackground : colours.infoBackground);
    const qreal inset = hasFocus() ? 1 : 0.5;
    painter.drawRoundedRect(
        QRectF(rect()).adjusted(inset, inset, -inset, -inset), Grid / 2, Grid / 2);
}

void Chip::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
        emit removed();
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        m_title.isEmpty() ? event->ignore() : emit opened();
        return;
    case Qt::Key_Left:
        emit stepped(-1);
        return;
    case Qt::Key_Right:
        emit stepped(1);
        return;
    default:
        event->ignore();
    }
}

void Chip::mouseReleaseEvent(QMouseEvent *event)
{
    if (!m_title.isEmpty() && event->button() == Qt::LeftButton && rect().contains(event->pos())) {
        emit opened();
    }
}

void Chip::focusInEvent(QFocusEvent *)
{
    update();
}

void Chip::focusOutEvent(QFocusEvent *)
{
    update();
}

void Chip::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        updateColours();
    }
}

} // namespace podium::ui
