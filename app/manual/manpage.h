// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace podium::manual {

/// An option or an argument, as help shows it.
struct Entry
{
    std::string names;  ///< "--jobs,-j"
    std::string values; ///< " INT=all"; empty: it takes none
    std::string text;
};

/// A section of a page; one of a section's own parts, where it has no entries of its own title.
struct Section
{
    std::string title;
    std::string synopsis; ///< one line; may be empty
    std::string text;     ///< as help has it
    std::vector<Entry> entries;
    bool isPart = false;    ///< of the section before it
    std::string after = {}; ///< of a part, as help has it: behind the entries
};

struct ManPage
{
    std::string name; ///< "podiumctl-run"
    int section = 1;
    std::string summary;
    std::vector<Section> sections;
    std::vector<std::string> seeAlso; ///< "podiumctl(1)"

    /// The page as roff with the man macros.
    [[nodiscard]] std::string roff() const;
    [[nodiscard]] std::string fileName() const; ///< "podiumctl-run.1"
};

/// Writes each into the folder, which is made. What went wrong; mostly nothing. Blocks.
[[nodiscard]] std::string writePages(const std::vector<ManPage> &pages, const std::string &folder);

} // namespace podium::manual
