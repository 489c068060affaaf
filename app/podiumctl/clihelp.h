// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
class FormatterBase;
} // namespace CLI

namespace podium::ctl {

/// How help looks: what excludes what is for the error to say, and `run` ends with its command.
[[nodiscard]] std::shared_ptr<CLI::FormatterBase> helpFormatter();

/// The program's and each subcommand's own examples, and no others, below what else their help
/// says.
void addExamples(CLI::App &app);

/// "podiumctl help run" is "podiumctl run --help".
void takeHelpWord(std::vector<std::string> &words);

/// Where the words stand for no subcommand though there has to be one: a sentence, with the nearest
/// names. Empty: fine so far.
[[nodiscard]] std::string
unknownSubcommand(const CLI::App &app, const std::vector<std::string> &words);

} // namespace podium::ctl
