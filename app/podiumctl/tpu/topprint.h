// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/tpu/topnodes.h"
#include "app/podiumctl/valuesjson.h"
#include "core/tpu/load/workerload.h"

#include <QDateTime>
#include <QStringList>

#include <vector>

namespace podium::ctl {

/// What a look at a worker has found, or why not, and what is known of its node.
[[nodiscard]] Json
topJson(const tpu::WorkerLoad &worker, const TopNodeMap &nodes, const QDateTime &now);
/// The table of all, with its head.
[[nodiscard]] std::vector<QStringList> topRows(const std::vector<tpu::WorkerLoad> &workers);
/// Lines for below it: who did not answer, who is unlike the others of its node, and what somebody
/// should look after.
[[nodiscard]] QStringList
topWarnings(const std::vector<tpu::WorkerLoad> &workers, const TopNodeMap &nodes);
/// Lines for below those: what each node costs, as far as that is known, and what Cloud Monitoring
/// says of it, where it was asked.
[[nodiscard]] QStringList topNodeLines(const TopNodeMap &nodes);

} // namespace podium::ctl
