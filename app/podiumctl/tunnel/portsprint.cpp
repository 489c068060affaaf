// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/tunnel/portsprint.h"

namespace podium::ctl {

namespace {

using tunnel::Server;

Json orNull(const QString &string)
{
    return string.isEmpty() ? Json(nullptr) : Json(text(string));
}

Json serverJson(const Server &server)
{
    return {
        {"port", server.port},
        {"address", text(server.address)},
        {"reachable", server.isReachable},
        {"server", orNull(server.kind)},
        {"guess", server.isGuess},
        {"pid", server.pid ? Json(*server.pid) : Json(nullptr)},
        {"user", orNull(server.user)},
        {"command", orNull(server.command)}};
}

QString noteOf(const Server &server)
{
    if (!server.isReachable) {
        return QStringLiteral("listens on %1 only: the tunnel of a port does not reach it, a SOCKS "
                              "proxy does")
            .arg(server.address);
    }
    return server.isGuess ? QStringLiteral("by its port; the process cannot be seen") : QString();
}

QString shownText(const QString &string)
{
    return string.isEmpty() ? QStringLiteral("-") : string;
}

} // namespace

Json portsJson(const ServersOfWorkers &found)
{
    Json workers = Json::array();
    for (const auto &[worker, servers] : found) {
        Json one{{"worker", text(worker.text())}};
        Json list = Json::array();
        if (servers) {
            for (const Server &server : servers->servers) {
                list.push_back(serverJson(server));
            }
        }
        one["servers"] = std::move(list);
        one["unknown"] = servers ? orNull(servers->unknown) : orNull(servers.error().text());
        one["unknownProcesses"] = servers ? orNull(servers->unknownProcesses) : Json(nullptr);
        workers.push_back(std::move(one));
    }
    return {{"workers", std::move(workers)}};
}

std::vector<QStringList> portRows(const ServersOfWorkers &found)
{
    std::vector<QStringList> rows{
        {QStringLiteral("WORKER"), QStringLiteral("PORT"), QStringLiteral("SERVER"),
         QStringLiteral("USER"), QStringLiteral("COMMAND"), QStringLiteral("NOTE")}};
    for (const auto &[worker, servers] : found) {
        if (!servers) {
            continue;
        }
        for (const Server &server : servers->servers) {
            rows.push_back(
                {worker.text(), QString::number(server.port), shownText(server.kind),
                 shownText(server.user), shownText(server.command.left(60)), noteOf(server)});
        }
    }
    return rows;
}

} // namespace podium::ctl
