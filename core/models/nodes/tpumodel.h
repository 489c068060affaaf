// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/snapshot.h"
#include "core/tpu/tpusession.h"

#include <QAbstractTableModel>

#include <vector>

namespace podium::models {

/// What a worker of a node should have, as far as its type tells.
[[nodiscard]] tpu::Expected
expectedTpu(const inventory::Snapshot &snapshot, const WorkerRef &worker);

/// Who holds the TPU of each worker: a row for each holder, or one that says that it is free, or
/// unknown. Texts are plain.
class TpuModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum class Column { Worker, User, Age, Pid, What };
    static constexpr int ColumnCount = int(Column::What) + 1;

    using QAbstractTableModel::QAbstractTableModel;

    /// A sentence.
    [[nodiscard]] static QString verdictText(tpu::Health::Verdict verdict);
    /// `isBusy`: who has not answered may still.
    void setWorkers(const std::vector<tpu::WorkerTpu> &workers, bool isBusy);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row
    {
        QStringList cells;
        QString more; ///< for the tool tip
        bool operator==(const Row &) const = default;
    };
    static void addRows(std::vector<Row> &rows, const tpu::WorkerTpu &worker, bool isBusy);

    std::vector<Row> m_rows;
};

} // namespace podium::models
