// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/subcommand.h"

#include <chrono>

namespace podium::ctl {

/// Of `ssh-config write` and of `watch --write`.
inline constexpr const char *AllowShrinkText =
    "Write also where fewer than a tenth of the hosts would be left";

/// `podiumctl ssh-config …`.
struct SshConfigArguments
{
    enum class Action { Print, Diff, Write, Check, History, Restore, Remove, Export, ForgetKey };
    enum class Part { All, Config, KnownHosts, Hints };
    Action action = Action::Print;
    QStringList projects;
    int version = 0; ///< for Restore; 0: the newest
    bool json = false;
    bool login = false; ///< for Check
    std::chrono::seconds loginLimit{30};
    bool isConfirmed = false; ///< for Remove and ForgetKey
    bool mayLoseMost = false; ///< for Write
    QStringList targets;      ///< for ForgetKey; for Export, as the next ones: empty: all workers
    QString user;
    QString identityFile;
    Part part = Part::All;
};

[[nodiscard]] Subcommand sshConfigSubcommand(const std::shared_ptr<SshConfigArguments> &arguments);

} // namespace podium::ctl
