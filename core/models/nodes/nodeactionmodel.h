// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/action/nodeactionrun.h"
#include "core/models/mark.h"
#include "core/models/tablemodel.h"

#include <vector>

namespace podium::models {

/// The nodes of an action's plan as rows: what would be done and what it costs or saves a day,
/// then how far it is. Texts are plain.
class NodeActionModel final : public TableModel
{
    Q_OBJECT

public:
    enum class Column { Node, Outcome, DayPrice, Type, State, Zone, Project };
    static constexpr int ColumnCount = int(Column::Project) + 1;
    enum Role {
        MarkRole = Qt::UserRole + 1, ///< Mark, of the outcome; none before it is begun
    };

    explicit NodeActionModel(lifecycle::NodeActionPlan plan, QObject *parent = nullptr);

    /// How far the steps are. isWatched: they are followed; else what goes on does so unseen.
    void setStates(const std::vector<lifecycle::NodeActionState> &states, bool isWatched);

    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    [[nodiscard]] int size() const override { return int(m_rows.size()); }
    [[nodiscard]] QStringList titles() const override;

    struct Row
    {
        QStringList cells;
        QString more; ///< of the outcome, for the tool tip
        QVariant mark;
        bool operator==(const Row &) const = default;
    };
    [[nodiscard]] Row rowOf(std::size_t step) const;

    const lifecycle::NodeActionPlan m_plan;
    std::vector<lifecycle::NodeActionState> m_states; ///< empty: not begun
    bool m_isWatched = true;
    std::vector<Row> m_rows;
};

} // namespace podium::models
