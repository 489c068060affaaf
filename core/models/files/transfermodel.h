// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/transfer.h"
#include "core/models/mark.h"
#include "core/models/tablemodel.h"

#include <vector>

namespace podium::models {

/// A copy to workers, or a fetch from them, a row for each worker: what is to be done, how far it
/// is, what came of it. Texts are plain.
class TransferModel final : public TableModel
{
    Q_OBJECT

public:
    enum Column {
        WorkerColumn,
        StateColumn,
        PlanColumn,
        DoneColumn, ///< of the bytes of its files
        RateColumn, ///< and how long the rest of its files takes so
        FreeColumn, ///< on the disk that gets it
        NoteColumn,
        ColumnCount
    };
    enum Role {
        MarkRole = Qt::UserRole + 1, ///< Mark, of the state's column
    };

    explicit TransferModel(QObject *parent = nullptr) : TableModel(ColumnCount, parent) {}

    /// Shows this one from now on, which must outlive that; null: none. Its plan is not known yet.
    void show(const files::Transfer *transfer);
    /// All of it may be another: it is planned, or at its end.
    void renew();
    /// How far each is; `nowMs` of a clock that never goes back.
    void updateProgress(qint64 nowMs);

    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] int size() const override { return int(m_paces.size()); }
    [[nodiscard]] QStringList titles() const override;

    /// Since when a worker is seen to be at it.
    struct Pace
    {
        qint64 sinceMs = -1;
        qint64 rate = 0; ///< bytes a second
    };
    [[nodiscard]] QString textOf(std::size_t worker, int column) const;
    [[nodiscard]] QString doneText(const files::WorkerCopy &copy) const;
    [[nodiscard]] QString rateText(std::size_t worker) const;

    const files::Transfer *m_transfer = nullptr;
    std::vector<Pace> m_paces;
    bool m_isPlanned = false;
};

} // namespace podium::models
