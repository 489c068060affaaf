// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string_view>

namespace podium::sim {

/// The text of a file that was built into the program. Throws std::out_of_range for another name.
std::string_view embedded(std::string_view name);

} // namespace podium::sim
