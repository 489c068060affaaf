// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace podium::run {

/// The command itself: the same for all, and alike for sh, csh and fish. Reads a script of so many
/// bytes from stdin and runs it; the rest of stdin is the script's. Leaves no variable behind: one
/// that the account exports would carry the script into what the script starts.
inline constexpr const char *Bootstrap =
    R"sh(exec /bin/sh -c 'eval "$(read -r n; head -c "$n")"')sh";

} // namespace podium::run
