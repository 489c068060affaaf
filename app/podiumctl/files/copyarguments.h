// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/files/transfertask.h"
#include "app/podiumctl/subcommand.h"
#include "core/files/copysession.h"

namespace podium::ctl {

/// `podiumctl copy SRC… TARGET:DIR`.
struct CopyArguments : TransferArguments
{
    QByteArrayList words; ///< as typed, and as bytes: names need not be text
    files::CopyRequest request;
};

[[nodiscard]] Subcommand copySubcommand(const std::shared_ptr<CopyArguments> &arguments);

} // namespace podium::ctl
