// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/endpoint.h"
#include "core/ssh/transport.h"
#include "core/tunnel/tunnellistener.h"
#include "core/tunnel/tunnelstatus.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace podium::tunnel {

/// A port of a worker, or a way to all it reaches, on this machine for as long as this lives. The
/// connection to the worker is made again when it ends, and when the worker has moved; who connects
/// meanwhile waits for it.
class Tunnel final : public QObject
{
    Q_OBJECT

public:
    struct World
    {
        ssh::Transport &transport; ///< not owned; must outlive the tunnel
        std::function<ssh::Endpoint(const WorkerRef &)> endpointOf;
    };

    Tunnel(World world, int id, const TunnelSpec &spec, QObject *parent = nullptr);
    ~Tunnel() override;

    void start();
    /// Whatever stood in its way before, now.
    void tryAgain();
    /// The inventory knows something new: goes where the worker is now. One that is open stays so
    /// where only the worker's name in the ssh config has changed.
    void followWorker();
    /// From now on to this TunnelSpec::host: connections that are open to another end.
    void goTo(const QString &host);
    void setComesBack(bool comesBack) { m_status.spec.comesBack = comesBack; }
    [[nodiscard]] TunnelStatus status() const;

signals:
    /// Its state, its error or its port.
    void changed();

private:
    void connectToWorker();
    void handle(const std::vector<ssh::TransportEvent> &events);
    void handleEnding(const ssh::Ending &ending);
    void setState(TunnelState state, std::optional<Error> error = std::nullopt);
    void dropLink();

    const World m_world;
    const std::shared_ptr<ssh::ForwardSockets> m_sockets;
    TunnelListener m_listener;
    TunnelStatus m_status;
    std::optional<ssh::Endpoint> m_endpoint; ///< where it went last
    std::optional<ssh::CommandHandle> m_link;
    int m_failures = 0; ///< in a row
    QTimer m_retry;
};

} // namespace podium::tunnel
