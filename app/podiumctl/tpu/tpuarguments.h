// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/subcommand.h"

#include <QString>
#include <QStringList>

namespace podium::ctl {

/// `podiumctl tpu …`.
struct TpuArguments
{
    enum class Action { Holders, Free, Check };
    Action action = Action::Holders;
    QStringList targets;
    QStringList users;     ///< of Free: whose processes may end, besides those of the login
    QString python;        ///< of Check; empty: the first that has jax, torch_xla or tensorflow
    bool onlyLook = false; ///< of Check: do not let a program compute
    bool yes = false;
    bool json = false;
};

[[nodiscard]] Subcommand tpuSubcommand(const std::shared_ptr<TpuArguments> &arguments);

} // namespace podium::ctl
