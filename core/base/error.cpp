// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/error.h"

#include <QStringList>

namespace podium {

QString Error::text() const
{
    QStringList parts;
    for (const QString &part : {summary, detail, hint}) {
        if (part.isEmpty() || parts.contains(part)) {
            continue;
        }
        if (!parts.isEmpty() && !QStringLiteral(".!?:").contains(parts.last().back())) {
            parts.last() += QLatin1Char('.'); // what a server says may end without
        }
        parts << part;
    }
    return parts.join(QLatin1Char(' '));
}

QString errorKindName(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::Cancelled:
        return QStringLiteral("cancelled");
    case ErrorKind::Credentials:
        return QStringLiteral("credentials");
    case ErrorKind::PermissionDenied:
        return QStringLiteral("permission-denied");
    case ErrorKind::ApiDisabled:
        return QStringLiteral("api-disabled");
    case ErrorKind::NotFound:
        return QStringLiteral("not-found");
    case ErrorKind::AlreadyExists:
        return QStringLiteral("already-exists");
    case ErrorKind::Conflict:
        return QStringLiteral("conflict");
    case ErrorKind::InvalidArgument:
        return QStringLiteral("invalid-argument");
    case ErrorKind::QuotaExceeded:
        return QStringLiteral("quota-exceeded");
    case ErrorKind::NoCapacity:
        return QStringLiteral("no-capacity");
    case ErrorKind::Unavailable:
        return QStringLiteral("unavailable");
    case ErrorKind::Timeout:
        return QStringLiteral("timeout");
    case ErrorKind::Network:
        return QStringLiteral("network");
    case ErrorKind::Protocol:
        return QStringLiteral("protocol");
    case ErrorKind::HostKey:
        return QStringLiteral("host-key");
    case ErrorKind::Authentication:
        return QStringLiteral("authentication");
    case ErrorKind::Refused:
        return QStringLiteral("refused");
    case ErrorKind::Io:
        return QStringLiteral("io");
    case ErrorKind::Internal:
        break;
    }
    return QStringLiteral("internal");
}

} // namespace podium
