// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/inventory/snapshot.h"

#include <QString>

#include <vector>

namespace podium::ctl {

/// For what is about one worker. InvalidArgument, with what to say instead, where the target names
/// several.
[[nodiscard]] Result<std::vector<WorkerRef>>
exactlyOne(Result<std::vector<WorkerRef>> workers, const QString &target);

/// What `--via-gateway` takes for the first of several workers.
inline constexpr const char *FirstGateway = "first";

/// Which of these (one at least) the word means: FirstGateway, a worker's number, or a target.
[[nodiscard]] Result<WorkerRef> gatewayAmong(
    const std::vector<WorkerRef> &workers, const QString &word,
    const inventory::Snapshot &snapshot);

/// How what a gateway lacks (Error::recipe) is set up: a sentence with the command.
[[nodiscard]] QString setUpText(const QString &recipe, const WorkerRef &gateway);

} // namespace podium::ctl
