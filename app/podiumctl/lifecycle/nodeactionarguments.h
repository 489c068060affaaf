// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/subcommand.h"

#include <QString>
#include <QStringList>

namespace podium::ctl {

/// `podiumctl start|stop|delete|maintain NODE…` and `podiumctl clean`. Texts as they were typed.
struct NodeActionArguments
{
    enum class Action { Start, Stop, Delete, Maintain, Clean };
    Action action = Action::Start;
    QStringList nodes;
    QString project; ///< of names that have none of their own, or to be cleaned; may be empty
    bool yes = false;
    bool json = false;
};

[[nodiscard]] Subcommand
nodeActionSubcommand(const std::shared_ptr<NodeActionArguments> &arguments);

} // namespace podium::ctl
