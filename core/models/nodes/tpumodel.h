// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/snapshot.h"
#include "core/models/nodes/toldcells.h"
#include "core/models/tablemodel.h"
#include "core/tpu/tpusession.h"

#include <optional>
#include <vector>

namespace podium::models {

/// What a worker of a node should have, as far as its type tells.
[[nodiscard]] tpu::Expected
expectedTpu(const inventory::Snapshot &snapshot, const WorkerRef &worker);

/// Who was found to hold the TPUs of these workers, each as of when it was asked. Pure.
[[nodiscard]] HolderLook holderLook(const std::vector<tpu::WorkerTpu> &workers);

/// Who holds the TPU of each worker: a row for each holder, or one that says that it is free, or
/// unknown. While it is chosen who is to end, each for whom that is a choice has a tick in the
/// first column: the plan's. Texts are plain.
class TpuModel final : public TableModel
{
    Q_OBJECT

public:
    enum class Column { Worker, User, Age, Pid, Chips, What };
    static constexpr int ColumnCount = int(Column::What) + 1;

    explicit TpuModel(QObject *parent = nullptr) : TableModel(ColumnCount, parent) {}

    /// A sentence.
    [[nodiscard]] static QString verdictText(tpu::Health::Verdict verdict);
    /// Whether the rows of the next setWorkers() have ticks.
    void setChoosing(bool isChoosing) { m_isChoosing = isChoosing; }
    /// `isBusy`: who has not answered may still. `now`: for the ages; none: as they were told.
    void
    setWorkers(const std::vector<tpu::WorkerTpu> &workers, bool isBusy, const QDateTime &now = {});
    /// The tick of the first row that has one; invalid: there is none.
    [[nodiscard]] QModelIndex firstChoice() const;
    /// Nothing stands there, on no row.
    [[nodiscard]] bool isEmpty(Column column) const;

    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    /// Ticks all of these rows that have a tick, or unticks them: told by chosen(), and shown once
    /// the plan says so.
    void tick(const QModelIndexList &rows, bool ends);
    /// tick() of one.
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

signals:
    /// The person wants that these end, or that they stay.
    void chosen(const podium::tpu::TpuSession::Processes &processes, bool ends);

private:
    [[nodiscard]] int size() const override { return int(m_rows.size()); }
    [[nodiscard]] QStringList titles() const override;

    struct Row
    {
        QStringList cells;
        QString more; ///< for the tool tip
        WorkerRef worker;
        qint64 pid = 0;             ///< 0: no holder's row
        std::optional<bool> ends{}; ///< none: no choice
        bool operator==(const Row &) const = default;
    };
    void
    addHolders(std::vector<Row> &rows, const tpu::WorkerTpu &worker, const QDateTime &now) const;
    void addRows(
        std::vector<Row> &rows, const tpu::WorkerTpu &worker, bool isBusy,
        const QDateTime &now) const;

    std::vector<Row> m_rows;
    bool m_isChoosing = false;
};

} // namespace podium::models
