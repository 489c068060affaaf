// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/output/outputstore.h"

#include <string_view>

namespace podium::run {

/// The style after Select Graphic Rendition (ECMA-48 8.3.117 and ISO 8613-6 colours, both with
/// ';' and with ':'), given its parameters as written: "1;38;5;208". What is unknown is passed
/// over. Pure.
[[nodiscard]] TextStyle withSgr(TextStyle style, std::string_view parameters);

} // namespace podium::run
