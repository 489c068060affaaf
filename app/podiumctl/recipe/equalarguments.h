// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/subcommand.h"
#include "core/recipe/versions.h"

#include <QStringList>

namespace podium::ctl {

/// `podiumctl equal`.
struct EqualArguments
{
    QStringList targets;
    recipe::VersionsAsked asked;
    bool json = false;
};

[[nodiscard]] Subcommand equalSubcommand(const std::shared_ptr<EqualArguments> &arguments);

} // namespace podium::ctl
