// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/valuesjson.h"
#include "core/tpu/load/workerload.h"

#include <QDateTime>
#include <QStringList>

#include <vector>

namespace podium::ctl {

/// What a look at a worker has found, or why not.
[[nodiscard]] Json topJson(const tpu::WorkerLoad &worker, const QDateTime &now);
/// The table of all, with its head.
[[nodiscard]] std::vector<QStringList> topRows(const std::vector<tpu::WorkerLoad> &workers);
/// Lines for below it: who did not answer, and what somebody should look after.
[[nodiscard]] QStringList topWarnings(const std::vector<tpu::WorkerLoad> &workers);

} // namespace podium::ctl
