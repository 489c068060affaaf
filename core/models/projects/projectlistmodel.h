// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/projects/projectview.h"

#include <QAbstractListModel>

#include <vector>

namespace podium::models {

/// The projects as rows. Texts are plain.
class ProjectListModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role {
        MarkRole = Qt::UserRole + 1, ///< Mark
        StatusRole,                  ///< one line below the id
    };

    using QAbstractListModel::QAbstractListModel;

    /// Sorted by project, each once. Rows that are the same stay as they are, and selected.
    void setRows(std::vector<ProjectRow> rows);
    /// Null where there is no such row. Valid until the next change.
    [[nodiscard]] const ProjectRow *rowAt(int row) const;
    [[nodiscard]] QModelIndex indexOf(const ProjectId &project) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    std::vector<ProjectRow> m_rows;
};

} // namespace podium::models
