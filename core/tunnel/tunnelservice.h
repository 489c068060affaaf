// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tunnel/tunnel.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <vector>

namespace podium::tunnel {

/// The tunnels of one program.
class TunnelService final : public QObject
{
    Q_OBJECT

public:
    explicit TunnelService(Tunnel::World world, QObject *parent = nullptr);
    ~TunnelService() override;

    /// Its id. Whether it can be is told by its status: one that cannot stays, with its error.
    int open(const TunnelSpec &spec);
    void close(int id);
    void tryAgain(int id);
    void goTo(int id, const QString &host);
    void setComesBack(int id, bool comesBack);
    /// Call when the inventory has changed.
    void followWorkers();

    /// In the order in which they were opened.
    [[nodiscard]] std::vector<TunnelStatus> all() const;
    /// Those that are to come back at the next start.
    [[nodiscard]] std::vector<TunnelSpec> thatComeBack() const;
    [[nodiscard]] std::optional<TunnelStatus> find(int id) const;

signals:
    void opened(int id);
    /// Its state or error; `counted` also its bytes, once a second at most.
    void changed(int id);
    void counted(int id);
    void closed(int id);

private:
    void count();
    [[nodiscard]] Tunnel *tunnel(int id) const;

    struct Entry
    {
        int id = 0;
        std::unique_ptr<Tunnel> tunnel;
        qint64 bytes = 0; ///< that were told, and so on
        int open = 0;
        qint64 refused = 0;
    };

    const Tunnel::World m_world;
    std::vector<Entry> m_entries;
    int m_lastId = 0;
    QTimer m_counting;
};

} // namespace podium::tunnel
