// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/aliascheck.h"

#include <QHostAddress>

namespace podium::sshconfig {

namespace {

/// What ssh says of one keyword where it is not what the entry says.
QString
deviation(const QHash<QByteArray, QByteArray> &values, const char *keyword, const QString &wanted)
{
    const QString found = QString::fromUtf8(values.value(keyword));
    if (found == wanted) {
        return {};
    }
    return QStringLiteral("ssh takes \"%1\" for its %2, not \"%3\": another part of your config "
                          "says so first.")
        .arg(found, QString::fromLatin1(keyword), wanted);
}

QString problemOf(const ConfigEntry &entry, const Resolution &resolution)
{
    if (!resolution.isGood()) {
        return SshOracle::complaint(resolution);
    }
    const auto values = resolvedValues(resolution);
    const QStringList deviations = {
        deviation(values, "hostname", entry.hostName),
        deviation(values, "port", QString::number(entry.port)),
        deviation(values, "hostkeyalias", entry.hostKeyAlias),
        entry.user.isEmpty() ? QString() : deviation(values, "user", entry.user),
        deviation(
            values, "forwardagent",
            entry.forwardAgent ? QStringLiteral("yes") : QStringLiteral("no"))};
    for (const QString &problem : deviations) {
        if (!problem.isEmpty()) {
            return problem;
        }
    }
    return {};
}

} // namespace

std::vector<AliasCheck> checkAliases(
    const SshOracle &oracle, const QString &path, const std::vector<ConfigEntry> &entries,
    int limit)
{
    std::vector<const ConfigEntry *> active;
    for (const ConfigEntry &entry : entries) {
        if (entry.isActive) {
            active.push_back(&entry);
        }
    }
    const std::size_t count =
        limit > 0 ? std::min(active.size(), std::size_t(limit)) : active.size();
    std::vector<std::string> names;
    std::vector<const ConfigEntry *> owners;
    for (std::size_t i = 0; i < count; ++i) {
        const ConfigEntry *entry = active[i * active.size() / count];
        const int taken = limit > 0 ? 1 : entry->aliases.size();
        for (const QString &alias : entry->aliases.mid(0, taken)) {
            names.push_back(alias.toStdString());
            owners.push_back(entry);
        }
    }
    const std::vector<Resolution> answers = oracle.resolve(path, names);
    std::vector<AliasCheck> checks;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const QString problem = problemOf(*owners[i], answers[i]);
        checks.push_back(
            {owners[i]->worker, QString::fromStdString(names[i]), problem.isEmpty(), problem});
    }
    return checks;
}

} // namespace podium::sshconfig
