// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/subcommand.h"

namespace podium::ctl {

struct ActivityArguments
{
    QStringList words; ///< all must be in it, as models::ActivityWords reads them
    QString kind;      ///< store::activityKindName(); empty: all
    int days = 7;      ///< the last so many times 24 hours
    bool hasParts = false;
    bool json = false;
    bool csv = false;
};

[[nodiscard]] Subcommand activitySubcommand(const std::shared_ptr<ActivityArguments> &arguments);

} // namespace podium::ctl
