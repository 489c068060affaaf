// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/subcommand.h"

#include <QStringList>

#include <optional>

namespace podium::ctl {

/// `podiumctl projects`.
struct ProjectsArguments
{
    bool json = false;
};

/// `podiumctl nodes`, and `podiumctl nodes history NODE`.
struct NodesArguments
{
    QStringList projects;
    std::optional<QString> history; ///< [PROJECT/[ZONE/]]NODE whose history is asked for
    bool asksIdle = false;          ///< of Cloud Monitoring
    bool asksWho = false;           ///< with it, of the audit log
    bool json = false;
};

[[nodiscard]] Subcommand projectsSubcommand(const std::shared_ptr<ProjectsArguments> &arguments);
[[nodiscard]] Subcommand nodesSubcommand(const std::shared_ptr<NodesArguments> &arguments);

} // namespace podium::ctl
