// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/page/runpanes.h"

#include "core/models/run/panefold.h"
#include "core/models/run/workerlabels.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/theme.h"
#include "widgets/run/terminal/typingbar.h"

#include <QEvent>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>
#include <memory>

namespace podium::ui {

namespace {

constexpr int ItemsMs = 60;   // between two looks at which panes are to be shown
constexpr int ZoomLeast = -5; // points
constexpr int ZoomMost = 16;

} // namespace

RunPanes::RunPanes(
    run::Run &run, models::RunModel &model, models::RunFilter &filter, const Clock &clock,
    QWidget *parent)
    : QStackedWidget(parent)
    , m_model(model)
    , m_filter(filter)
    , m_mergedLines(model, clock)
    , m_grid(new PaneGrid(model))
    , m_single(new SinglePane(model, filter))
    , m_merged(new MergedPane(m_mergedLines, run.output()))
    , m_typing(run, model, *m_grid, *m_single)
    , m_nothing(new EmptyState(
          QStringLiteral("search"), tr("No pane to show"), tr("No worker matches the filter.")))
{
    build();
    connectPanes();
    updateLook();
    updateItems();
}

// The panes look at the terminals.
RunPanes::~RunPanes()
{
    delete m_typing.bar();
    delete m_grid;
    delete m_single;
    delete m_merged;
}

void RunPanes::build()
{
    addWidget(m_grid);
    addWidget(m_single);
    addWidget(m_merged);
    m_merged->setWrap(m_wrapSingle);
    addWidget(m_nothing);
    QPushButton *all = m_nothing->addAction(tr("Show all"));
    connect(all, &QPushButton::clicked, this, &RunPanes::showAllRequested);
    m_itemsTimer.setSingleShot(true);
    m_itemsTimer.setInterval(ItemsMs);
    connect(&m_itemsTimer, &QTimer::timeout, this, &RunPanes::updateItems);
}

void RunPanes::connectPanes()
{
    connect(&m_filter, &QAbstractItemModel::rowsInserted, this, &RunPanes::updateItemsSoon);
    connect(&m_filter, &QAbstractItemModel::rowsRemoved, this, &RunPanes::updateItemsSoon);
    connect(m_grid, &PaneGrid::opened, this, &RunPanes::open);
    connect(m_grid, &PaneGrid::zoomRequested, this, &RunPanes::zoom);
    connect(m_grid, &PaneGrid::editorRequested, this, &RunPanes::editorRequested);
    connect(m_single, &SinglePane::closed, this, [this] { emit presentationRequested(m_before); });
    connect(m_single, &SinglePane::zoomRequested, this, &RunPanes::zoom);
    connect(m_single, &SinglePane::editorRequested, this, &RunPanes::editorRequested);
    connect(m_merged, &MergedPane::opened, this, &RunPanes::open);
    connect(m_merged, &MergedPane::zoomRequested, this, &RunPanes::zoom);
}

void RunPanes::slotsChanged(const QVector<int> &slotNumbers)
{
    m_grid->slotsChanged(slotNumbers);
    m_single->slotsChanged(slotNumbers);
    if (m_presentation == Presentation::Folded) {
        updateItemsSoon();
    }
}

void RunPanes::outputGrew(const QVector<int> &slotNumbers)
{
    slotsChanged(slotNumbers);
    m_merged->outputChanged();
}

void RunPanes::updateItemsSoon()
{
    if (!m_itemsTimer.isActive()) {
        m_itemsTimer.start();
    }
}

std::vector<PaneItem> RunPanes::items()
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

std::vector<PaneItem> RunPanes::foldedItems()
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

void RunPanes::updateItems()
{
    m_itemsTimer.stop();
    m_grid->setItems(items());
    tellTyping();
    QWidget *shown = m_grid;
    if (m_presentation == Presentation::Single) {
        shown = m_single;
    } else if (m_presentation == Presentation::Merged) {
        m_merged->setShown(m_filter.shownSlots());
        shown = m_merged;
    }
    setCurrentWidget(m_filter.rowCount() == 0 ? m_nothing : shown);
}

/// Who gets what is typed where nobody has chosen it.
void RunPanes::tellTyping()
{
    m_typing.setShown(m_filter.shownSlots(), m_filter.rowCount() == 0 ? -1 : currentSlot());
}

void RunPanes::setPresentation(Presentation presentation)
{
    if (presentation != Presentation::Single) {
        m_before = presentation;
    }
    const int slot = currentSlot();
    m_presentation = presentation;
    updateItems();
    if (presentation == Presentation::Single) {
        m_single->showSlot(slot);
    } else if (presentation == Presentation::Folded) {
        const QSignalBlocker nobodysChoice(m_grid);
        m_grid->setCurrent(0); // the odd ones are worth seeing first
        tellTyping();
    } else if (presentation == Presentation::Panes) {
        m_grid->showSlot(slot);
    }
}

void RunPanes::open(int slot)
{
    m_grid->showSlot(slot);
    emit presentationRequested(Presentation::Single);
}

void RunPanes::showSlot(int slot)
{
    m_grid->showSlot(slot);
    if (m_presentation == Presentation::Single) {
        m_single->showSlot(slot);
    }
}

void RunPanes::focusPanes()
{
    if (m_presentation == Presentation::Single) {
        m_single->pane().output().setFocus();
    } else if (m_presentation == Presentation::Merged) {
        m_merged->output().setFocus();
    } else {
        m_grid->setFocus();
    }
}

bool RunPanes::isGrid() const
{
    return m_presentation == Presentation::Panes || m_presentation == Presentation::Folded;
}

int RunPanes::currentSlot() const
{
    return m_presentation == Presentation::Single ? m_single->slot() : m_grid->currentSlot();
}

Pane *RunPanes::currentPane() const
{
    return m_presentation == Presentation::Single ? &m_single->pane()
                                                  : m_grid->pane(m_grid->current());
}

void RunPanes::setHits(
    const std::shared_ptr<const run::OutputSearch> &search, const models::SearchHit &hit)
{
    const models::SearchHit none;
    m_single->setHits(search, m_presentation == Presentation::Single ? hit : none);
    m_grid->setHits(search, isGrid() ? hit : none);
    m_merged->setHits(search, m_presentation == Presentation::Merged ? hit : none);
}

void RunPanes::updateLook()
{
    QFont font = monospaceFont();
    font.setPointSizeF(std::max(4.0, font.pointSizeF() + m_zoom));
    const auto look = std::make_shared<const OutputTheme>(font, palette());
    m_grid->setLook(look);
    m_single->setLook(look);
    m_merged->setLook(look);
}

void RunPanes::zoom(int steps)
{
    m_zoom = steps == 0 ? 0 : std::clamp(m_zoom + steps, ZoomLeast, ZoomMost);
    updateLook();
}

void RunPanes::setWrap(bool wrap)
{
    if (!isGrid()) {
        m_wrapSingle = wrap;
        m_single->setWrap(wrap);
        m_merged->setWrap(wrap);
    } else {
        m_wrapGrid = wrap;
        m_grid->setWrap(wrap);
    }
}

void RunPanes::changeEvent(QEvent *event)
{
    QStackedWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        updateLook();
    }
}

} // namespace podium::ui
