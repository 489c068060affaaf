// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/transport.h"

#include <QString>

namespace podium::ssh {

/// A stable lower-case word for scripts and logs, e.g. "key-exchange".
[[nodiscard]] QString phaseName(Phase phase);
/// The same of what was waited for in vain, e.g. "first-output"; empty for None.
[[nodiscard]] QString silenceName(Silence silence);

} // namespace podium::ssh
