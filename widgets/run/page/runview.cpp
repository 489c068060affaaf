// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/page/runview.h"

#include "core/models/run/panefold.h"
#include "core/models/run/workerlabels.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/theme.h"
#include "widgets/run/page/filterbar.h"
#include "widgets/run/page/findbar.h"
#include "widgets/run/page/rerunmenu.h"
#include "widgets/run/terminal/typingbar.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QPushButton>

#include <algorithm>

namespace podium::ui {

using models::PaneGroup;

namespace {

constexpr int ItemsMs = 60; // between two looks at which panes are to be shown

} // namespace

RunView::RunView(run::Run &run, const Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_run(run)
    , m_clock(clock)
    , m_model(run, clock)
    , m_filter(m_model)
    , m_mergedLines(m_model, clock)
    , m_exports(m_model)
    , m_toolBar(new RunToolBar)
    , m_progress(new ProgressStrip)
    , m_filterBar(new FilterBar(m_filter))
    , m_find(new FindBar)
    , m_finder(run.output(), m_model, m_filter, *m_find)
    , m_stack(new QStackedWidget)
    , m_grid(new PaneGrid(m_model))
    , m_single(new SinglePane(m_model, m_filter))
    , m_merged(new MergedPane(m_mergedLines, run.output()))
    , m_typing(run, m_model, *m_grid, *m_single)
    , m_nothing(new EmptyState(
          QStringLiteral("search"), tr("No pane to show"), tr("No worker matches the filter.")))
{
    build();
    connectRun();
    connectPanes();
    connectFinder();
    updateLook();
    updateItems();
    updateSummary();
}

// The panes look at the terminals.
RunView::~RunView()
{
    delete m_typing.bar();
    delete m_stack;
}

void RunView::build()
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Grid / 2);
    column->addWidget(m_toolBar);
    column->addWidget(m_progress);
    column->addWidget(m_filterBar);
    column->addWidget(m_find);
    column->addSpacing(Grid / 2);
    column->addWidget(m_stack, 1);
    if (m_typing.bar()) {
        column->addWidget(m_typing.bar());
    }
    m_toolBar->setFoldable(!m_run.spec().terminal);
    m_find->hide();
    m_stack->addWidget(m_grid);
    m_stack->addWidget(m_single);
    m_stack->addWidget(m_merged);
    m_merged->setWrap(m_wrapSingle);
    m_stack->addWidget(m_nothing);
    QPushButton *all = m_nothing->addAction(tr("Show all"));
    connect(all, &QPushButton::clicked, this, [this] {
        m_finder.close();
        m_filterBar->dismiss();
        m_toolBar->summary().setGroup(PaneGroup::All);
    });
    m_itemsTimer.setSingleShot(true);
    m_itemsTimer.setInterval(ItemsMs);
    connect(&m_itemsTimer, &QTimer::timeout, this, &RunView::updateItems);
}

void RunView::connectRun()
{
    const auto changed = [this](const QVector<int> &slotNumbers) {
        m_grid->slotsChanged(slotNumbers);
        m_single->slotsChanged(slotNumbers);
        if (m_presentation == Presentation::Folded) {
            updateItemsSoon();
        }
    };
    connect(
        &m_run, &run::Run::statesChanged, this, [this, changed](const QVector<int> &slotNumbers) {
            changed(slotNumbers);
            updateSummary();
        });
    connect(&m_run, &run::Run::outputGrew, this, [this, changed](const QVector<int> &slotNumbers) {
        changed(slotNumbers);
        m_finder.outputGrew(slotNumbers);
        m_merged->outputChanged();
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
        m_exports.openInEditor(currentSlot());
    });
    connect(m_grid, &PaneGrid::editorRequested, &m_exports, &RunExports::openInEditor);
    connect(m_single, &SinglePane::editorRequested, &m_exports, &RunExports::openInEditor);
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
    connect(&m_filter, &QAbstractItemModel::rowsInserted, this, &RunView::updateItemsSoon);
    connect(&m_filter, &QAbstractItemModel::rowsRemoved, this, &RunView::updateItemsSoon);
    connect(m_grid, &PaneGrid::opened, this, &RunView::open);
    connect(m_grid, &PaneGrid::zoomRequested, this, &RunView::zoom);
    connect(m_single, &SinglePane::closed, this, &RunView::close);
    connect(m_single, &SinglePane::zoomRequested, this, &RunView::zoom);
    connect(m_merged, &MergedPane::opened, this, &RunView::open);
    connect(m_merged, &MergedPane::zoomRequested, this, &RunView::zoom);
    connect(m_toolBar, &RunToolBar::presentationChosen, this, &RunView::setPresentation);
    connect(m_toolBar, &RunToolBar::wrapToggled, this, &RunView::setWrap);
    connectFilter();
}

void RunView::connectFilter()
{
    SummaryBar &summary = m_toolBar->summary();
    summary.setEndings([this](PaneGroup group) { return models::endingCounts(m_model, group); });
    connect(
        &summary, &SummaryBar::groupChanged, this, [this](PaneGroup group, const QString &ending) {
            m_filter.setGroup(group, ending);
            updateItems();
        });
    connect(m_toolBar, &RunToolBar::filterRequested, this, &RunView::showFilter);
    connect(m_filterBar, &FilterBar::changed, this, &RunView::updateItems);
    connect(m_filterBar, &FilterBar::closed, this, &RunView::focusPanes);
}

void RunView::connectFinder()
{
    connect(m_toolBar, &RunToolBar::findRequested, this, &RunView::showFind);
    connect(&m_finder, &RunFinder::hitChanged, this, &RunView::showHit);
    connect(&m_finder, &RunFinder::shownChanged, this, &RunView::updateItems);
    connect(&m_finder, &RunFinder::closed, this, &RunView::focusPanes);
    m_finder.setTerminals(m_typing.terminals());
    connect(&m_model, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex &from) {
        if (from.column() == models::RunModel::WorkerColumn) {
            m_grid->slotsChanged(m_filter.shownSlots()); // the number found is in the headers
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

void RunView::updateItemsSoon()
{
    if (!m_itemsTimer.isActive()) {
        m_itemsTimer.start();
    }
}

std::vector<PaneItem> RunView::items()
{
    if (m_presentation == Presentation::Folded) {
        return foldedItems();
    }
    m_grid->setReference(-1);
    std::vector<PaneItem> items;
    for (const int slot : m_filter.shownSlots()) {
        items.push_back({{slot}, m_model.label(slot)});
    }
    return items;
}

std::vector<PaneItem> RunView::foldedItems()
{
    const run::Fold fold = models::foldPanes(m_model, m_filter.shownSlots());
    m_grid->setReference(
        fold.majority < 0 ? -1 : fold.groups.at(std::size_t(fold.majority)).constFirst());
    std::vector<PaneItem> items;
    for (const QVector<int> &group : fold.groups) {
        QStringList labels;
        for (const int slot : group) {
            labels += m_model.label(slot);
        }
        items.push_back({group, models::foldedLabel(labels)});
    }
    return items;
}

void RunView::updateItems()
{
    m_itemsTimer.stop();
    m_grid->setItems(items());
    m_typing.setShown(m_filter.shownSlots(), m_filter.rowCount() == 0 ? -1 : currentSlot());
    QWidget *shown = m_grid;
    if (m_presentation == Presentation::Single) {
        shown = m_single;
    } else if (m_presentation == Presentation::Merged) {
        m_merged->setShown(m_filter.shownSlots());
        shown = m_merged;
    }
    m_stack->setCurrentWidget(m_filter.rowCount() == 0 ? m_nothing : shown);
}

void RunView::setPresentation(Presentation presentation)
{
    if (presentation != Presentation::Single) {
        m_before = presentation;
    }
    const int slot = currentSlot();
    m_presentation = presentation;
    m_toolBar->setPresentation(presentation);
    m_toolBar->setWrap(isGrid() ? m_wrapGrid : m_wrapSingle);
    m_finder.setOrder(presentation == Presentation::Merged ? &m_mergedLines : nullptr);
    updateItems();
    if (presentation == Presentation::Single) {
        m_single->showSlot(slot);
    } else if (presentation == Presentation::Folded) {
        m_grid->setCurrent(0); // the odd ones are worth seeing first
    } else if (presentation == Presentation::Merged) {
        showHit();
    } else {
        m_grid->showSlot(slot);
    }
    focusPanes();
}

void RunView::open(int slot)
{
    m_grid->showSlot(slot);
    setPresentation(Presentation::Single);
}

void RunView::close()
{
    setPresentation(m_before);
}

void RunView::focusPanes()
{
    if (m_presentation == Presentation::Single) {
        m_single->pane().output().setFocus();
    } else if (m_presentation == Presentation::Merged) {
        m_merged->output().setFocus();
    } else {
        m_grid->setFocus();
    }
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
    emit endRequested(m_wasAskedToStop);
}

bool RunView::isGrid() const
{
    return m_presentation == Presentation::Panes || m_presentation == Presentation::Folded;
}

int RunView::currentSlot() const
{
    return m_presentation == Presentation::Single ? m_single->slot() : m_grid->currentSlot();
}

void RunView::showFilter()
{
    m_filterBar->activate();
}

void RunView::showFind()
{
    Pane *pane = m_presentation == Presentation::Single ? &m_single->pane()
                                                        : m_grid->pane(m_grid->current());
    m_finder.setStart(currentSlot());
    m_finder.open(pane ? pane->output().selectedText() : QString());
}

void RunView::showHit()
{
    const bool isSingle = m_presentation == Presentation::Single;
    m_single->setHits(m_finder.search(), isSingle ? m_finder.hit() : models::SearchHit());
    m_grid->setHits(m_finder.search(), isGrid() ? m_finder.hit() : models::SearchHit());
    m_merged->setHits(
        m_finder.search(),
        m_presentation == Presentation::Merged ? m_finder.hit() : models::SearchHit());
}

void RunView::keyPressEvent(QKeyEvent *event)
{
    const bool control = event->modifiers().testFlag(Qt::ControlModifier);
    if (event->matches(QKeySequence::Find)) {
        showFind();
    } else if (event->key() == Qt::Key_F3 && m_finder.isOpen()) {
        m_finder.step(!event->modifiers().testFlag(Qt::ShiftModifier));
    } else if (control && (event->key() == Qt::Key_Plus || event->key() == Qt::Key_Equal)) {
        zoom(1);
    } else if (control && event->key() == Qt::Key_Minus) {
        zoom(-1);
    } else if (control && event->key() == Qt::Key_0) {
        zoom(0);
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
