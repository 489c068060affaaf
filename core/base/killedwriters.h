// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ctime>

namespace podium {

/// What has a temporary name and was not written to for longer was left by a program that was
/// killed, and may go: nobody is at work with one file, or one new key, for so long. Seconds.
constexpr std::time_t LongestWrite = 3600;

} // namespace podium
