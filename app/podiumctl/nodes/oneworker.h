// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"

#include <QString>

#include <vector>

namespace podium::ctl {

/// For what is about one worker. InvalidArgument, with what to say instead, where the target names
/// several.
[[nodiscard]] Result<std::vector<WorkerRef>>
exactlyOne(Result<std::vector<WorkerRef>> workers, const QString &target);

} // namespace podium::ctl
