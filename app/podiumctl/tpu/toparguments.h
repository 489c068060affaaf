// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/subcommand.h"

#include <QStringList>

#include <chrono>

namespace podium::ctl {

/// `podiumctl top …`.
struct TopArguments
{
    QStringList targets;
    std::chrono::seconds interval{2};
    int looks = 0; ///< of each worker; 0: until interrupted
    bool json = false;
    bool asksIdle = false; ///< of Cloud Monitoring
};

[[nodiscard]] Subcommand topSubcommand(const std::shared_ptr<TopArguments> &arguments);

} // namespace podium::ctl
