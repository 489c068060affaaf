// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace podium {

/// Where things live on this machine. A value, so that tests and tools can point it elsewhere.
struct Paths
{
    QString home;      ///< $HOME
    QString configDir; ///< $XDG_CONFIG_HOME/podium
    QString dataDir;   ///< $XDG_DATA_HOME/podium
    QString stateDir;  ///< $XDG_STATE_HOME/podium
    /// The home that the password database gives, where it is another one than $HOME: ssh itself
    /// looks for its config there. Empty: the same.
    QString accountHome = {};

    [[nodiscard]] static Paths fromEnvironment();

    [[nodiscard]] QString configFile() const;    ///< config.json; a person may edit it
    [[nodiscard]] QString databaseFile() const;  ///< podium.db
    [[nodiscard]] QString grantsFile() const;    ///< tpu-grants.json
    [[nodiscard]] QString requestsFile() const;  ///< node-requests.json
    [[nodiscard]] QString logFile() const;       ///< podium.log
    [[nodiscard]] QString runsDir() const;       ///< run output beyond the memory budget
    [[nodiscard]] QString sshDir() const;        ///< ~/.ssh
    [[nodiscard]] QString sshConfigFile() const; ///< ~/.ssh/config: the person's own
    [[nodiscard]] QString podiumSshDir() const;  ///< ~/.ssh/podium: generated files
};

} // namespace podium
