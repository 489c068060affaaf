// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tunnel/jupyter.h"

#include "core/tunnel/listenaddress.h"
#include "core/tunnel/scripttexts.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QUrl>

#include <algorithm>

namespace podium::tunnel {

namespace {

constexpr quint16 UsualPort = 8888;
constexpr int LongestText = 1000;

/// Nothing that could mean something else in an address, or on a line of HTTP.
bool isPlain(const QString &text, const char *others)
{
    return text.size() <= LongestText &&
           std::all_of(text.begin(), text.end(), [others](QChar each) {
               const char latin = each.toLatin1();
               const bool isLetter = (latin >= 'a' && latin <= 'z') ||
                                     (latin >= 'A' && latin <= 'Z') ||
                                     (latin >= '0' && latin <= '9');
               return isLetter || (latin != '\0' && QByteArray(others).contains(latin));
           });
}

QString basePathOf(const QString &told)
{
    const bool isPath = told.startsWith(QLatin1Char('/')) && told.endsWith(QLatin1Char('/')) &&
                        !told.contains(QLatin1String("//")) && isPlain(told, "/-._~");
    return isPath ? told : QStringLiteral("/");
}

/// Of "ADDRESS:PORT" in hex, where its process listens. Jupyter takes each kind of address by
/// itself: "any" of IPv6 is none of IPv4.
QString hostOn(const QByteArray &listens, quint16 port)
{
    QString host;
    for (const QByteArray &each : listens.split(' ')) {
        const QByteArrayList parts = each.split(':');
        const auto address = listenAddress(parts.value(0));
        bool isNumber = false;
        if (!address || parts.value(1).toUInt(&isNumber, 16) != port || !isNumber) {
            continue;
        }
        if (*address == QHostAddress(QHostAddress::AnyIPv4) || address->isLoopback()) {
            const bool isAny = *address == QHostAddress(QHostAddress::AnyIPv4);
            return isAny ? QStringLiteral("127.0.0.1") : address->toString();
        }
        host = *address == QHostAddress(QHostAddress::AnyIPv6) ? QStringLiteral("::1")
                                                               : address->toString();
    }
    return host;
}

} // namespace

bool mayBeJupyter(const TunnelSpec &spec)
{
    return spec.kind == TunnelKind::Port && (spec.isJupyter || spec.port == UsualPort);
}

remote::Script jupyterScript()
{
    return {
        scripttexts::jupyter, remote::Rights::Login, QStringLiteral("Ask for Jupyter's token"),
        std::chrono::seconds(30), false};
}

std::optional<JupyterServer> readJupyter(const remote::Answer &answer, quint16 port)
{
    for (const remote::Record &record : answer.records) {
        if (record.kind != "jupyter") {
            continue;
        }
        const QJsonObject told = QJsonDocument::fromJson(record.at(1)).object();
        const QJsonValue token = told[QLatin1String("token")];
        const bool isThis = told[QLatin1String("port")].toInt() == port &&
                            QString::number(told[QLatin1String("pid")].toInt()) ==
                                QString::fromLatin1(record.at(0));
        if (isThis && token.isString() && isPlain(token.toString(), "-._~")) {
            return JupyterServer{
                token.toString(), basePathOf(told[QLatin1String("base_url")].toString()),
                told[QLatin1String("secure")].toBool(), hostOn(record.at(2), port)};
        }
    }
    return std::nullopt;
}

Error noJupyter(const TunnelSpec &spec)
{
    return {
        ErrorKind::NotFound,
        QStringLiteral("No Jupyter of yours says that it listens on port %1 there.").arg(spec.port),
        {},
        QStringLiteral("It may be another person's."),
        spec.worker.text()};
}

Error placeUnknown(const TunnelSpec &spec)
{
    return {
        ErrorKind::NotFound,
        QStringLiteral("The Jupyter on port %1 there was not seen listening.").arg(spec.port),
        QStringLiteral("Its token could go to another program."),
        QStringLiteral("Start it again, or give the token to the page by hand."),
        spec.worker.text()};
}

Error noToken(const TunnelSpec &spec)
{
    return {
        ErrorKind::NotFound,
        QStringLiteral("The Jupyter on port %1 there has no token.").arg(spec.port),
        {},
        QStringLiteral("It may ask for a password instead."),
        spec.worker.text()};
}

QString jupyterAddress(const JupyterServer &server, quint16 localPort)
{
    QString address = tunnelAddress(TunnelKind::Port, localPort);
    if (server.isTls) {
        address.replace(QLatin1String("http:"), QLatin1String("https:"));
    }
    address += server.basePath;
    return server.token.isEmpty() ? address : address + QStringLiteral("?token=") + server.token;
}

} // namespace podium::tunnel
