// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace podium::manual {

/// Text as it is, for roff: what means something there is escaped, dashes and quotes stay what a
/// shell takes.
[[nodiscard]] std::string escaped(const std::string &text);

/// What stands below a heading.
struct TextPart
{
    std::string heading; ///< without its colon; of the first part: none
    std::string text;
};
/// Text of a --help at its headings; the first part is what stands before all of them.
[[nodiscard]] std::vector<TextPart> partsOf(const std::string &helpText);

/// What becomes of a heading within the text.
enum class HeadingLevel {
    Subsection,
    Bold, ///< a line of its own, where the text is in a subsection already
};

/// Text of a --help as roff. Paragraphs are filled; a line in capitals, or `Examples:`, is the
/// heading of what follows; a line with indented sentences right below it is a term that they
/// explain, and so is one with sentences in a column at its right; other indented lines stay as
/// they stand; words in `backquotes` are bold.
[[nodiscard]] std::string
roffOf(const std::string &helpText, HeadingLevel level = HeadingLevel::Subsection);

} // namespace podium::manual
