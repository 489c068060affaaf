// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/subcommand.h"

#include <QString>
#include <QStringList>

namespace podium::ctl {

/// `podiumctl create`, `requests` and `request`. Texts as they were typed.
struct CreateArguments
{
    enum class Action { Create, List, Resume, Pause, Cancel, Zones };
    Action action = Action::Create;
    QString name;
    QString project;
    QString type;
    QStringList zones;
    QString version;
    bool spot = false;
    bool isInternal = false;
    QString network;
    QString subnetwork;
    QString serviceAccount;
    QStringList tags;
    QStringList labels;   ///< KEY=VALUE
    QStringList metadata; ///< KEY=VALUE
    bool untilCapacity = false;
    QString deadline; ///< of untilCapacity: "90m", "12h", "3d"; empty: none
    bool isQueued = false;
    QString validFor; ///< of a queued resource; empty: not said
    QString runFor;   ///< of flex-start; empty: none
    QString reservation;
    bool isRace = false;
    bool isKept = false;
    QStringList recipes; ///< carried out when it stands, in this order
    bool noWait = false;
    bool dryRun = false;
    bool yes = false;
    bool maySpend = false; ///< also what no grant covers
    QString id;            ///< of the request that exists
    bool json = false;
};

[[nodiscard]] Subcommand createSubcommand(const std::shared_ptr<CreateArguments> &arguments);

} // namespace podium::ctl
