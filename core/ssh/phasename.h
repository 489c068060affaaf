// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/transport.h"

#include <QString>

namespace podium::ssh {

/// A stable lower-case word for scripts and logs, e.g. "key-exchange".
[[nodiscard]] QString phaseName(Phase phase);

} // namespace podium::ssh
