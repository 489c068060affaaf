// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/subcommand.h"

#include <QString>

namespace podium::ctl {

struct CostArguments
{
    QString project; ///< empty: all
    int days = 30;   ///< today among them
    bool json = false;
};

[[nodiscard]] Subcommand costSubcommand(const std::shared_ptr<CostArguments> &arguments);

} // namespace podium::ctl
