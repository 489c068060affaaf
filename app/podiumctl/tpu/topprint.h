// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/tpu/topnodes.h"
#include "app/podiumctl/tpu/tpujson.h"
#include "app/podiumctl/valuesjson.h"
#include "core/tpu/load/sparkline.h"
#include "core/tpu/load/workerload.h"

#include <QDateTime>
#include <QStringList>

#include <optional>
#include <vector>

namespace podium::ctl {

/// What a look at a worker has found, or why not, and what is known of its node.
[[nodiscard]] Json
topJson(const tpu::WorkerLoad &worker, const TopNodeMap &nodes, const QDateTime &now);
/// The part of it that is of the node.
[[nodiscard]] Json topNodeJson(const TopNodeMap &nodes, const NodeRef &node);
/// The table of all, with its head; `history`: of the duty cycle, in a column of its own; none: no
/// such column.
[[nodiscard]] std::vector<QStringList> topRows(
    const std::vector<tpu::WorkerLoad> &workers, const std::optional<tpu::SparkSpan> &history,
    const WorkerName &nameOf);
/// What that column is to show: since the first look, at most an hour, at least a part a look.
[[nodiscard]] tpu::SparkSpan
topHistory(const std::vector<tpu::WorkerLoad> &workers, qint64 nowMs, qint64 intervalMs);
/// Lines for below it: who did not answer, who is unlike the others of its node, and what somebody
/// should look after.
[[nodiscard]] QStringList topWarnings(
    const std::vector<tpu::WorkerLoad> &workers, const TopNodeMap &nodes, const WorkerName &nameOf);
/// Lines for below those: what each node costs, as far as that is known, and what Cloud Monitoring
/// says of it, where it was asked.
[[nodiscard]] QStringList topNodeLines(const TopNodeMap &nodes);

} // namespace podium::ctl
