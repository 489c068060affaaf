// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/run/runsearch.h"
#include "widgets/run/panes/gridshape.h"
#include "widgets/run/panes/pane.h"
#include "widgets/run/panes/repaintscheduler.h"

#include <QAbstractScrollArea>
#include <QHash>

#include <optional>
#include <vector>

namespace podium::ui {

/// A run's panes side by side. Only those on screen exist; the others are a place in their
/// output and come back to it. One pane is the current one: arrow keys move, Return opens it.
class PaneGrid final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    /// `model` must outlive the grid.
    explicit PaneGrid(const models::RunModel &model, QWidget *parent = nullptr);
    ~PaneGrid() override;

    void setLook(const std::shared_ptr<const OutputTheme> &look);
    /// Before the first items: the panes are terminals. Must outlive the grid.
    void setTerminals(run::RunTerminals &terminals) { m_terminals = &terminals; }
    /// Whose panes get keys that are typed in others.
    void setReceivers(const QVector<int> &slotNumbers);
    void setItems(std::vector<PaneItem> items);
    [[nodiscard]] const std::vector<PaneItem> &items() const { return m_items; }
    void setWrap(bool wrap);
    /// Marks what matches in all panes, and shows `current` where its length is not 0.
    void setHits(
        const std::shared_ptr<const run::OutputSearch> &search, const models::SearchHit &current);
    /// Marks in the panes of others what the output of this slot has not; -1: nothing.
    void setReference(int slot);

    [[nodiscard]] int current() const { return m_current; }
    [[nodiscard]] int currentSlot() const;
    void setCurrent(int index);
    void showSlot(int slot) { setCurrent(m_itemOfSlot.value(slot, m_current)); }
    /// The pane of an item, or null while it is off screen.
    [[nodiscard]] Pane *pane(int index) const { return m_bound.value(index); }
    [[nodiscard]] bool hasKeys() const; ///< one of its panes, as Pane::hasKeys()

    /// These workers' state or output is another.
    void slotsChanged(const QVector<int> &slotNumbers);

signals:
    void currentChanged(int slot);
    void opened(int slot);
    void editorRequested(int slot);
    void zoomRequested(int steps); ///< 0: back to the usual size

protected:
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void keyPressEvent(QKeyEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void layoutPanes();
    void placePane(int index);
    void release(int index);
    [[nodiscard]] Pane *takePane();
    void applyHits(Pane &pane) const;
    [[nodiscard]] std::optional<TextPosition> placeOfHit(Pane &pane) const;
    void markCurrent();
    void ensureVisible(int index);
    [[nodiscard]] QSize minimumPane() const;
    [[nodiscard]] int moved(int key) const;

    const models::RunModel &m_model;
    run::RunTerminals *m_terminals = nullptr;
    QVector<int> m_receivers;
    std::shared_ptr<const OutputTheme> m_look;
    std::vector<PaneItem> m_items;
    QHash<int, int> m_itemOfSlot;
    QHash<int, Pane *> m_bound; ///< by item
    QVector<Pane *> m_spare;
    QHash<int, ViewPlace> m_places; ///< by slot, of panes off screen
    GridShape m_shape;
    RepaintScheduler m_pump;
    int m_current = 0;
    bool m_wrap = false;
    std::shared_ptr<const run::OutputSearch> m_hits;
    models::SearchHit m_hit;
    int m_reference = -1;
};

} // namespace podium::ui
