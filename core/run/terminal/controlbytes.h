// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace podium::run {

/// What begins a control sequence or string, and what breaks one off (ECMA-48).
inline constexpr char EscapeByte = '\x1b';
inline constexpr char CancelByte = '\x18';
inline constexpr char SubstituteByte = '\x1a';
/// Means nothing, wherever it stands.
inline constexpr char DeleteByte = '\x7f';

} // namespace podium::run
