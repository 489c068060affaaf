// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tpu/load/workerload.h"

#include <QStringList>

#include <chrono>

namespace podium::tpu {

/// When a TPU that does nothing is worth a word.
constexpr std::chrono::minutes IdleIsLong{10};

/// What somebody should look after, worst first, as sentences. `cost`: what the node costs,
/// "$77.28 a day"; empty: nothing, or nobody knows. Pure.
[[nodiscard]] QStringList loadWarnings(const WorkerLoad &worker, const QString &cost = {});

} // namespace podium::tpu
