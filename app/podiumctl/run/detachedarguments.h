// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/subcommand.h"

namespace podium::ctl {

/// `podiumctl attach`, `runs`, `end` and `forget`: about runs that were left running.
struct DetachedArguments
{
    enum class Action { List, Attach, End, Forget };
    Action action = Action::List;
    QString id;          ///< none for List
    QStringList targets; ///< empty: the workers that this machine remembers
    bool past = false;   ///< for List: what was run on this machine, from its own notes
    bool fromStart = false;
    bool kill = false;
    bool isConfirmed = false; ///< for Forget
    bool json = false;
};

[[nodiscard]] Subcommand detachedSubcommand(const std::shared_ptr<DetachedArguments> &arguments);

} // namespace podium::ctl
