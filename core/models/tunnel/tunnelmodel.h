// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/mark.h"
#include "core/models/tablemodel.h"
#include "core/tunnel/tunneljson.h"
#include "core/tunnel/tunnelservice.h"

#include <vector>

namespace podium::models {

/// The tunnels of this program, a row each, and below them those of others on this machine, which
/// can only be seen. Updates in place.
class TunnelModel final : public TableModel
{
    Q_OBJECT

public:
    enum Column {
        WorkerColumn,
        StateColumn,
        PortColumn,
        AddressColumn,
        TrafficColumn,
        NoteColumn,
        ColumnCount
    };
    enum Role {
        MarkRole = Qt::UserRole + 1, ///< Mark, of the state's column
        IdRole,                      ///< the tunnel's; 0: another program's
    };

    /// `service` must outlive it.
    explicit TunnelModel(const tunnel::TunnelService &service, QObject *parent = nullptr);

    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

    /// What other programs have, as it was read last.
    void setOthers(const std::vector<tunnel::TunnelRecord> &others);

    [[nodiscard]] bool isOwn(int row) const { return row < int(m_tunnels.size()); }
    /// Of an own one.
    [[nodiscard]] const tunnel::TunnelStatus &tunnel(int row) const
    {
        return m_tunnels[std::size_t(row)];
    }
    [[nodiscard]] int rowOf(int id) const; ///< -1: none
    /// Of any: what a browser or another program is given; empty: it listens nowhere.
    [[nodiscard]] QString addressOf(int row) const;
    [[nodiscard]] tunnel::TunnelKind kindOf(int row) const;

private:
    [[nodiscard]] int size() const override { return int(m_tunnels.size() + m_others.size()); }
    [[nodiscard]] QStringList titles() const override;
    [[nodiscard]] const tunnel::TunnelRecord &other(int row) const
    {
        return m_others[std::size_t(row) - m_tunnels.size()];
    }
    [[nodiscard]] Mark markOf(int row) const;
    void add(int id);
    void update(int id);
    void remove(int id);

    const tunnel::TunnelService &m_service;
    std::vector<tunnel::TunnelStatus> m_tunnels;
    std::vector<tunnel::TunnelRecord> m_others;
};

/// "connecting", "open", … for a person.
[[nodiscard]] QString tunnelStateText(tunnel::TunnelState state);
/// What is to be said of it: an error, a port that was taken; mostly nothing.
[[nodiscard]] QString tunnelNote(const tunnel::TunnelStatus &status);

} // namespace podium::models
