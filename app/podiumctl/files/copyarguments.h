// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/subcommand.h"
#include "core/files/copysession.h"

#include <QString>

namespace podium::ctl {

/// `podiumctl copy SRC… TARGET:DIR`.
struct CopyArguments
{
    QByteArrayList words; ///< as typed, and as bytes: names need not be text
    QString target;
    files::CopyRequest request;
    bool dryRun = false;
    bool yes = false;
    bool json = false;
};

[[nodiscard]] Subcommand copySubcommand(const std::shared_ptr<CopyArguments> &arguments);

} // namespace podium::ctl
