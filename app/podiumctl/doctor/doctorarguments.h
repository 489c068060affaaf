// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/subcommand.h"

#include <QString>

namespace podium::ctl {

/// `podiumctl doctor`.
struct DoctorArguments
{
    QString reportFile; ///< where a report of a fault is to go; empty: none is made
    bool yes = false;
    bool json = false;
};

[[nodiscard]] Subcommand doctorSubcommand(const std::shared_ptr<DoctorArguments> &arguments);

} // namespace podium::ctl
