// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/models/run/panestate.h"
#include "core/models/tablemodel.h"
#include "core/run/runengine.h"

#include <QStringList>
#include <QTimer>
#include <QVector>

namespace podium::models {

/// A run's workers as rows, in the order of the slots. Texts only, no colours.
class RunModel final : public TableModel
{
    Q_OBJECT

public:
    enum Column { WorkerColumn, StateColumn, DurationColumn, LinesColumn, ColumnCount };
    enum Role {
        StateRole = Qt::UserRole + 1, ///< PaneState as int
        SentenceRole,                 ///< paneSentence()
        SortRole,                     ///< a value that sorts: text, milliseconds, number
        MatchesRole,                  ///< what find found in it; 0 where nothing is looked for
        MayHaveMoreRole,              ///< whether there may be more matches than those
    };

    /// Both must outlive the model.
    RunModel(const run::Run &run, const Clock &clock, QObject *parent = nullptr);

    [[nodiscard]] const run::Run &run() const { return m_run; }
    [[nodiscard]] const QStringList &labels() const { return m_labels; }
    [[nodiscard]] QString label(int slot) const { return m_labels.value(slot); }
    [[nodiscard]] const run::WorkerState &worker(int slot) const;
    [[nodiscard]] PaneState state(int slot) const;
    [[nodiscard]] qint64 elapsed(int slot) const; ///< milliseconds; -1: not begun

    /// Matches per slot, for MatchesRole; empty: nothing is looked for. `areAtLeast`: see
    /// RunSearch.
    void setMatches(const QVector<int> &matches, const QVector<bool> &areAtLeast = {});
    [[nodiscard]] int matches(int slot) const { return m_matches.value(slot, 0); }
    [[nodiscard]] bool mayHaveMore(int slot) const { return m_areAtLeast.value(slot, false); }

    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

signals:
    /// The time went on for those that run: twice a second.
    void ticked();

private:
    [[nodiscard]] int size() const override { return int(m_run.spec().workers.size()); }
    [[nodiscard]] QStringList titles() const override;
    void rowsChanged(const QVector<int> &slotNumbers, Column first, Column last);
    void tick();
    [[nodiscard]] QString text(int slot, int column) const;
    [[nodiscard]] QVariant sortValue(int slot, int column) const;
    [[nodiscard]] QString accessibleText(int slot, int column) const;

    const run::Run &m_run;
    const Clock &m_clock;
    QStringList m_labels;
    QVector<int> m_matches;
    QVector<bool> m_areAtLeast;
    QTimer m_timer;
};

} // namespace podium::models
