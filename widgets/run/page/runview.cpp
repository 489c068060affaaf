// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/page/runview.h"

#include "core/models/run/panefold.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"
#include "widgets/run/page/filterbar.h"
#include "widgets/run/page/findbar.h"
#include "widgets/run/page/rerunmenu.h"
#include "widgets/run/runtitle.h"
#include "widgets/run/terminal/typingbar.h"

#include <QKeyEvent>
#include <QMenu>

#include <algorithm>

namespace podium::ui {

using models::PaneGroup;

RunView::RunView(run::Run &run, const Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_run(run)
    , m_model(run, clock)
    , m_filter(m_model)
    , m_exports(m_model)
    , m_toolBar(new RunToolBar)
    , m_progress(new ProgressStrip)
    , m_filterBar(new FilterBar(m_filter))
    , m_find(new FindBar)
    , m_finder(run.output(), m_model, m_filter, *m_find)
    , m_panes(new RunPanes(run, m_model, m_filter, clock))
{
    build();
    connectRun();
    connectPanes();
    connectFilter();
    connectFinder();
    updateSummary();
}

// They look at the model.
RunView::~RunView()
{
    delete m_panes;
}

void RunView::build()
{
    auto *column = makeColumn(Grid / 2, this);
    // What is filled in above may be for another run by now.
    auto *heading = new ElidedLabel(runHeading(m_run.spec()));
    heading->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(heading);
    column->addWidget(m_toolBar);
    column->addWidget(m_progress);
    column->addWidget(m_filterBar);
    column->addWidget(m_find);
    column->addSpacing(Grid / 2);
    column->addWidget(m_panes, 1);
    if (TypingBar *bar = m_panes->typing().bar()) {
        column->addWidget(bar);
    }
    m_toolBar->setFoldable(!m_run.spec().terminal);
    m_find->hide();
}

void RunView::connectRun()
{
    connect(&m_run, &run::Run::statesChanged, this, [this](const QVector<int> &slotNumbers) {
        m_panes->slotsChanged(slotNumbers);
        updateSummary();
    });
    connect(&m_run, &run::Run::outputGrew, this, [this](const QVector<int> &slotNumbers) {
        m_panes->outputGrew(slotNumbers);
        m_finder.outputGrew(slotNumbers);
    });
    connect(&m_run, &run::Run::finished, this, &RunView::updateSummary);
    connect(&m_model, &models::RunModel::ticked, this, &RunView::updateSummary);
    connect(m_toolBar, &RunToolBar::stopRequested, this, &RunView::stop);
    connect(m_toolBar, &RunToolBar::stopWaitingRequested, this, [this] { m_run.stopWaiting(); });
    connect(m_toolBar, &RunToolBar::copyAllRequested, this, [this] {
        m_exports.copy(m_filter.shownSlots());
    });
    connect(m_toolBar, &RunToolBar::saveRequested, this, [this] { saver().askWhere(*this); });
    connect(m_toolBar, &RunToolBar::editorRequested, this, [this] {
        m_exports.openInEditor(m_panes->currentSlot());
    });
    connect(m_panes, &RunPanes::editorRequested, &m_exports, &RunExports::openInEditor);
    connect(&m_exports, &RunExports::saved, this, &RunView::saved);
    connect(&m_exports, &RunExports::copied, this, &RunView::copied);
    connect(&m_exports, &RunExports::failed, this, &RunView::failed);
    connect(&m_toolBar->rerunMenu(), &QMenu::aboutToShow, this, [this] {
        fillRerunMenu(m_toolBar->rerunMenu(), m_model, [this](const auto &workers) {
            emit rerunRequested(workers);
        });
    });
}

void RunView::connectPanes()
{
    connect(m_panes, &RunPanes::presentationRequested, this, &RunView::setPresentation);
    connect(m_panes, &RunPanes::showAllRequested, this, [this] {
        m_finder.close();
        m_filterBar->dismiss();
        m_toolBar->summary().setGroup(PaneGroup::All);
    });
    connect(m_toolBar, &RunToolBar::presentationChosen, this, &RunView::setPresentation);
    connect(m_toolBar, &RunToolBar::wrapToggled, m_panes, &RunPanes::setWrap);
}

void RunView::connectFilter()
{
    SummaryBar &summary = m_toolBar->summary();
    summary.setEndings([this](PaneGroup group) { return models::endingCounts(m_model, group); });
    connect(
        &summary, &SummaryBar::groupChanged, this, [this](PaneGroup group, const QString &ending) {
            m_filter.setGroup(group, ending);
            m_panes->updateItems();
        });
    connect(m_toolBar, &RunToolBar::filterRequested, this, &RunView::showFilter);
    connect(m_filterBar, &FilterBar::changed, m_panes, &RunPanes::updateItems);
    connect(m_filterBar, &FilterBar::closed, m_panes, &RunPanes::focusPanes);
}

void RunView::connectFinder()
{
    connect(m_toolBar, &RunToolBar::findRequested, this, &RunView::showFind);
    connect(&m_finder, &RunFinder::hitChanged, this, &RunView::showHit);
    connect(&m_finder, &RunFinder::shownChanged, m_panes, &RunPanes::updateItems);
    connect(&m_finder, &RunFinder::closed, m_panes, &RunPanes::focusPanes);
    m_finder.setTerminals(m_panes->typing().terminals());
    connect(&m_model, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex &from) {
        if (from.column() == models::RunModel::WorkerColumn) {
            m_panes->grid().slotsChanged(
                m_filter.shownSlots()); // the number found is in the headers
        }
    });
}

void RunView::updateSummary()
{
    m_toolBar->summary().setSummary(m_run.state().summary());
    m_progress->setSummary(m_run.state().summary());
    qint64 longest = -1;
    for (int slot = 0; slot < m_model.rowCount(); ++slot) {
        longest = std::max(longest, m_model.elapsed(slot));
    }
    m_toolBar->summary().setDuration(models::durationText(longest));
    m_toolBar->setRunning(
        m_run.startedAt().isValid() && !m_run.isFinished(), m_wasAskedToStop,
        m_run.state().summary().waiting);
}

void RunView::setPresentation(Presentation presentation)
{
    const bool isMerged = presentation == Presentation::Merged;
    m_finder.setOrder(isMerged ? &m_panes->mergedLines() : nullptr);
    m_panes->setPresentation(presentation);
    m_toolBar->setPresentation(presentation);
    m_toolBar->setWrap(m_panes->isWrapped());
    if (isMerged) {
        showHit();
    }
    m_panes->focusPanes();
}

void RunView::stop()
{
    if (!m_run.isFinished()) {
        if (m_run.spec().detachedId.isEmpty()) {
            m_run.stop();
        } else {
            stopDetached();
        }
        m_wasAskedToStop = true;
        updateSummary();
    }
}

/// What is not there yet is not started; the rest is told on the workers, and so comes to its end.
void RunView::stopDetached()
{
    m_run.stopWaiting();
    for (int slot = 0; slot < m_model.rowCount(); ++slot) {
        const run::WorkerState &worker = m_model.worker(slot);
        if (worker.isRunning() && worker.phase < ssh::Phase::Running) {
            m_run.stopWorker(slot);
        }
    }
    m_run.expectStop();
    emit endRequested(m_wasAskedToStop);
}

void RunView::showHit()
{
    m_panes->setHits(m_finder.search(), m_finder.hit());
}

bool RunView::showWorker(const WorkerRef &worker)
{
    const std::vector<WorkerRef> &all = m_run.spec().workers;
    const auto found = std::find(all.begin(), all.end(), worker);
    if (found == all.end()) {
        return false;
    }
    m_panes->showSlot(int(found - all.begin()));
    return true;
}

void RunView::showFind()
{
    Pane *pane = m_panes->currentPane();
    m_finder.setStart(m_panes->currentSlot());
    m_finder.open(pane ? pane->output().selectedText() : QString());
}

void RunView::showFilter()
{
    m_filterBar->activate();
}

void RunView::keyPressEvent(QKeyEvent *event)
{
    const bool control = event->modifiers().testFlag(Qt::ControlModifier);
    if (event->matches(QKeySequence::Find)) {
        showFind();
    } else if (event->key() == Qt::Key_F3 && m_finder.isOpen()) {
        m_finder.step(!event->modifiers().testFlag(Qt::ShiftModifier));
    } else if (control && (event->key() == Qt::Key_Plus || event->key() == Qt::Key_Equal)) {
        m_panes->zoom(1);
    } else if (control && event->key() == Qt::Key_Minus) {
        m_panes->zoom(-1);
    } else if (control && event->key() == Qt::Key_0) {
        m_panes->zoom(0);
    } else if (event->key() == Qt::Key_Escape && m_finder.isOpen()) {
        m_finder.close();
    } else if (event->key() == Qt::Key_Escape && m_filterBar->isVisible()) {
        m_filterBar->dismiss();
    } else if (event->key() == Qt::Key_Escape) {
        emit leftUpwards();
    } else {
        event->ignore();
    }
}

} // namespace podium::ui
