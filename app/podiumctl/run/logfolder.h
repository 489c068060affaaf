// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QString>

namespace podium::ctl {

/// Makes the folder in which a run is to be saved, before the run. Refused where it cannot be, or
/// cannot be written to, or has something in it: files of an earlier run would pass for this one's.
[[nodiscard]] Result<> prepareLogFolder(const QString &path);

} // namespace podium::ctl
