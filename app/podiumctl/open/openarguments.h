// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/subcommand.h"

#include <QString>

namespace podium::ctl {

/// `podiumctl open …`.
struct OpenArguments
{
    QString target;
    QString with; ///< an id of launch::knownProgramIds(); empty: as the last time
    QString path;
    QString tmuxSession;
    bool writesConfig = false; ///< first, where it is out of date
    bool isDryRun = false;
    bool json = false;
};

[[nodiscard]] Subcommand openSubcommand(const std::shared_ptr<OpenArguments> &arguments);

} // namespace podium::ctl
