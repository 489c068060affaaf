// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tunnel/tunneljson.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <limits>

namespace podium::tunnel {

namespace {

constexpr int MostTunnels = 1000; // of a file

QJsonArray arrayOf(const QByteArray &bytes)
{
    return QJsonDocument::fromJson(bytes).array();
}

/// 0 where it is none.
quint16 portIn(const QJsonObject &object, const char *name)
{
    const int number = object[QLatin1String(name)].toInt();
    return number > 0 && number <= std::numeric_limits<quint16>::max() ? quint16(number) : 0;
}

/// 0 where nothing is said, as by what wrote it before there were any.
qint64 bytesIn(const QJsonObject &object, const char *name)
{
    return std::max<qint64>(0, qint64(object[QLatin1String(name)].toDouble()));
}

/// Port where nothing is said: what was written before there were others.
TunnelKind kindIn(const QJsonObject &object)
{
    const bool isSocks =
        object[QLatin1String("kind")].toString() == tunnelKindName(TunnelKind::Socks);
    return isSocks ? TunnelKind::Socks : TunnelKind::Port;
}

template <typename Value, typename Read>
std::vector<Value> readAll(const QByteArray &bytes, Read read)
{
    std::vector<Value> values;
    for (const QJsonValue &each : arrayOf(bytes)) {
        if (const auto value = read(each.toObject()); value && values.size() < MostTunnels) {
            values.push_back(*value);
        }
    }
    return values;
}

} // namespace

QJsonObject tunnelJson(const TunnelRecord &record)
{
    QJsonObject object{{QStringLiteral("pid"), record.pid},
                       {QStringLiteral("program"), record.program},
                       {QStringLiteral("worker"), record.worker},
                       {QStringLiteral("kind"), tunnelKindName(record.kind)},
                       {QStringLiteral("port"), record.port},
                       {QStringLiteral("localPort"), record.localPort},
                       {QStringLiteral("state"), record.state},
                       {QStringLiteral("up"), record.up},
                       {QStringLiteral("down"), record.down}};
    if (record.localPort > 0) {
        object[QStringLiteral("address")] = QStringLiteral("127.0.0.1");
        object[QStringLiteral("url")] = tunnelAddress(record.kind, record.localPort);
    }
    if (!record.error.isEmpty()) {
        object[QStringLiteral("error")] = record.error;
    }
    return object;
}

TunnelRecord recordOf(const TunnelStatus &status, const QString &program)
{
    return {
        QCoreApplication::applicationPid(),
        program,
        status.spec.worker.text(),
        status.spec.port,
        status.localPort,
        tunnelStateName(status.state),
        status.error ? status.error->text() : QString(),
        status.spec.kind,
        status.counts.up,
        status.counts.down};
}

QByteArray recordsToJson(const std::vector<TunnelRecord> &records)
{
    QJsonArray array;
    for (const TunnelRecord &record : records) {
        array.append(tunnelJson(record));
    }
    return QJsonDocument(array).toJson();
}

std::vector<TunnelRecord> recordsFromJson(const QByteArray &bytes)
{
    return readAll<TunnelRecord>(
        bytes, [](const QJsonObject &object) -> std::optional<TunnelRecord> {
            const TunnelRecord record{
                qint64(object[QLatin1String("pid")].toDouble()),
                object[QLatin1String("program")].toString(),
                object[QLatin1String("worker")].toString(),
                portIn(object, "port"),
                portIn(object, "localPort"),
                object[QLatin1String("state")].toString(),
                object[QLatin1String("error")].toString(),
                kindIn(object),
                bytesIn(object, "up"),
                bytesIn(object, "down")};
            const bool hasEnd = record.port > 0 || record.kind == TunnelKind::Socks;
            const bool isWhole = hasEnd && WorkerRef::parse(record.worker);
            return isWhole ? std::optional(record) : std::nullopt;
        });
}

QByteArray specsToJson(const std::vector<TunnelSpec> &specs)
{
    QJsonArray array;
    for (const TunnelSpec &spec : specs) {
        array.append(QJsonObject{
            {QStringLiteral("worker"), spec.worker.text()},
            {QStringLiteral("kind"), tunnelKindName(spec.kind)},
            {QStringLiteral("port"), spec.port},
            {QStringLiteral("localPort"), spec.localPort},
            {QStringLiteral("jupyter"), spec.isJupyter},
            {QStringLiteral("host"), spec.host}});
    }
    return QJsonDocument(array).toJson();
}

std::vector<TunnelSpec> specsFromJson(const QByteArray &bytes)
{
    return readAll<TunnelSpec>(bytes, [](const QJsonObject &object) -> std::optional<TunnelSpec> {
        const auto worker = WorkerRef::parse(object[QLatin1String("worker")].toString());
        const quint16 port = portIn(object, "port");
        const TunnelKind kind = kindIn(object);
        if (!worker || (port == 0 && kind == TunnelKind::Port)) {
            return std::nullopt;
        }
        return TunnelSpec{
            *worker,
            port,
            portIn(object, "localPort"),
            true,
            kind,
            object[QLatin1String("jupyter")].toBool(),
            object[QLatin1String("host")].toString()};
    });
}

} // namespace podium::tunnel
