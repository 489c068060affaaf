// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/models/mark.h"
#include "core/models/tablemodel.h"
#include "core/tunnel/servers.h"

#include <vector>

namespace podium::models {

/// Which programs listen on some workers, a row each, as the workers tell one after the other.
class ServerModel final : public TableModel
{
    Q_OBJECT

public:
    enum Column { ServerColumn, WorkerColumn, PortColumn, UserColumn, NoteColumn, ColumnCount };
    enum Role {
        MarkRole = Qt::UserRole + 1, ///< Mark, of the server's column: whether a tunnel reaches it
    };

    explicit ServerModel(QObject *parent = nullptr) : TableModel(ColumnCount, parent) {}

    void clear();
    void add(const WorkerRef &worker, const std::vector<tunnel::Server> &servers);

    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

    [[nodiscard]] const WorkerRef &worker(int row) const { return m_rows[std::size_t(row)].worker; }
    [[nodiscard]] const tunnel::Server &server(int row) const
    {
        return m_rows[std::size_t(row)].server;
    }

private:
    [[nodiscard]] int size() const override { return int(m_rows.size()); }
    [[nodiscard]] QStringList titles() const override;

    struct Row
    {
        WorkerRef worker;
        tunnel::Server server;
    };
    [[nodiscard]] static QString cell(const Row &row, int column);

    std::vector<Row> m_rows;
};

} // namespace podium::models
