// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/subcommand.h"

namespace podium::ctl {

/// `podiumctl ip`.
struct IpArguments
{
    QStringList targets;
    bool isInternal = false; ///< the address within the zone's network
    bool json = false;
};

[[nodiscard]] Subcommand ipSubcommand(const std::shared_ptr<IpArguments> &arguments);

} // namespace podium::ctl
