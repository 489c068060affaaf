// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/ssh/forwardsockets.h"

#include <QTcpServer>

#include <memory>

namespace podium::tunnel {

/// Takes connections of programs of this machine, on 127.0.0.1 and nowhere else, and hands them on.
class TunnelListener final : public QTcpServer
{
    Q_OBJECT

public:
    explicit TunnelListener(
        std::shared_ptr<ssh::ForwardSockets> sockets, QObject *parent = nullptr);

    /// The port, or the next free one where that is taken, be it on ::1 alone. PermissionDenied
    /// where it needs privileges.
    [[nodiscard]] Result<quint16> listenFrom(quint16 port);
    /// False: whoever connects is told at once that nothing is to be had.
    void setServes(bool serves) { m_serves = serves; }

protected:
    void incomingConnection(qintptr descriptor) override;

private:
    const std::shared_ptr<ssh::ForwardSockets> m_sockets;
    bool m_serves = true;
};

} // namespace podium::tunnel
