// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/subcommand.h"

#include <QString>

namespace podium::ctl {

/// `podiumctl secret …`.
struct SecretArguments
{
    enum class Action { List, Set, Remove, Withdraw };
    Action action = Action::List;
    QString name;
    bool yes = false;
    bool dryRun = false;
    bool forget = false; ///< what is not proven, too
    bool json = false;
};

[[nodiscard]] Subcommand secretSubcommand(const std::shared_ptr<SecretArguments> &arguments);

} // namespace podium::ctl
