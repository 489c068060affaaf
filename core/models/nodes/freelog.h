// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tpu/tpusession.h"

#include <QStringList>

namespace podium::models {

/// How a worker's TPU was freed, a sentence each: what was done to whom, whether it is free, and
/// what the check said. Empty: nothing was to be done there. Plain text.
[[nodiscard]] QStringList freeLog(const tpu::WorkerTpu &worker);

} // namespace podium::models
