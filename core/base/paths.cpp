// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/paths.h"

#include <QDir>
#include <QFile>

#include <pwd.h>
#include <unistd.h>

namespace podium {

namespace {

QString xdg(const char *variable, const QString &fallback)
{
    const QString value = qEnvironmentVariable(variable);
    // The XDG specification: a relative path is to be ignored.
    return (QDir::isAbsolutePath(value) ? value : fallback) + QStringLiteral("/podium");
}

QString passwordHome()
{
    const passwd *entry = ::getpwuid(::getuid());
    return entry ? QFile::decodeName(entry->pw_dir) : QString();
}

} // namespace

Paths Paths::fromEnvironment()
{
    Paths paths;
    const QString account = passwordHome();
    // Without HOME, as in some units and cron jobs, Qt takes the root folder for it.
    paths.home = qEnvironmentVariableIsEmpty("HOME") ? account : QDir::homePath();
    if (QDir(account).canonicalPath() != QDir(paths.home).canonicalPath()) {
        paths.accountHome = account;
    }
    paths.configDir = xdg("XDG_CONFIG_HOME", paths.home + QStringLiteral("/.config"));
    paths.dataDir = xdg("XDG_DATA_HOME", paths.home + QStringLiteral("/.local/share"));
    paths.stateDir = xdg("XDG_STATE_HOME", paths.home + QStringLiteral("/.local/state"));
    return paths;
}

QString Paths::configFile() const
{
    return configDir + QStringLiteral("/config.json");
}

QString Paths::databaseFile() const
{
    return dataDir + QStringLiteral("/podium.db");
}

QString Paths::grantsFile() const
{
    return dataDir + QStringLiteral("/tpu-grants.json");
}

QString Paths::requestsFile() const
{
    return dataDir + QStringLiteral("/node-requests.json");
}

QString Paths::logFile() const
{
    return stateDir + QStringLiteral("/podium.log");
}

QString Paths::runsDir() const
{
    return stateDir + QStringLiteral("/runs");
}

QString Paths::sshDir() const
{
    return home + QStringLiteral("/.ssh");
}

QString Paths::sshConfigFile() const
{
    return sshDir() + QStringLiteral("/config");
}

QString Paths::podiumSshDir() const
{
    return sshDir() + QStringLiteral("/podium");
}

} // namespace podium
