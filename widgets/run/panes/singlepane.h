// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/run/runfilter.h"
#include "core/models/run/runsearch.h"
#include "widgets/run/panes/pane.h"
#include "widgets/run/panes/repaintscheduler.h"

#include <QSortFilterProxyModel>
#include <QSplitter>

class QTreeView;

namespace podium::ui {

/// One worker's output large, the others as a list beside it.
class SinglePane final : public QSplitter
{
    Q_OBJECT

public:
    /// Both must outlive it.
    SinglePane(const models::RunModel &model, models::RunFilter &filter, QWidget *parent = nullptr);

    void setLook(const std::shared_ptr<const OutputTheme> &look);
    /// Before the first worker: the pane is a terminal. Must outlive it.
    void setTerminals(run::RunTerminals &terminals);
    /// Whose pane gets keys that are typed in others.
    void setReceivers(const QVector<int> &slotNumbers);
    void setWrap(bool wrap);
    /// Marks what matches in all panes, and shows `current` where its length is not 0.
    void setHits(
        const std::shared_ptr<const run::OutputSearch> &search, const models::SearchHit &current);
    void showSlot(int slot);
    [[nodiscard]] int slot() const { return m_slot; }
    [[nodiscard]] Pane &pane() { return *m_pane; }
    void slotsChanged(const QVector<int> &slotNumbers);
    /// To the worker before or after, as the list shows them.
    void step(int rows);

signals:
    void closed();
    void currentChanged(int slot);
    /// As currentChanged(), but nobody has chosen it: the one that was shown is filtered out.
    void currentReplaced(int slot);
    void editorRequested(int slot);
    void zoomRequested(int steps);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void makeList();
    void connectList();
    [[nodiscard]] bool bindSlot(int slot);
    void replaceSlot(int slot);
    [[nodiscard]] int slotAt(const QModelIndex &listIndex) const;

    const models::RunModel &m_model;
    models::RunFilter &m_filter;
    QSortFilterProxyModel m_sorted; ///< the list's own order; the grid keeps that of the slots
    QTreeView *m_list;
    Pane *m_pane;
    RepaintScheduler m_pump;
    QVector<int> m_receivers;
    QHash<int, ViewPlace> m_places;
    int m_slot = -1;
    bool m_rowsGo = false; ///< the list chooses another row by itself
};

} // namespace podium::ui
