// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/common/noticebar.h"

#include "core/models/problemlink.h"
#include "widgets/common/icons.h"
#include "widgets/common/labels.h"
#include "widgets/common/marks.h"
#include "widgets/common/theme.h"

#include <QAccessible>
#include <QBoxLayout>
#include <QDesktopServices>
#include <QHideEvent>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QUrl>

#include <utility>

namespace podium::ui {

using models::Mark;

namespace {

QColor backgroundFor(Mark mark, const Tones &tones)
{
    switch (mark) {
    case Mark::Good:
        return tones.goodBackground;
    case Mark::Warning:
        return tones.warningBackground;
    case Mark::Bad:
        return tones.badBackground;
    case Mark::Busy:
    case Mark::Off:
    case Mark::Unknown:
        break;
    }
    return tones.infoBackground;
}

QString wordFor(Mark mark)
{
    switch (mark) {
    case Mark::Good:
        return NoticeBar::tr("Done");
    case Mark::Warning:
        return NoticeBar::tr("Warning");
    case Mark::Bad:
        return NoticeBar::tr("Error");
    case Mark::Busy:
    case Mark::Off:
    case Mark::Unknown:
        break;
    }
    return NoticeBar::tr("Note");
}

} // namespace

NoticeBar::NoticeBar(QWidget *parent)
    : QFrame(parent)
    , m_mark(new MarkWidget)
    , m_text(wrappedLabel())
    , m_hint(wrappedLabel())
    , m_link(new QPushButton)
    , m_action(new QPushButton)
    , m_close(new QToolButton)
{
    m_close->setIcon(themedIcon(QStringLiteral("close")));
    m_close->setAutoRaise(true);
    m_close->setToolTip(tr("Dismiss"));
    m_close->setAccessibleName(tr("Dismiss notice"));
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_hint->setTextInteractionFlags(Qt::TextSelectableByMouse);

    auto *texts = new QVBoxLayout;
    texts->setSpacing(Grid / 4);
    texts->addWidget(m_text);
    texts->addWidget(m_hint);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(Grid * 3 / 2, Grid, Grid, Grid);
    row->setSpacing(Grid * 3 / 2);
    row->addWidget(m_mark);
    row->addLayout(texts, 1);
    row->addWidget(m_link);
    row->addWidget(m_action);
    row->addWidget(m_close);

    connect(m_link, &QPushButton::clicked, this, [this] { QDesktopServices::openUrl(m_url); });
    connect(m_action, &QPushButton::clicked, this, &NoticeBar::act);
    connect(m_close, &QToolButton::clicked, this, &NoticeBar::clear);
    hide();
}

void NoticeBar::showNotice(
    Mark mark, const QString &text, const QString &hint, const QString &action)
{
    m_answer = {};
    ++m_number;
    m_markKind = mark;
    m_mark->setMark(mark, wordFor(mark));
    m_text->setText(text);
    m_hint->setText(hint);
    m_hint->setVisible(!hint.isEmpty());
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
    m_link->hide();
    setAccessibleName(hint.isEmpty() ? text : tr("%1 %2").arg(text, hint));
    show();
    update();
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void NoticeBar::ask(
    Mark mark, const QString &text, const QString &hint, const QString &action,
    std::function<void()> answer)
{
    showNotice(mark, text, hint, action);
    m_answer = std::move(answer);
}

/// What was asked is answered once.
void NoticeBar::act()
{
    if (const auto answer = std::exchange(m_answer, {})) {
        clear();
        answer();
    } else {
        emit actionTriggered();
    }
}

void NoticeBar::showError(const Error &error, const QString &action, std::function<void()> answer)
{
    if (error.isCancelled()) {
        return;
    }
    QString text = error.summary;
    if (!error.detail.isEmpty()) {
        text += QLatin1Char('\n') + error.detail;
    }
    ask(Mark::Bad, text, models::windowHint(error), action, std::move(answer));
    const models::ProblemLink link = models::problemLink(error);
    m_url = link.url;
    m_link->setText(link.text);
    m_link->setToolTip(plainToolTip(link.url));
    m_link->setVisible(!link.url.isEmpty());
}

void NoticeBar::clear()
{
    m_answer = {};
    hide();
    m_text->clear();
    setAccessibleName({});
}

void NoticeBar::clearNotice(int number)
{
    if (number == m_number) {
        clear();
    }
}

void NoticeBar::clearDone()
{
    if (m_markKind == Mark::Good && m_action->isHidden() && m_link->isHidden()) {
        clear();
    }
}

void NoticeBar::hideEvent(QHideEvent *event)
{
    QFrame::hideEvent(event);
    if (!event->spontaneous() && !isHidden()) { // the page is, not the bar by itself
        clearDone();
    }
}

QString NoticeBar::text() const
{
    return m_text->text();
}

void NoticeBar::paintEvent(QPaintEvent *)
{
    const Tones colours = tones(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(markColour(m_markKind, colours));
    painter.setBrush(backgroundFor(m_markKind, colours));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), Grid / 2, Grid / 2);
}

} // namespace podium::ui
