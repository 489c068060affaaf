// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/models/run/mergedlines.h"
#include "core/models/run/runfilter.h"
#include "core/models/run/runmodel.h"
#include "core/models/run/runsearch.h"
#include "core/run/runengine.h"
#include "widgets/run/page/runtoolbar.h"
#include "widgets/run/page/runtyping.h"
#include "widgets/run/panes/mergedpane.h"
#include "widgets/run/panes/panegrid.h"
#include "widgets/run/panes/singlepane.h"

#include <QStackedWidget>
#include <QTimer>

#include <memory>
#include <vector>

namespace podium::ui {

class EmptyState;

/// The panes of one run, as they are presented: side by side, one alone, folded, or all lines as
/// one; in one size of letters, with long lines wrapped or not.
class RunPanes final : public QStackedWidget
{
    Q_OBJECT

public:
    /// All must outlive it; before the run is started.
    RunPanes(
        run::Run &run, models::RunModel &model, models::RunFilter &filter, const Clock &clock,
        QWidget *parent = nullptr);
    ~RunPanes() override;

    [[nodiscard]] Presentation presentation() const { return m_presentation; }
    /// Shows the current worker in it.
    void setPresentation(Presentation presentation);
    /// As the presentation has it; those with one pane have another.
    [[nodiscard]] bool isWrapped() const { return isGrid() ? m_wrapGrid : m_wrapSingle; }
    void setWrap(bool wrap);
    /// By so many points; 0: back to the usual size.
    void zoom(int steps);
    void focusPanes();
    /// Makes it the current one.
    void showSlot(int slot);
    [[nodiscard]] int currentSlot() const;
    [[nodiscard]] Pane *currentPane() const; ///< null: none is shown
    [[nodiscard]] PaneGrid &grid() { return *m_grid; }
    /// What the filter shows has changed.
    void updateItems();
    void updateItemsSoon();
    void slotsChanged(const QVector<int> &slotNumbers);
    void outputGrew(const QVector<int> &slotNumbers);
    void
    setHits(const std::shared_ptr<const run::OutputSearch> &search, const models::SearchHit &hit);
    [[nodiscard]] const models::MergedLines &mergedLines() const { return m_mergedLines; }
    [[nodiscard]] const RunTyping &typing() const { return m_typing; }

signals:
    void presentationRequested(podium::ui::Presentation presentation);
    void editorRequested(int slot);
    void showAllRequested();

protected:
    void changeEvent(QEvent *event) override;

private:
    void build();
    void connectPanes();
    void tellTyping();
    void updateLook();
    void open(int slot);
    [[nodiscard]] bool isGrid() const;
    [[nodiscard]] std::vector<PaneItem> items();
    [[nodiscard]] std::vector<PaneItem> foldedItems();

    models::RunModel &m_model;
    models::RunFilter &m_filter;
    models::MergedLines m_mergedLines;
    PaneGrid *m_grid;
    SinglePane *m_single;
    MergedPane *m_merged;
    RunTyping m_typing;
    EmptyState *m_nothing;
    QTimer m_itemsTimer;
    Presentation m_presentation = Presentation::Panes;
    Presentation m_before = Presentation::Panes; ///< where Esc goes back to
    int m_zoom = 0;
    bool m_wrapGrid = false;
    bool m_wrapSingle = true; ///< and merged
};

} // namespace podium::ui
