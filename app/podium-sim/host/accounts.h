// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <filesystem>
#include <string>

namespace podium::sim {

/// Writes passwd, group, shadow and gshadow below `etc`: the machine's system accounts without its
/// people, a `google-sudoers` group, and `user` as uid 1000 in it. Reads the machine's own files.
void writeAccounts(const std::filesystem::path &etc, const std::string &user);

} // namespace podium::sim
