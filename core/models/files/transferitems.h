// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/transfer.h"
#include "core/models/mark.h"
#include "core/models/tablemodel.h"

#include <QHash>

#include <functional>
#include <vector>

namespace podium::models {

/// What of a copy or fetch is to be seen one by one: what it is to delete, what stays, what is left
/// out, what did not arrive; a row for each, with the workers that it is about. Texts are plain.
class TransferItems final : public TableModel
{
    Q_OBJECT

public:
    enum Column { KindColumn, PathColumn, WorkersColumn, ReasonColumn, ColumnCount };
    enum Role {
        MarkRole = Qt::UserRole + 1, ///< Mark, of the kind's column
    };
    /// Rows of a kind; what is more is one row with their number.
    static constexpr std::size_t MostOfAKind = 1000;
    /// Some workers in a few words, as inventory::describeWorkers().
    using NamesOf = std::function<QString(const std::vector<WorkerRef> &)>;

    explicit TransferItems(NamesOf namesOf, QObject *parent = nullptr);

    /// Takes them as they are now; null: none.
    void show(const files::Transfer *transfer);

    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    [[nodiscard]] int size() const override { return int(m_items.size()); }
    [[nodiscard]] QStringList titles() const override;

    enum class Kind { Deleted, Missing, Stays, LeftOut };
    struct Item
    {
        Kind kind = Kind::Deleted;
        QByteArray path;
        QString reason;
        std::vector<WorkerRef> workers; ///< empty: it is of this machine
        qint64 more = 0;                ///< not 0: stands for so many others
    };
    class Collector;
    [[nodiscard]] QString textOf(const Item &item, int column) const;

    const NamesOf m_namesOf;
    std::vector<Item> m_items;
};

} // namespace podium::models
