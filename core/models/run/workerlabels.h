// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace podium::models {

/// A short name for each worker, in their order: "pod-v4:3"; where a node's name stands for
/// several nodes of the list, widened by the project and, if need be, the zone. Unique, and good
/// as a target word.
[[nodiscard]] QStringList workerLabels(const std::vector<WorkerRef> &workers);

/// "pod-v4:0-6" for several workers of one node, comma-separated where there are more; `labels`
/// as workerLabels() gave them, in the order of the slots. Shortened to `limit` parts with "…".
[[nodiscard]] QString foldedLabel(const QStringList &labels, int limit = 4);

} // namespace podium::models
