// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tunnel/tunnelstatus.h"

#include <QByteArray>
#include <QJsonObject>
#include <QString>

#include <vector>

namespace podium::tunnel {

/// A tunnel of some Podium on this machine, as its program has written it down.
struct TunnelRecord
{
    qint64 pid = 0;
    QString program;       ///< "podiumctl", "podium"
    QString worker;        ///< WorkerRef::text()
    quint16 port = 0;      ///< 0 for Socks
    quint16 localPort = 0; ///< 0: it listens nowhere
    QString state;         ///< tunnelStateName()
    QString error;         ///< Error::text(); empty: none
    TunnelKind kind = TunnelKind::Port;
    qint64 up = 0; ///< bytes, to the worker
    qint64 down = 0;
    bool operator==(const TunnelRecord &) const = default;
};

/// {"worker","kind","port","localPort","address","url","state","up","down","error"} and more, for
/// scripts.
[[nodiscard]] QJsonObject tunnelJson(const TunnelRecord &record);
[[nodiscard]] TunnelRecord recordOf(const TunnelStatus &status, const QString &program);

/// What a program writes of its tunnels.
[[nodiscard]] QByteArray recordsToJson(const std::vector<TunnelRecord> &records);
/// Of a file that anything may have written: what is no record is left out.
[[nodiscard]] std::vector<TunnelRecord> recordsFromJson(const QByteArray &bytes);

/// The tunnels that come back at the next start.
[[nodiscard]] QByteArray specsToJson(const std::vector<TunnelSpec> &specs);
[[nodiscard]] std::vector<TunnelSpec> specsFromJson(const QByteArray &bytes);

} // namespace podium::tunnel
