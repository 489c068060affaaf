// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/models/activity/activity.h"

#include <QAbstractTableModel>

#include <deque>
#include <vector>

namespace podium::models {

/// What happened, the newest first; the oldest go when there are too many. The history on disk
/// keeps them all.
class ActivityModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum class Column { When, Kind, Subject, What };
    static constexpr int ColumnCount = int(Column::What) + 1;
    static constexpr int Limit = 10000;
    enum Role {
        KindRole = Qt::UserRole + 1, ///< int(ActivityKind)
        NodeRole,                    ///< NodeRef; invalid where it is about none
        MarkRole,
        SearchRole,
        TimeRole, ///< QDateTime
    };

    explicit ActivityModel(const Clock &clock, QObject *parent = nullptr);

    /// Something that happens now, or belongs among what is there by its time. Nothing is
    /// entered twice.
    void add(const std::vector<ActivityEntry> &entries);
    [[nodiscard]] const ActivityEntry &entry(int row) const { return m_entries[size_t(row)]; }
    /// The times that are shown have grown: call now and then.
    void refreshAges();

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void fill(const std::vector<ActivityEntry> &entries);
    void insert(ActivityEntry entry);
    [[nodiscard]] QString cell(const ActivityEntry &entry, Column column) const;

    const Clock &m_clock;
    std::deque<ActivityEntry> m_entries; ///< by time, the newest first
};

} // namespace podium::models
