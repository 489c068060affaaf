// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/models/activity/activity.h"

#include <QAbstractItemModel>
#include <QHash>

#include <deque>
#include <memory>
#include <vector>

namespace podium::models {

/// What happened, a row an action, the newest first, with its parts below it; the oldest go when
/// there are too many. The history on disk keeps them all.
class ActivityModel final : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum class Column { Subject, What, Kind, When };
    static constexpr int ColumnCount = int(Column::When) + 1;
    static constexpr int Limit = 10000;
    enum Role {
        KindRole = Qt::UserRole + 1, ///< int(ActivityKind)
        MarkRole,
        SearchRole,
        NewRole, ///< it happened since the person looked last
    };

    explicit ActivityModel(const Clock &clock, QObject *parent = nullptr);
    ~ActivityModel() override;

    /// Something that happens now, or belongs among what is there by its time. Nothing is
    /// entered twice; an entry of an action that is there already takes its place.
    void add(const std::vector<ActivityEntry> &entries);
    /// Of a row that is no part of another.
    [[nodiscard]] const ActivityEntry &entry(int row) const;
    /// Of the row, or of the one that it is a part of.
    [[nodiscard]] const ActivityEntry &entryOf(const QModelIndex &index) const;
    /// Null for a row that is no part.
    [[nodiscard]] const ActivityPart *partOf(const QModelIndex &index) const;
    /// What is younger than this is new; invalid: nothing is.
    void setSeenUntil(const QDateTime &time);
    [[nodiscard]] const QDateTime &seenUntil() const { return m_seenUntil; }
    [[nodiscard]] int newCount() const;
    /// The times that are shown have grown: call now and then.
    void refreshAges();

    [[nodiscard]] QModelIndex
    index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &child) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row;
    using Rows = std::deque<std::unique_ptr<Row>>;

    void fill(const std::vector<ActivityEntry> &entries);
    void insert(const ActivityEntry &entry);
    [[nodiscard]] std::unique_ptr<Row> makeRow(const ActivityEntry &entry);
    bool replace(const ActivityEntry &entry);
    void remove(int first, int last);
    [[nodiscard]] int rowOf(const Row &row) const;
    [[nodiscard]] bool isNew(const ActivityEntry &entry) const;
    [[nodiscard]] QVariant entryData(const Row &row, Column column, int role) const;
    [[nodiscard]] QVariant partData(const Row &row, int part, Column column, int role) const;

    const Clock &m_clock;
    QDateTime m_seenUntil;
    Rows m_rows; ///< by time, the newest first
    QHash<QString, Row *> m_byAction;
};

} // namespace podium::models
