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

/// `podiumctl start|stop|delete|maintain NODE…`. Texts as they were typed.
struct NodeActionArguments
{
    enum class Action { Start, Stop, Delete, Maintain };
    Action action = Action::Start;
    QStringList nodes;
    QString project; ///< of names that have none of their own; may be empty
    bool yes = false;
    bool json = false;
};

/// Adds the subcommands; after parsing, `arguments` has what was given.
void addNodeActions(CLI::App &app, const std::shared_ptr<NodeActionArguments> &arguments);

} // namespace podium::ctl
