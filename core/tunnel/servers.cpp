// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tunnel/servers.h"

#include "core/tunnel/listenaddress.h"
#include "core/tunnel/scripttexts.h"

#include <QHash>
#include <QHostAddress>
#include <QMap>

#include <algorithm>
#include <array>
#include <tuple>

namespace podium::tunnel {

namespace {

constexpr int LongestCommand = 2000; // characters of a command line that are kept

struct KnownServer
{
    const char *kind;
    const char *program; ///< part of the program's name or path
    quint16 port;        ///< that it has unless told otherwise; 0: one that many others have, too
};

constexpr std::array<KnownServer, 6> KnownServers{
    {{"TensorBoard", "tensorboard", 6006},
     {"Jupyter", "jupyter", 8888},
     {"xprof", "xprof", 9012},
     {"Ray dashboard", "ray/dashboard", 8265},
     {"Weights & Biases", "wandb", 0},
     {"MLflow", "mlflow", 0}}};

/// What runs, without its arguments: a file that is named in them says nothing of the program.
QString programOf(const QString &command)
{
    QStringList program;
    for (const QString &word : command.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        if (word.startsWith(QLatin1Char('-')) && word != QLatin1String("-m")) {
            break;
        }
        program << word;
    }
    return program.join(QLatin1Char(' '));
}

void setKind(Server &server)
{
    const QString program = programOf(server.command);
    for (const KnownServer &known : KnownServers) {
        const bool isGuess = !server.pid && server.port == known.port;
        if (isGuess || program.contains(QLatin1String(known.program))) {
            server.kind = QLatin1String(known.kind);
            server.isGuess = isGuess;
            return;
        }
    }
}

bool answersToLocalhost(const QHostAddress &address)
{
    return address == QHostAddress(QHostAddress::LocalHost) ||
           address == QHostAddress(QHostAddress::LocalHostIPv6) ||
           address == QHostAddress(QHostAddress::AnyIPv4) ||
           address == QHostAddress(QHostAddress::AnyIPv6);
}

/// Another program may have the same port of the other kind of addresses: by the name "localhost"
/// nobody can tell whom it meets. That of "any" IPv6 mostly has both kinds, and may be reached by
/// either.
QString hostThatMeets(const QHostAddress &address)
{
    if (address == QHostAddress(QHostAddress::AnyIPv6) || !answersToLocalhost(address)) {
        return {};
    }
    return address == QHostAddress(QHostAddress::LocalHostIPv6) ? QStringLiteral("::1")
                                                                : QStringLiteral("127.0.0.1");
}

/// All that the records tell of processes.
struct Processes
{
    QHash<QByteArray, qint64> pidOfInode;
    QHash<qint64, const remote::Record *> ofPid;
};

std::optional<Server> readServer(const remote::Record &record, const Processes &processes)
{
    bool isNumber = false;
    const uint port = record.at(1).toUInt(&isNumber, 16);
    const auto address = listenAddress(record.at(0));
    if (!isNumber || port == 0 || port > 65535 || !address) {
        return std::nullopt;
    }
    Server server;
    server.port = quint16(port);
    server.address = address->toString();
    server.isReachable = answersToLocalhost(*address);
    server.host = hostThatMeets(*address);
    const auto pid = processes.pidOfInode.constFind(record.at(2));
    const remote::Record *process =
        pid == processes.pidOfInode.constEnd() ? nullptr : processes.ofPid.value(*pid);
    if (process != nullptr) {
        server.pid = *pid;
        server.user = process->text(1);
        server.command = process->text(2, LongestCommand).trimmed();
    }
    setKind(server);
    return server;
}

/// What is missing from the answer, by its last words on it.
void readUnknown(const remote::Answer &answer, WorkerServers &found)
{
    found.unknown = QStringLiteral("the worker did not answer");
    for (const remote::Step &step : remote::stepsOf(answer)) {
        const QString missing = step.state == remote::StepState::Ok ? QString() : step.detail;
        if (step.name == QLatin1String("ports")) {
            found.unknown = missing;
        } else if (step.name == QLatin1String("processes")) {
            found.unknownProcesses = missing;
        }
    }
    if (found.unknownProcesses.isEmpty() && !answer.wasRoot) {
        found.unknownProcesses = QStringLiteral("other people's processes cannot be seen: sudo "
                                                "asks for a password there, or is missing");
    }
}

} // namespace

remote::Script serversScript()
{
    return {
        scripttexts::servers, remote::Rights::Root, QStringLiteral("Look who listens"),
        std::chrono::seconds(60), false};
}

WorkerServers readServers(const remote::Answer &answer)
{
    Processes processes;
    for (const remote::Record &record : answer.records) {
        if (record.kind == "socket" && record.number(1)) {
            processes.pidOfInode[record.at(0)] = *record.number(1);
        } else if (record.kind == "process" && record.number(0)) {
            processes.ofPid[*record.number(0)] = &record;
        }
    }
    WorkerServers found;
    readUnknown(answer, found);
    QMap<quint16, Server> servers; // one for both kinds of addresses
    for (const remote::Record &record : answer.records) {
        if (record.kind != "listen") {
            continue;
        }
        if (const auto server = readServer(record, processes)) {
            const auto known = servers.constFind(server->port);
            if (known == servers.constEnd() || (server->isReachable && !known->isReachable)) {
                servers[server->port] = *server;
            }
        }
    }
    found.servers.assign(servers.cbegin(), servers.cend());
    std::stable_sort(
        found.servers.begin(), found.servers.end(), [](const Server &a, const Server &b) {
            return std::tuple(a.kind.isEmpty(), a.kind) < std::tuple(b.kind.isEmpty(), b.kind);
        });
    return found;
}

} // namespace podium::tunnel
