// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/sshcommand.h"

#include <QRegularExpression>

#include <algorithm>

namespace podium::models {

namespace {

QString quoted(const QString &text)
{
    static const QRegularExpression plain(QStringLiteral("^[A-Za-z0-9@%_+=:,./~-]+$"));
    if (plain.match(text).hasMatch()) {
        return text;
    }
    QString inner = text;
    inner.replace(QLatin1Char('\''), QLatin1String("'\\''"));
    return QStringLiteral("'%1'").arg(inner);
}

QString aliasOf(const WorkerRef &worker, const std::vector<sshconfig::ConfigEntry> &entries)
{
    const auto entry = std::find_if(
        entries.begin(), entries.end(), [&worker](const auto &e) { return e.worker == worker; });
    const bool usable = entry != entries.end() && !entry->hostName.isEmpty() &&
                        !entry->aliases.isEmpty() && isPlainName(entry->aliases.front());
    return usable ? entry->aliases.front() : QString();
}

} // namespace

QString sshCommand(
    const cloud::Node &node, int worker, const std::vector<sshconfig::ConfigEntry> &entries,
    const store::Settings &settings)
{
    const QString alias = aliasOf({node.ref, worker}, entries);
    if (!alias.isEmpty()) {
        return QStringLiteral("ssh %1").arg(alias);
    }
    if (worker < 0 || worker >= int(node.workers.size())) {
        return {};
    }
    static const QRegularExpression address(QStringLiteral("^[0-9A-Fa-f.:]+$"));
    const cloud::Worker &host = node.workers[size_t(worker)];
    const QString ip = host.externalIp.isEmpty() ? host.internalIp : host.externalIp;
    if (!address.match(ip).hasMatch()) {
        return {};
    }
    QStringList words{QStringLiteral("ssh")};
    if (settings.sshPort != 22) {
        words << QStringLiteral("-p") << QString::number(settings.sshPort);
    }
    if (!settings.sshIdentityFiles.isEmpty()) {
        words << QStringLiteral("-i") << quoted(settings.sshIdentityFiles.front());
    }
    words
        << (UserName::parse(settings.sshUser) ? settings.sshUser + QLatin1Char('@') + ip
                                              : QString(ip));
    return words.join(QLatin1Char(' '));
}

} // namespace podium::models
