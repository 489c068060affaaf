// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/files/transfertask.h"
#include "app/podiumctl/subcommand.h"
#include "core/files/fetch/fetchsession.h"

namespace podium::ctl {

/// `podiumctl fetch TARGET:PATH DIR`.
struct FetchArguments : TransferArguments
{
    QByteArray place;  ///< as typed, and as bytes: names need not be text
    QByteArray folder; ///< likewise
    files::FetchRequest request;
};

[[nodiscard]] Subcommand fetchSubcommand(const std::shared_ptr<FetchArguments> &arguments);

} // namespace podium::ctl
