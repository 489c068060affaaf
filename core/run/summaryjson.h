// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/runengine.h"

#include <QByteArray>
#include <QStringList>

namespace podium::run {

/// A run and how each worker ended, as a JSON document; `fileNames` in the order of the slots.
/// {"command", "startedAt", "ok", "failed", "unreachable", "stopped", "running", "waiting",
///  "workers": [{"worker", "file", "class", "ending", "status"|"signal"|"message", "seconds",
///  "bytes", and, where not all is kept, "cutBytes" and "outGapAt", "errGapAt": the offset in the
///  file at which they are missing, -1 for nowhere}]}
[[nodiscard]] QByteArray summaryJson(const Run &run, const QStringList &fileNames);

} // namespace podium::run
