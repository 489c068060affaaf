// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/tunnel/tunnelprint.h"

#include <QLocale>

namespace podium::ctl {

namespace {

QString bytesText(qint64 bytes)
{
    return QLocale::c().formattedDataSize(bytes, 1, QLocale::DataSizeSIFormat);
}

QString localAddress(const tunnel::TunnelRecord &record)
{
    return record.localPort > 0 ? QStringLiteral("127.0.0.1:%1").arg(record.localPort)
                                : QStringLiteral("-");
}

QString portText(const tunnel::TunnelRecord &record)
{
    return record.port > 0 ? QString::number(record.port) : QStringLiteral("socks");
}

} // namespace

Json tunnelsJson(const std::vector<tunnel::TunnelRecord> &records)
{
    Json list = Json::array();
    for (const tunnel::TunnelRecord &record : records) {
        Json one{
            {"pid", record.pid},
            {"program", text(record.program)},
            {"worker", text(record.worker)},
            {"kind", text(tunnel::tunnelKindName(record.kind))},
            {"port", record.port > 0 ? Json(record.port) : Json()},
            {"localPort", record.localPort > 0 ? Json(record.localPort) : Json()},
            {"state", text(record.state)},
            {"up", record.up},
            {"down", record.down}};
        if (record.localPort > 0) {
            one["address"] = "127.0.0.1";
            one["url"] = text(tunnel::tunnelAddress(record.kind, record.localPort));
        }
        one["error"] = record.error.isEmpty() ? Json() : Json(text(record.error));
        list.push_back(std::move(one));
    }
    return {{"tunnels", std::move(list)}};
}

std::vector<QStringList> tunnelRows(const std::vector<tunnel::TunnelRecord> &records)
{
    std::vector<QStringList> rows{
        {QStringLiteral("LOCAL"), QStringLiteral("WORKER"), QStringLiteral("PORT"),
         QStringLiteral("STATE"), QStringLiteral("DOWN"), QStringLiteral("UP"),
         QStringLiteral("PROGRAM"), QStringLiteral("PID"), QStringLiteral("NOTE")}};
    for (const tunnel::TunnelRecord &record : records) {
        rows.push_back(
            {localAddress(record), record.worker, portText(record), record.state,
             bytesText(record.down), bytesText(record.up), record.program,
             QString::number(record.pid), record.error});
    }
    return rows;
}

Json tunnelEvent(const char *event, const tunnel::TunnelStatus &status)
{
    return {
        {"event", event},
        {"worker", text(status.spec.worker.text())},
        {"kind", text(tunnel::tunnelKindName(status.spec.kind))},
        {"port", status.spec.port > 0 ? Json(status.spec.port) : Json()},
        {"localPort", status.localPort > 0 ? Json(status.localPort) : Json()}};
}

QString trafficText(const ssh::ForwardSockets::Counts &counts)
{
    return QStringLiteral("%1 up, %2 down, %3 %4")
        .arg(
            bytesText(counts.up), bytesText(counts.down), QString::number(counts.served),
            counts.served == 1 ? QStringLiteral("connection") : QStringLiteral("connections"));
}

} // namespace podium::ctl
