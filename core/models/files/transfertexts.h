// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/transfer.h"
#include "core/models/mark.h"

#include <QString>

namespace podium::models {

// What is said of a copy to workers, or a fetch from them. All pure.

/// "12.4 MB".
[[nodiscard]] QString transferSize(qint64 bytes);

/// How one worker stands; `isPlanned` false: nobody knows yet what is there.
[[nodiscard]] QString
transferStateText(const files::Transfer &transfer, std::size_t worker, bool isPlanned);
[[nodiscard]] Mark
transferMark(const files::Transfer &transfer, std::size_t worker, bool isPlanned);
/// What is to be done there: "12 entries, 4.0 MB, 3 replace others, 5 to delete".
[[nodiscard]] QString transferPlanText(const files::Transfer &transfer, std::size_t worker);
/// What is wrong there; mostly nothing.
[[nodiscard]] QString transferNote(const files::WorkerCopy &copy);

/// The whole plan in a line: how much, to how many, what is replaced and deleted, who refuses.
[[nodiscard]] QString transferPlanSummary(const files::Transfer &transfer);
/// "3 of 8 workers · 45.2 MB of 160 MB · 12.3 MB/s · about 10 s left".
[[nodiscard]] QString transferProgress(const files::Transfer &transfer, qint64 elapsedMs);
/// "7 verified · 1 failed · 160 MB in 13 s".
[[nodiscard]] QString transferVerdict(const files::Transfer &transfer, qint64 elapsedMs);

} // namespace podium::models
