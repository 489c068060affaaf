// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/subcommand.h"

#include <QString>

#include <optional>

namespace podium::ctl {

struct DisksArguments
{
    enum class Action { List, Create, Delete, Attach, Detach, Prepare, Grow, Release };
    Action action = Action::List;
    QString disk;
    QString node;         ///< of all but List, Create and Delete, [PROJECT/[ZONE/]]NODE
    QStringList projects; ///< of List; empty: all
    QString project;      ///< of the others
    QString zone;         ///< of Create and Delete
    QString type;         ///< of Create; empty: pd-balanced
    int gib = 0;          ///< of Create
    bool readOnly = false;
    int worker = -1;         ///< of Attach; -1: all
    QString folder;          ///< of Prepare, and Release of a disk that is gone; empty: /mnt/DISK
    QString device;          ///< of what workers do, Detach too; empty: found by its size
    bool unreleased = false; ///< of Detach: though workers have it in use, or cannot tell
    bool yes = false;
    bool json = false;
};

[[nodiscard]] Subcommand disksSubcommand(const std::shared_ptr<DisksArguments> &arguments);

} // namespace podium::ctl
