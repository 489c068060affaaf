// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/subcommand.h"
#include "core/files/fetchsession.h"

#include <QString>

namespace podium::ctl {

/// `podiumctl fetch TARGET:PATH DIR`.
struct FetchArguments
{
    QByteArray place;  ///< as typed, and as bytes: names need not be text
    QByteArray folder; ///< likewise
    QString target;
    files::FetchRequest request;
    bool dryRun = false;
    bool yes = false;
    bool json = false;
};

[[nodiscard]] Subcommand fetchSubcommand(const std::shared_ptr<FetchArguments> &arguments);

} // namespace podium::ctl
