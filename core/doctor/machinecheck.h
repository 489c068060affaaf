// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/paths.h"
#include "core/doctor/finding.h"

#include <QProcessEnvironment>

#include <optional>

namespace podium::doctor {

/// What there is to look at on this machine.
struct Machine
{
    Paths paths;
    QProcessEnvironment environment; ///< with what the settings add for the calls to Google
    QStringList
        identityFiles; ///< private keys that a login tries; those that are missing are skipped
};

/// The disk that a folder is on.
struct Room
{
    QString folder;
    std::optional<qint64> freeBytes; ///< for this account; none: not known
    bool isReadOnly = false;
};

/// Whether there is enough of it. Pure.
[[nodiscard]] Finding checkRoom(const QString &subject, const Room &room);

/// What this machine has of the things that Podium works with: gcloud or what is used instead, ssh,
/// keys, an agent, a keyring, a ~/.ssh that ssh accepts, room on the disk. Starts no program and
/// changes nothing. Blocks, for agent and keyring two seconds each at most: for the pool.
[[nodiscard]] Findings checkMachine(const Machine &machine);

} // namespace podium::doctor
