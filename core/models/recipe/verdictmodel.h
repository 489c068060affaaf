// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/mark.h"
#include "core/recipe/recipesession.h"

#include <QAbstractTableModel>

#include <vector>

namespace podium::models {

/// How a recipe stands: a row for each worker, a column for each step. Texts are plain.
class VerdictModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role {
        MarkRole = Qt::UserRole, ///< Mark, of a step
        DetailRole,              ///< what the worker said of it, whole
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Takes the verdicts as they are now; `steps`: their titles.
    void show(const QStringList &steps, const std::vector<recipe::WorkerVerdicts> &workers);
    void clear();

    [[nodiscard]] const recipe::WorkerVerdicts &worker(int row) const
    {
        return m_workers.at(std::size_t(row));
    }
    /// What a worker has said of all steps, and why it says no more.
    [[nodiscard]] QString said(int row) const;
    /// The first that has ended and is not as it should be; -1: there is none.
    [[nodiscard]] int firstNotGood() const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString detail(const QModelIndex &index) const;

    QStringList m_steps;
    std::vector<recipe::WorkerVerdicts> m_workers;
};

} // namespace podium::models
