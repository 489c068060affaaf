// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/remote/script.h"

namespace podium::files {

// The scripts of this room; what they are given and answer is said in each.

[[nodiscard]] remote::Script lookScript();       ///< what is there already
[[nodiscard]] remote::Script sumsScript();       ///< the sha256 of some of it
[[nodiscard]] remote::Script beginningsScript(); ///< the sha256 of the first bytes of some of it
[[nodiscard]] remote::Script sendScript();       ///< some of it as a tar stream
[[nodiscard]] remote::Script receiveScript(); ///< takes, proves and places what sendTree() writes

} // namespace podium::files
