// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tunnel/tunnelspec.h"

#include <QStringList>

namespace podium::tunnel {

namespace {

constexpr quint16 FirstUnprivileged = 1024;
constexpr quint16 LastPort = 65535;
constexpr quint16 Reminder = 8000;

} // namespace

QString tunnelKindName(TunnelKind kind)
{
    return kind == TunnelKind::Socks ? QStringLiteral("socks") : QStringLiteral("port");
}

quint16 parsePort(const QString &text)
{
    bool isNumber = false;
    const quint16 port = text.toUShort(&isNumber);
    return isNumber && QString::number(port) == text ? port : 0;
}

quint16 usualLocalPort(quint16 port)
{
    return port < FirstUnprivileged ? quint16(port + Reminder) : port;
}

quint16 portAfter(quint16 port)
{
    return port == LastPort ? FirstUnprivileged : quint16(port + 1);
}

Result<PortPair> parsePorts(const QString &text)
{
    const QStringList parts = text.split(QLatin1Char(':'));
    const PortPair pair{parsePort(parts.value(0)), parsePort(parts.value(1))};
    if (parts.size() > 2 || pair.port == 0 || (parts.size() == 2 && pair.localPort == 0)) {
        return failure(
            {ErrorKind::InvalidArgument,
             QStringLiteral("\"%1\" is no port of a tunnel.").arg(text.left(60)),
             {},
             QStringLiteral("Say PORT, or PORT:LOCAL, each from 1 to 65535.")});
    }
    return pair;
}

QString tunnelAddress(TunnelKind kind, quint16 localPort)
{
    const QString address = kind == TunnelKind::Socks ? QStringLiteral("socks5h://127.0.0.1:%1")
                                                      : QStringLiteral("http://localhost:%1");
    return address.arg(localPort);
}

} // namespace podium::tunnel
