// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/doctor/finding.h"

#include <QProcessEnvironment>

namespace podium::doctor {

/// Whether the session has a keyring (Secret Service or KWallet) that runs, or starts when it is
/// asked. Starts none and unlocks none. Blocks, two seconds at most.
[[nodiscard]] Finding checkKeyring(const QProcessEnvironment &environment);

} // namespace podium::doctor
