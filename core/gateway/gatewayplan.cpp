// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/gatewayplan.h"

#include "core/gateway/gatewayerrors.h"

#include <QHostAddress>
#include <QRegularExpression>

#include <algorithm>

namespace podium::gateway {

namespace {

constexpr int MostNamed = 100'000; ///< workers behind a name: what says more is none of ours

bool isServed(const files::WorkerCopy &copy, bool deletesExtras)
{
    return !copy.plan.error &&
           (!copy.plan.send.empty() || (deletesExtras && !copy.plan.extras.isEmpty()));
}

/// Of the bundle, too: tar leaves holes out of it.
qint64 roomOf(const files::WorkerPlan &plan)
{
    return plan.bytes - plan.holes;
}

void checkWay(files::WorkerPlan &plan, const InternalEndpoint &endpoint)
{
    const QString worker = plan.worker.text();
    if (QHostAddress(endpoint.address).isNull()) {
        plan.error = noInternalAddress(worker);
    } else if (endpoint.hostKeys.isEmpty()) {
        plan.error = noHostKey(worker);
    } else if (const qint64 needed = 2 * roomOf(plan); plan.freeBytes && needed > *plan.freeBytes) {
        plan.error = noRoomOnTheWay(worker, needed, *plan.freeBytes);
    }
}

/// All of it: QString ends such bytes at a NUL otherwise, and what stands behind it goes unseen.
QString latin(const QByteArray &bytes)
{
    return QString::fromLatin1(bytes.constData(), bytes.size());
}

/// "3", "0-2": from where to where.
std::optional<std::pair<int, int>> rangeOf(const QByteArray &text)
{
    static const QRegularExpression form(QStringLiteral(R"(\A(\d{1,6})(?:-(\d{1,6}))?\z)"));
    const auto match = form.match(latin(text));
    if (!match.hasMatch()) {
        return std::nullopt;
    }
    const int first = match.captured(1).toInt();
    const int last = match.captured(2).isEmpty() ? first : match.captured(2).toInt();
    return last < first || last - first > MostNamed ? std::nullopt
                                                    : std::make_optional(std::pair(first, last));
}

QByteArray hostsOf(const std::vector<SshTarget> &targets)
{
    QByteArray text;
    for (const SshTarget &each : targets) {
        const QByteArray name = nameOnGateway(each.worker);
        text += "Host " + name + "\n    HostName " + each.endpoint.address.toLatin1() +
                "\n    HostKeyAlias " + name + "\n    Port " +
                QByteArray::number(each.endpoint.port) + "\n    User " + each.user + '\n';
    }
    return text;
}

/// To the host keys that Podium knows and no other.
constexpr const char *OfAllHosts =
    "    UserKnownHostsFile ./known_hosts\n    GlobalKnownHostsFile /dev/null\n"
    "    StrictHostKeyChecking yes\n    UpdateHostKeys no\n    CheckHostIP no\n"
    "    BatchMode yes\n    PreferredAuthentications publickey\n"
    "    ControlMaster no\n    ControlPath none\n    ForwardAgent no\n"
    "    ServerAliveInterval 15\n    ServerAliveCountMax 4\n    LogLevel ERROR\n";

} // namespace

std::vector<Group>
groupsOf(const std::vector<files::WorkerCopy> &workers, std::size_t gateway, bool deletesExtras)
{
    std::vector<Group> groups;
    for (std::size_t i = 0; i < workers.size(); ++i) {
        const files::WorkerPlan &plan = workers[i].plan;
        if (i == gateway || !isServed(workers[i], deletesExtras)) {
            continue;
        }
        const QByteArrayList deletes = deletesExtras ? plan.extras : QByteArrayList();
        const auto same = std::find_if(groups.begin(), groups.end(), [&](const Group &group) {
            return group.send == plan.send && group.deletes == deletes;
        });
        if (same == groups.end()) {
            groups.push_back({{i}, plan.send, deletes, plan.bytes});
        } else {
            same->workers.push_back(i);
        }
    }
    return groups;
}

std::vector<std::vector<Group>> wavesOf(const std::vector<Group> &groups, std::size_t most)
{
    std::vector<std::vector<Group>> waves;
    std::size_t room = 0;
    for (const Group &group : groups) {
        for (std::size_t begin = 0; begin < group.workers.size();) {
            if (room == 0) {
                waves.emplace_back();
                room = most;
            }
            const std::size_t count = std::min(room, group.workers.size() - begin);
            Group recipient = group;
            const auto first = group.workers.begin() + std::ptrdiff_t(begin);
            recipient.workers.assign(first, first + std::ptrdiff_t(count));
            waves.back().push_back(std::move(recipient));
            begin += count;
            room -= count;
        }
    }
    return waves;
}

void checkWays(
    std::vector<files::WorkerCopy> &workers, std::size_t gateway,
    const std::vector<InternalEndpoint> &endpoints, bool deletesExtras)
{
    files::WorkerPlan &own = workers[gateway].plan;
    for (std::size_t i = 0; i < workers.size(); ++i) {
        if (i != gateway && isServed(workers[i], deletesExtras)) {
            checkWay(workers[i].plan, endpoints[i]);
        }
    }
    const std::vector<Group> groups = groupsOf(workers, gateway, deletesExtras);
    if (groups.empty()) {
        return;
    }
    qint64 largest = 0;
    for (const Group &group : groups) {
        largest = std::max(largest, roomOf(workers[group.workers.front()].plan));
    }
    if (!own.error && QHostAddress(endpoints[gateway].address).isNull()) {
        own.error = noInternalAddress(own.worker.text());
    } else if (const qint64 needed = roomOf(own) + largest;
               !own.error && own.freeBytes && needed > *own.freeBytes) {
        own.error = noRoomOnTheWay(own.worker.text(), needed, *own.freeBytes);
    }
    for (const Group &group : own.error ? groups : std::vector<Group>()) {
        for (const std::size_t worker : group.workers) {
            workers[worker].plan.error = noGateway(*own.error, workers[worker].plan.worker.text());
        }
    }
}

QByteArray nameOnGateway(std::size_t worker)
{
    return 'w' + QByteArray::number(qulonglong(worker));
}

std::optional<std::vector<std::size_t>> workersNamed(const QByteArray &names)
{
    static const QRegularExpression one(QStringLiteral(R"(\Aw(?:\[([0-9,-]+)\]|([0-9]+)),?)"));
    std::vector<std::size_t> workers;
    QString left = latin(names);
    while (!left.isEmpty()) {
        const auto match = one.match(left);
        if (!match.hasMatch()) {
            return std::nullopt;
        }
        const QString numbers = match.captured(1) + match.captured(2);
        for (const QString &range : numbers.split(QLatin1Char(','))) {
            const auto ends = rangeOf(range.toLatin1());
            if (!ends || workers.size() > std::size_t(MostNamed)) {
                return std::nullopt;
            }
            for (int i = ends->first; i <= ends->second; ++i) {
                workers.push_back(std::size_t(i));
            }
        }
        left = left.mid(match.capturedLength());
    }
    return workers;
}

QByteArray sshConfigText(const std::vector<SshTarget> &targets, const InternalEndpoint &gateway)
{
    // From the address that the others let the key in from; with this key and no other.
    return hostsOf(targets) + "Host *\n    BindAddress " + gateway.address.toLatin1() +
           "\n    IdentityFile ./key\n    IdentitiesOnly yes\n    IdentityAgent none\n"
           "    ConnectTimeout 15\n" +
           OfAllHosts;
}

QByteArray agentConfigText(const std::vector<SshTarget> &targets, std::chrono::seconds limit)
{
    // With no key of the account's own.
    return hostsOf(targets) +
           "Host *\n    IdentityFile none\n    IdentityAgent SSH_AUTH_SOCK\n    ConnectTimeout " +
           QByteArray::number(qlonglong(limit.count())) + '\n' + OfAllHosts;
}

QByteArray knownHostsText(const std::vector<SshTarget> &targets)
{
    QByteArray text;
    for (const SshTarget &each : targets) {
        for (const ssh::HostKey &key : each.endpoint.hostKeys) {
            text += nameOnGateway(each.worker) + ' ' + key.text() + '\n';
        }
    }
    return text;
}

bool isLoginName(const QByteArray &name)
{
    static const QRegularExpression form(QStringLiteral(R"(\A[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}\z)"));
    return form.match(latin(name)).hasMatch();
}

std::optional<QByteArray> publicKeyOf(const QByteArray &told)
{
    const auto key = ssh::HostKey::parse(told.trimmed());
    return key && key->type == "ssh-ed25519" ? std::make_optional(key->text()) : std::nullopt;
}

bool isRecentEngine(const QByteArray &version)
{
    static const QRegularExpression form(QStringLiteral(R"(\Aclush (\d{1,4})\.(\d{1,4}))"));
    const auto match = form.match(latin(version));
    const std::pair<int, int> found{match.captured(1).toInt(), match.captured(2).toInt()};
    return match.hasMatch() && found >= std::pair(1, 8);
}

} // namespace podium::gateway
