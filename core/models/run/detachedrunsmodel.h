// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/models/mark.h"
#include "core/models/tablemodel.h"
#include "core/run/detached/detachedruns.h"

namespace podium::models {

/// "running", "exit 3", "stopped", "died", "not asked", "not there": what is known of a run that
/// was left running.
[[nodiscard]] QString detachedRunState(const run::DetachedRun &detached);

/// Runs that were left running as rows, the newest first. Texts and marks, no colours.
class DetachedRunsModel final : public TableModel
{
    Q_OBJECT

public:
    enum Column { StateColumn, SinceColumn, WorkersColumn, CommandColumn, ColumnCount };
    enum Role { MarkRole = Qt::UserRole + 1 };

    /// Both must outlive the model.
    DetachedRunsModel(const run::DetachedRuns &runs, const Clock &clock, QObject *parent = nullptr);

    [[nodiscard]] const run::DetachedRun &at(int row) const;
    /// The row of this run with these workers, or its only one; -1: none.
    [[nodiscard]] int rowOf(const run::DetachedRun &detached) const;

    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    [[nodiscard]] int size() const override { return int(m_runs.size()); }
    [[nodiscard]] QStringList titles() const override;
    [[nodiscard]] QString text(const run::DetachedRun &detached, int column) const;

    const Clock &m_clock;
    const run::DetachedRuns &m_source;
    std::vector<run::DetachedRun> m_runs;
};

} // namespace podium::models
