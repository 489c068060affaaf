// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>

namespace podium::fuzz {

inline void require(bool holds)
{
    if (!holds) {
        std::abort();
    }
}

} // namespace podium::fuzz
