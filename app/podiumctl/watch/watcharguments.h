// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/subcommand.h"

#include <chrono>
#include <optional>

namespace podium::ctl {

/// `podiumctl watch`.
struct WatchArguments
{
    std::optional<std::chrono::seconds> interval;
    bool once = false;
    bool write = false;
    bool update = false;      ///< write, but only what Podium has generated before
    bool mayLoseMost = false; ///< with write
    bool notify = false;      ///< on the desktop
    bool json = false;
};

[[nodiscard]] Subcommand watchSubcommand(const std::shared_ptr<WatchArguments> &arguments);

} // namespace podium::ctl
