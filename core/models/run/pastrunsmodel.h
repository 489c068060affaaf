// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/models/mark.h"
#include "core/models/tablemodel.h"
#include "core/store/pastrun.h"

#include <QSet>

#include <vector>

namespace podium::models {

/// The runs that there were, the newest first; the oldest go when there are too many.
class PastRunsModel final : public TableModel
{
    Q_OBJECT

public:
    enum Column { CommandColumn, WhereColumn, EndingColumn, WhenColumn, DurationColumn };
    static constexpr int ColumnCount = DurationColumn + 1;
    static constexpr int Limit = 1000;
    enum Role { MarkRole = Qt::UserRole + 1 };

    explicit PastRunsModel(const Clock &clock, QObject *parent = nullptr);

    /// All that are kept.
    void setRuns(std::vector<store::PastRun> runs);
    /// One that begins here, or has come to an end.
    void put(const store::PastRun &run);
    /// Time goes on: "1 min ago" is 2 by now.
    void refreshAges();
    [[nodiscard]] const store::PastRun &at(int row) const { return m_runs[std::size_t(row)]; }
    [[nodiscard]] int rowOf(const QString &id) const; ///< -1: not there
    /// Whether it goes on in this window.
    [[nodiscard]] bool isOpenHere(const QString &id) const { return m_openHere.contains(id); }

    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    [[nodiscard]] int size() const override { return int(m_runs.size()); }
    [[nodiscard]] QStringList titles() const override;
    [[nodiscard]] QString text(const store::PastRun &run, int column) const;
    [[nodiscard]] QString endingText(const store::PastRun &run) const;
    [[nodiscard]] Mark markOf(const store::PastRun &run) const;

    const Clock &m_clock;
    std::vector<store::PastRun> m_runs;
    QSet<QString> m_openHere;
};

/// "pod-v4:0-7", "tpu1:0, pod-v4:0-3 and 2 more · 12 workers": where it ran, short.
[[nodiscard]] QString pastRunPlaces(const store::PastRun &run);
/// Its command's first line that says anything, or its title.
[[nodiscard]] QString pastRunTitle(const store::PastRun &run);
/// Target words that name these workers and no others: PROJECT/ZONE/NODE:0-3,7. Pure.
[[nodiscard]] QStringList targetWordsOf(const std::vector<WorkerRef> &workers);

} // namespace podium::models
