// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/disk/disksarguments.h"
#include "app/podiumctl/valuesjson.h"
#include "core/disk/disksession.h"

#include <optional>
#include <vector>

namespace podium::inventory {
struct Snapshot;
}

namespace podium::ctl {

/// The node as the words name it, with its project where they do.
[[nodiscard]] QString nodeWord(const DisksArguments &arguments);
/// Of a plan that there is.
[[nodiscard]] QStringList planLinesOf(const disk::WorkerDisks &worker);
[[nodiscard]] QStringList outcomeLinesOf(const disk::WorkerDisks &worker);
/// Why nothing is done on it, with its name; nothing: it is, or need not be.
[[nodiscard]] std::optional<Error> problemOf(const disk::WorkerDisks &worker);
/// The same for several workers once, with their names.
void printGrouped(
    const inventory::Snapshot &snapshot, const std::vector<disk::WorkerDisks> &workers,
    QStringList (*linesOf)(const disk::WorkerDisks &));
[[nodiscard]] Json workersJson(const std::vector<disk::WorkerDisks> &workers);

} // namespace podium::ctl
