// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/page/runtoolbar.h"

#include "widgets/common/controls.h"
#include "widgets/common/icons.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"

#include <QButtonGroup>
#include <QEvent>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>

#include <utility>

namespace podium::ui {

RunToolBar::RunToolBar(QWidget *parent)
    : QWidget(parent)
    , m_summary(new SummaryBar)
    , m_presentations(new QButtonGroup(this))
{
    auto *row = makeRow(Grid / 2, this);
    row->addWidget(m_summary);
    row->addStretch();
    addPresentations();
    row->addSpacing(Grid);
    m_wrap = addButton(
        QStringLiteral("wrap"), {tr("Wrap", "long lines"), tr("Wrap lines"),
                                 tr("Break long lines instead of cutting them")});
    m_wrap->setCheckable(true);
    connect(m_wrap, &QToolButton::toggled, this, &RunToolBar::wrapToggled);
    QToolButton *filter = addButton(
        QStringLiteral("filter"),
        {tr("Filter"), tr("Filter workers"), tr("Show only some workers, by name (/)")});
    connect(filter, &QToolButton::clicked, this, &RunToolBar::filterRequested);
    QToolButton *find = addButton(
        QStringLiteral("search"),
        {tr("Find"), tr("Find in panes"), tr("Find in all panes (Ctrl+F)")});
    connect(find, &QToolButton::clicked, this, &RunToolBar::findRequested);
    makeMore();
    row->addSpacing(Grid);
    makeStopAndRerun();
    setPresentation(Presentation::Panes);
    setRunning(false, false);
}

/// One of them is always on, whoever switches: a screen reader toggles without a click.
void RunToolBar::addPresentations()
{
    addPresentation(
        Presentation::Panes, QStringLiteral("grid"),
        {tr("Grid", "of panes"), tr("Grid of panes"), tr("All panes side by side")});
    addPresentation(
        Presentation::Single, QStringLiteral("single"),
        {tr("Single", "pane"), tr("One pane and a list"),
         tr("One pane large, the others as a list (Return; Esc goes back)")});
    addPresentation(
        Presentation::Folded, QStringLiteral("fold"),
        {tr("Folded", "panes"), tr("Folded panes"),
         tr("Workers with the same output share a pane, the odd ones first")});
    addPresentation(
        Presentation::Merged, QStringLiteral("merged"),
        {tr("Merged", "lines"), tr("Merged by time"),
         tr("The lines of all workers in one pane, in the order in which they came")});
    connect(m_presentations, &QButtonGroup::idToggled, this, [this](int presentation, bool isOn) {
        if (isOn) {
            emit presentationChosen(Presentation(presentation));
        }
    });
}

QToolButton *RunToolBar::addButton(const QString &icon, const Texts &texts)
{
    auto *button = new QToolButton;
    button->setIcon(themedIcon(icon));
    button->setText(texts.label);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    button->setAutoRaise(true);
    button->setAccessibleName(texts.name);
    button->setToolTip(texts.toolTip);
    layout()->addWidget(button);
    m_tools.push_back(button);
    return button;
}

void RunToolBar::addPresentation(Presentation presentation, const QString &icon, const Texts &texts)
{
    QToolButton *button = addButton(icon, texts);
    button->setCheckable(true);
    button->setAutoExclusive(true); // for its role: one of several
    m_presentations->addButton(button, int(presentation));
}

void RunToolBar::makeMore()
{
    QToolButton *more = addButton(
        QStringLiteral("export"),
        {tr("Save", "output"), tr("Copy or save"), tr("Copy, save or open output")});
    more->setPopupMode(QToolButton::InstantPopup);
    auto *menu = new QMenu(more);
    menu->addAction(
        themedIcon(QStringLiteral("copy")), tr("Copy all output"), this,
        &RunToolBar::copyAllRequested);
    menu->addAction(
        themedIcon(QStringLiteral("export")), tr("Save all output…"), this,
        &RunToolBar::saveRequested);
    menu->addAction(
        themedIcon(QStringLiteral("open")), tr("Open the current pane in the text editor"), this,
        &RunToolBar::editorRequested);
    more->setMenu(menu);
}

void RunToolBar::makeStopAndRerun()
{
    m_skip = new QPushButton(tr("Skip waiting"));
    m_skip->setAccessibleName(m_skip->text());
    m_skip->setToolTip(tr("Workers that have not started are skipped; the others go on"));
    connect(m_skip, &QPushButton::clicked, this, &RunToolBar::stopWaitingRequested);
    m_stop = new QPushButton(themedIcon(QStringLiteral("stop")), tr("Stop"));
    connect(m_stop, &QPushButton::clicked, this, &RunToolBar::stopRequested);
    m_rerun = new QPushButton(themedIcon(QStringLiteral("refresh")), tr("Run again"));
    m_rerun->setAccessibleName(tr("Run again"));
    m_rerunMenu = new QMenu(m_rerun);
    m_rerun->setMenu(m_rerunMenu);
    for (QPushButton *button : {m_skip, m_stop, m_rerun}) {
        ignoreDoubleClicks(button); // Stop becomes Kill
        layout()->addWidget(button);
    }
}

bool RunToolBar::event(QEvent *event)
{
    const bool isHandled = QWidget::event(event);
    if (event->type() == QEvent::LayoutRequest) {
        fitLabels(); // the numbers or the buttons beside them have changed
    }
    return isHandled;
}

void RunToolBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitLabels();
}

/// Of the first `count` tools. Rather more than they take, so that those that just fitted do not go
/// again.
int RunToolBar::labelsWidth(std::size_t count) const
{
    int width = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const QToolButton &tool = *m_tools[i];
        width += tool.isHidden() ? 0 : fontMetrics().horizontalAdvance(tool.text()) + Grid * 2;
    }
    return width;
}

void RunToolBar::fitLabels()
{
    const int bare = layout()->sizeHint().width() - labelsWidth(m_labelled);
    const auto presentations = std::size_t(m_presentations->buttons().size());
    std::size_t fitting = 0;
    for (const std::size_t count : {presentations, m_tools.size()}) {
        fitting = bare + labelsWidth(count) <= width() ? count : fitting;
    }
    if (std::exchange(m_labelled, fitting) == fitting) {
        return;
    }
    for (std::size_t i = 0; i < m_tools.size(); ++i) {
        m_tools[i]->setToolButtonStyle(
            i < fitting ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    }
}

QSize RunToolBar::minimumSizeHint() const
{
    return layout()->minimumSize() - QSize(labelsWidth(m_labelled), 0);
}

void RunToolBar::setPresentation(Presentation presentation)
{
    const QSignalBlocker known(m_presentations);
    m_presentations->button(int(presentation))->setChecked(true);
}

void RunToolBar::setFoldable(bool foldable)
{
    m_presentations->button(int(Presentation::Folded))->setVisible(foldable);
}

void RunToolBar::setWrap(bool wrap)
{
    const QSignalBlocker known(m_wrap);
    m_wrap->setChecked(wrap);
}

void RunToolBar::setRunning(bool isRunning, bool wasAskedToStop, int waiting)
{
    m_stop->setText(wasAskedToStop ? tr("Kill") : tr("Stop"));
    m_stop->setAccessibleName(m_stop->text());
    m_stop->setToolTip(
        wasAskedToStop ? tr("Send KILL to those that still run (Ctrl+.)")
                       : tr("Ask all workers to end the command, with TERM (Ctrl+.)"));
    m_stop->setVisible(m_hasControls && isRunning);
    m_rerun->setVisible(m_hasControls && !isRunning);
    m_skip->setVisible(m_hasControls && isRunning && !wasAskedToStop && waiting > 0);
}

void RunToolBar::hideControls()
{
    m_hasControls = false;
    for (QPushButton *button : {m_stop, m_rerun, m_skip}) {
        button->hide();
    }
}

} // namespace podium::ui
