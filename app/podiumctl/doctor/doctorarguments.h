// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/subcommand.h"

namespace podium::ctl {

/// `podiumctl doctor`.
struct DoctorArguments
{
    bool json = false;
};

[[nodiscard]] Subcommand doctorSubcommand(const std::shared_ptr<DoctorArguments> &arguments);

} // namespace podium::ctl
