// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/exitcodes.h"
#include "app/podiumctl/valuesjson.h"
#include "core/base/error.h"
#include "core/lifecycle/disk/diskplan.h"

#include <QStringList>

#include <map>
#include <optional>

namespace podium::ctl {

/// What projects said of their disks.
struct DisksKnown
{
    const lifecycle::DiskFacts &facts;
    const std::map<ProjectId, Error> &errors; ///< of those that did not
    const QStringList &unreachable;           ///< PROJECT/ZONE
};
/// All disks, as a table or as JSON; what is not known is said.
[[nodiscard]] ExitCode printDisks(const DisksKnown &known, bool json);
/// PROJECT/ZONE
void printUnreachable(const QString &zone);

/// To the cent.
[[nodiscard]] Json dollarsOrNull(const std::optional<double> &dollars);
[[nodiscard]] Json textsJson(const QStringList &texts);

} // namespace podium::ctl
