// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace podium::ctl {

/// The pages of podiumctl, of each subcommand, and of the files' formats, from the tables of
/// --help and `help TOPIC`, into a folder. What went wrong; mostly nothing. Blocks.
[[nodiscard]] std::string writeManual(const CLI::App &program, const std::string &folder);

} // namespace podium::ctl
