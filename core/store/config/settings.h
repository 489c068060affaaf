// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/paths.h"
#include "core/base/result.h"
#include "core/sshconfig/plan/configplan.h"

#include <QMap>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

#include <chrono>

namespace podium::store {

/// config.json: what a person may set, by hand or in the window.
struct Settings
{
    QStringList projects;                     ///< empty: all that the credentials can see
    std::chrono::seconds refreshInterval{60}; ///< when all is quiet
    /// A key file chosen in the window, for when the environment names none; empty: none.
    QString credentialsFile;
    QString sshUser; ///< empty: the login name here
    quint16 sshPort = 22;
    QStringList sshIdentityFiles; ///< empty: as gcloud and ssh would
    /// Of recipes besides the person's own, in this order; may begin with "~/".
    QStringList recipeFolders;
    sshconfig::ConfigOptions sshConfig;
    int outputMemoryMiB = 256;                       ///< of a run's output in memory
    int outputDiskMiB = 4096;                        ///< and on disk beyond that; 0: none
    QString colourScheme = QStringLiteral("system"); ///< system, light, dark
    bool operator==(const Settings &) const = delete;
};

/// Defaults where there is no file; InvalidArgument with line and reason where it cannot be read,
/// or where a key is none of ours: a misspelt one would be silently without effect.
/// Blocks briefly.
[[nodiscard]] Result<Settings> loadSettings(const Paths &paths);
/// Rewrites only what Podium knows, atomically, mode 0600. Blocks briefly.
[[nodiscard]] Result<> saveSettings(const Paths &paths, const Settings &settings);
/// As saveSettings(), but only what differs from `before`, as it was read or saved here last: all
/// else may have been written by a person or by another Podium since, and stays.
[[nodiscard]] Result<>
saveChanges(const Paths &paths, const Settings &before, const Settings &after);

[[nodiscard]] bool areSame(const Settings &a, const Settings &b);
/// `there` with what differs between the other two. Pure.
[[nodiscard]] Settings withChanges(const Settings &there, const Settings &before, Settings after);

/// GOOGLE_APPLICATION_CREDENTIALS from the settings where the environment has none of its own.
[[nodiscard]] QProcessEnvironment
withCredentialsFile(QProcessEnvironment environment, const Settings &settings);

/// PODIUM_SSH_PORT, PODIUM_SSH_USER and PODIUM_SSH_IDENTITY go before the file. Apart from
/// loadSettings(), so that saving never writes them down. InvalidArgument for a port that is none.
[[nodiscard]] Result<Settings> applyEnvironment(
    Settings settings,
    const QProcessEnvironment &environment = QProcessEnvironment::systemEnvironment());

} // namespace podium::store
