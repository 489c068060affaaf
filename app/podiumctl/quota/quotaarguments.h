// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/subcommand.h"

namespace podium::ctl {

struct QuotaArguments
{
    QStringList projects; ///< empty: all
    bool json = false;
};

[[nodiscard]] Subcommand quotaSubcommand(const std::shared_ptr<QuotaArguments> &arguments);

} // namespace podium::ctl
