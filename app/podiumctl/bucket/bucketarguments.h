// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/subcommand.h"

#include <QString>
#include <QStringList>

namespace podium::ctl {

/// `podiumctl bucket check`.
struct BucketArguments
{
    QString bucket;
    QStringList targets;
    bool json = false;
};

[[nodiscard]] Subcommand bucketSubcommand(const std::shared_ptr<BucketArguments> &arguments);

} // namespace podium::ctl
