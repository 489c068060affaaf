// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace podium::ctl {

/// A word that can stand where the cursor is.
struct Candidate
{
    std::string word;
    std::string about; ///< a few words; may be empty
    bool operator==(const Candidate &) const = default;
};

/// What words there are of which only this machine knows.
enum class WordKind {
    None,
    Target,
    Node,
    Project,
    Zone,
    Disk,
    Person,
    Recipe,
    Secret,
    Run,
    Request,
    Grant,
    // The shell itself has these.
    File,
    FileOrTarget, ///< the files are the shell's
    Variable,
    Command
};

struct Completion
{
    std::vector<Candidate> words; ///< that begin with what is typed
    WordKind live = WordKind::None;
    std::string typed;  ///< of a live word: what it begins with
    std::string before; ///< stands before it in the same word: "--project=", or "-" of -TARGET
};

/// What may follow the words `before` (without the program's own), where `current` is typed so far.
/// Known from the same table as --help. Pure.
[[nodiscard]] Completion completionOf(
    const CLI::App &program, const std::vector<std::string> &before, const std::string &current);

} // namespace podium::ctl
