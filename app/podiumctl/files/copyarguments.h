// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/files/transfertask.h"
#include "app/podiumctl/subcommand.h"
#include "core/files/copysession.h"

#include <string>

namespace podium::ctl {

/// Lines for which other program are wanted instead of a copy.
enum class LinesFor { Nobody, Rsync, Bucket };

/// `podiumctl copy SRC… TARGET:DIR`.
struct CopyArguments : TransferArguments
{
    QByteArrayList words; ///< as typed, and as bytes: names need not be text
    files::CopyRequest request;
    LinesFor print = LinesFor::Nobody;
    QString bucket; ///< "gs://BUCKET/FOLDER"; for LinesFor::Bucket
    /// Empty: each worker has its own from here. Else the worker that passes it on: "first", its
    /// number, or a target.
    std::string viaGateway;
};

[[nodiscard]] Subcommand copySubcommand(const std::shared_ptr<CopyArguments> &arguments);

} // namespace podium::ctl
