// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include <memory>

namespace CLI {
class App;
}

namespace podium::ctl {

/// `podiumctl tpu …`.
struct TpuArguments
{
    enum class Action { Holders, Free, Check };
    Action action = Action::Holders;
    QStringList targets;
    QStringList users;     ///< of Free: whose processes may end, besides those of the login
    QString python;        ///< of Check; empty: the first that has jax or torch_xla
    bool onlyLook = false; ///< of Check: do not let a program compute
    bool yes = false;
    bool json = false;
};

/// Adds the subcommand; after parsing, `arguments` has what was given.
void addTpu(CLI::App &app, const std::shared_ptr<TpuArguments> &arguments);

} // namespace podium::ctl
