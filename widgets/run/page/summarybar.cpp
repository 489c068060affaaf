// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/page/summarybar.h"

#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/marks.h"
#include "widgets/common/theme.h"

#include <QEvent>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>
#include <array>

namespace podium::ui {

using models::Mark;
using models::PaneGroup;

namespace {

constexpr std::array shownGroups{PaneGroup::All,         PaneGroup::Ok,      PaneGroup::Failed,
                                 PaneGroup::Unreachable, PaneGroup::HostKey, PaneGroup::Stopped,
                                 PaneGroup::Running,     PaneGroup::Waiting};

constexpr int MostEnding = Grid * 20; // of the width of how workers ended

/// A button or an action takes a single "&" for its key.
QString literal(QString text)
{
    return text.replace(QLatin1Char('&'), QLatin1String("&&"));
}

Mark groupMark(PaneGroup group)
{
    switch (group) {
    case PaneGroup::Ok:
        return Mark::Good;
    case PaneGroup::Failed:
    case PaneGroup::HostKey:
        return Mark::Bad;
    case PaneGroup::Unreachable:
        return Mark::Warning;
    case PaneGroup::Stopped:
        return Mark::Off;
    case PaneGroup::Running:
        return Mark::Busy;
    case PaneGroup::All:
    case PaneGroup::Waiting:
        break;
    }
    return Mark::Unknown;
}

QIcon markIcon(Mark mark, const QPalette &palette, qreal ratio)
{
    constexpr int side = Grid * 3 / 2;
    QPixmap pixmap(QSize(side + Grid / 2, side) * ratio); // with a gap before the text
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintMark(painter, QRectF(1, 1, side - 2, side - 2), mark, palette);
    return pixmap;
}

} // namespace

ProgressStrip::ProgressStrip(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Progress"));
}

void ProgressStrip::setSummary(const run::RunSummary &summary)
{
    if (!(summary == m_summary)) {
        m_summary = summary;
        const int all = models::groupCount(summary, PaneGroup::All);
        setAccessibleDescription(
            tr("%1 of %2 ended").arg(all - summary.running - summary.waiting).arg(all));
        update();
    }
}

QSize ProgressStrip::sizeHint() const
{
    return {Grid * 20, Grid / 2};
}

void ProgressStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tones colours = tones(palette());
    painter.fillRect(rect(), colours.line);
    const int all = models::groupCount(m_summary, PaneGroup::All);
    int done = 0;
    for (const PaneGroup group :
         {PaneGroup::Ok, PaneGroup::Stopped, PaneGroup::Unreachable, PaneGroup::HostKey,
          PaneGroup::Failed, PaneGroup::Running}) {
        const int count = models::groupCount(m_summary, group);
        const int left = all > 0 ? width() * done / all : 0;
        done += count;
        const int right = all > 0 ? width() * done / all : 0;
        QRect part(left, 0, right - left, height());
        if (group == PaneGroup::Running) { // not done yet: half as high
            part.setTop(height() / 2);
        }
        painter.fillRect(part, markColour(groupMark(group), colours));
    }
}

SummaryBar::SummaryBar(QWidget *parent) : QWidget(parent), m_duration(mutedLabel())
{
    auto *row = makeRow(Grid / 2, this);
    for (const PaneGroup group : shownGroups) {
        auto *button = new QToolButton;
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setIconSize(QSize(Grid * 2, Grid * 3 / 2));
        // A second click on a number shows all again.
        connect(button, &QToolButton::toggled, this, [this, group](bool isOn) {
            setGroup(isOn ? group : PaneGroup::All);
        });
        if (group == PaneGroup::Failed || group == PaneGroup::Unreachable ||
            group == PaneGroup::Stopped) {
            addMenu(group, *button);
        }
        m_buttons.insert(int(group), button);
        row->addWidget(button);
    }
    row->addSpacing(Grid / 2);
    row->addWidget(m_duration);
    m_duration->setAccessibleName(tr("Duration of the run"));
    m_buttons.value(int(PaneGroup::All))->setChecked(true);
    updateIcons();
}

void SummaryBar::addMenu(PaneGroup group, QToolButton &button)
{
    auto *menu = new QMenu(&button);
    button.setMenu(menu);
    button.setContextMenuPolicy(Qt::CustomContextMenu);
    connect(&button, &QToolButton::customContextMenuRequested, menu, [&button, menu] {
        menu->popup(button.mapToGlobal(button.rect().bottomLeft()));
    });
    connect(menu, &QMenu::aboutToShow, this, [this, group, menu] { fillMenu(group, *menu); });
}

void SummaryBar::fillMenu(PaneGroup group, QMenu &menu)
{
    menu.clear();
    const auto add = [&](const QString &text, const QString &ending) {
        QAction *action =
            menu.addAction(text, this, [this, group, ending] { setGroup(group, ending); });
        action->setCheckable(true);
        action->setChecked(group == m_group && ending == m_ending);
    };
    add(tr("All %1", "as in: All failed").arg(models::paneGroupWord(group)), {});
    menu.addSeparator();
    for (const models::EndingCount &each : m_endings(group)) {
        add(tr("%1 (%2)", "how workers ended, and how many")
                .arg(literal(each.name), QLocale().toString(each.count)),
            each.name);
    }
}

void SummaryBar::setSummary(const run::RunSummary &summary)
{
    m_summary = summary;
    updateTexts();
}

QString SummaryBar::textOf(PaneGroup group) const
{
    int count = models::groupCount(m_summary, group);
    if (group == PaneGroup::All) {
        return tr("All %1", "how many workers there are, as in: All 8")
            .arg(QLocale().toString(count));
    }
    QString what = models::paneGroupWord(group);
    if (group == m_group && !m_ending.isEmpty()) {
        const std::vector<models::EndingCount> endings = m_endings(group);
        const auto found = std::find_if(endings.begin(), endings.end(), [this](const auto &each) {
            return each.name == m_ending;
        });
        count = found == endings.end() ? 0 : found->count;
        what = fontMetrics().elidedText(m_ending, Qt::ElideRight, MostEnding);
    }
    return tr("%1 %2", "a number and what it counts, as in: 6 ok")
        .arg(QLocale().toString(count), what);
}

void SummaryBar::updateTexts()
{
    for (const PaneGroup group : shownGroups) {
        QToolButton *button = m_buttons.value(int(group));
        const QString text = textOf(group);
        if (button->accessibleName() != text) {
            button->setText(literal(text));
            button->setAccessibleName(text);
            button->setToolTip(
                group == PaneGroup::All ? tr("Show all")
                : button->menu()
                    ? tr("Show only these; again: all. Hold, the right button or Down: by "
                         "exit code or reason")
                    : tr("Show only these; again: all"));
        }
        const int count = models::groupCount(m_summary, group);
        button->setVisible(count > 0 || group == PaneGroup::All || group == m_group);
    }
}

void SummaryBar::setDuration(const QString &text)
{
    m_duration->setText(text);
}

void SummaryBar::setGroup(PaneGroup group, const QString &ending)
{
    for (const PaneGroup each : shownGroups) {
        QToolButton *button = m_buttons.value(int(each));
        const QSignalBlocker known(button);
        button->setChecked(each == group);
    }
    if (group != m_group || ending != m_ending) {
        m_group = group;
        m_ending = ending;
        updateTexts();
        emit groupChanged(group, ending);
    }
}

void SummaryBar::updateIcons()
{
    for (const PaneGroup group : shownGroups) {
        if (group != PaneGroup::All) {
            m_buttons.value(int(group))
                ->setIcon(markIcon(groupMark(group), palette(), devicePixelRatioF()));
        }
    }
}

void SummaryBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        updateIcons();
    }
}

} // namespace podium::ui
