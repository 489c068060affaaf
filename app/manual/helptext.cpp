// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/manual/helptext.h"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <vector>

namespace podium::manual {

namespace {

using Lines = std::vector<std::string>;

/// Lines that belong together.
struct Block
{
    Lines lines;
    bool isApart = true; ///< an empty line stands before it
};

std::size_t indentOf(const std::string &line)
{
    return std::min(line.find_first_not_of(' '), line.size());
}

bool isHeading(const std::string &line)
{
    if (line == "Examples:" || line.rfind("JSON, ", 0) == 0) {
        return true;
    }
    const auto isOfHeading = [](unsigned char c) { return std::isupper(c) || c == ' '; };
    return line.size() > 2 && line[0] != ' ' && std::all_of(line.begin(), line.end(), isOfHeading);
}

std::string withoutColon(std::string line)
{
    if (line.back() == ':') {
        line.pop_back();
    }
    return line;
}

std::string headingOf(std::string line, HeadingLevel level)
{
    line = withoutColon(line);
    if (line.rfind("JSON", 0) != 0) {
        std::transform(line.begin() + 1, line.end(), line.begin() + 1, [](unsigned char c) {
            return char(std::tolower(c));
        });
    }
    return level == HeadingLevel::Subsection ? ".SS " + escaped(line) + '\n'
                                             : ".PP\n\\fB" + escaped(line) + "\\fR\n";
}

/// Sentences may be filled; tables, JSON and commands may not.
bool isProse(const Lines &block)
{
    const std::size_t indent = indentOf(block.front());
    const bool isSentence = indent == 0 || block.back().back() == '.';
    return isSentence && std::all_of(block.begin(), block.end(), [&](const std::string &line) {
               const bool isTable = line.find("  ", indentOf(line)) != std::string::npos;
               return indentOf(line) == indent && !isTable;
           });
}

std::string filled(const Lines &block)
{
    std::string text;
    for (const std::string &line : block) {
        text += (text.empty() ? "" : " ") + line.substr(indentOf(line));
    }
    std::string roff;
    bool isBold = false;
    std::stringstream parts(text);
    for (std::string part; std::getline(parts, part, '`'); isBold = !isBold) {
        roff += isBold ? "\\fB" + escaped(part) + "\\fR" : escaped(part);
    }
    // What begins with these would be a command of roff.
    return (roff.find_first_of(".'") == 0 ? "\\&" : "") + roff + '\n';
}

std::string asItStands(const Lines &block)
{
    std::string roff = ".nf\n";
    for (const std::string &line : block) {
        const std::string text = escaped(line);
        roff += (text.find_first_of(".'") == 0 ? "\\&" : "") + text + '\n';
    }
    return roff + ".fi\n";
}

/// Where the right column of "term  what it means" begins; 0: the line has none.
std::size_t columnOf(const std::string &line)
{
    const std::size_t gap = line.find("  ");
    const bool isRow = indentOf(line) == 0 && gap != std::string::npos;
    const std::size_t column = isRow ? line.find_first_not_of(' ', gap) : 0;
    return column == std::string::npos ? 0 : column;
}

/// Of terms at the left with what they mean at the right, which may go on below itself.
bool isOfColumns(const std::string &line, std::size_t column)
{
    return column > 0 && (columnOf(line) == column || indentOf(line) == column);
}

bool isTwoColumns(const Lines &block)
{
    return std::all_of(
        block.begin(), block.end(), [column = columnOf(block.front())](const std::string &line) {
            return isOfColumns(line, column);
        });
}

std::string termsOf(const Lines &block)
{
    const std::size_t column = columnOf(block.front());
    std::string roff;
    Lines text;
    const auto end = [&roff, &text] {
        roff += text.empty() ? "" : filled(text);
        text.clear();
    };
    for (const std::string &line : block) {
        if (columnOf(line) > 0) {
            end();
            roff += ".TP\n\\fB" + escaped(line.substr(0, line.find("  "))) + "\\fR\n";
        }
        text.push_back(line.substr(column));
    }
    end();
    return roff;
}

/// A line that follows a block and is not of it.
bool isIndentedOtherwise(const Lines &block, const std::string &line)
{
    return (indentOf(line) == 0) != (indentOf(block.back()) == 0) &&
           !isOfColumns(line, columnOf(block.front()));
}

/// Neighbouring lines belong together as long as none is empty, a heading, or indented where the
/// one before is not.
std::vector<Block> blocksOf(const std::string &text)
{
    std::vector<Block> blocks(1);
    std::stringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const Lines &last = blocks.back().lines;
        const bool isOther = !last.empty() && (isHeading(line) || isHeading(last.back()) ||
                                               isIndentedOtherwise(last, line));
        if (line.empty()) {
            blocks.emplace_back();
        } else if (isOther) {
            blocks.push_back({{}, false});
        }
        if (!line.empty()) {
            blocks.back().lines.push_back(line);
        }
    }
    std::erase_if(blocks, [](const Block &block) { return block.lines.empty(); });
    return blocks;
}

/// A line, and below it, indented, what it means.
bool isTerm(const Block &block, const Block &next)
{
    return block.lines.size() == 1 && indentOf(block.lines.front()) == 0 && !next.isApart &&
           !isHeading(block.lines.front()) && indentOf(next.lines.front()) > 0 &&
           isProse(next.lines);
}

} // namespace

std::string escaped(const std::string &text)
{
    std::string roff;
    for (const char c : text) {
        switch (c) {
        case '\\':
            roff += "\\e";
            break;
        case '-':
            roff += "\\-";
            break;
        case '\'':
            roff += "\\(aq";
            break;
        case '`':
            roff += "\\(ga";
            break;
        case '^':
            roff += "\\(ha";
            break;
        case '~':
            roff += "\\(ti";
            break;
        case '|': // of a row of choices, which may be longer than a line
            roff += "|\\:";
            break;
        default:
            roff += c;
        }
    }
    return roff;
}

std::vector<TextPart> partsOf(const std::string &helpText)
{
    std::vector<TextPart> parts(1);
    std::stringstream lines(helpText);
    for (std::string line; std::getline(lines, line);) {
        if (isHeading(line)) {
            parts.push_back({withoutColon(line), {}});
        } else {
            parts.back().text += line + '\n';
        }
    }
    return parts;
}

std::string roffOf(const std::string &helpText, HeadingLevel level)
{
    std::string roff;
    bool needsBreak = false; // what begins a section has one already
    const std::vector<Block> blocks = blocksOf(helpText);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const Lines &lines = blocks[i].lines;
        if (isHeading(lines.front())) {
            roff += headingOf(lines.front(), level);
            needsBreak = level == HeadingLevel::Bold;
        } else if (i + 1 < blocks.size() && isTerm(blocks[i], blocks[i + 1])) {
            roff += ".TP\n\\fB" + escaped(lines.front()) + "\\fR\n";
            needsBreak = false;
        } else if (isTwoColumns(lines)) {
            roff += termsOf(lines);
            needsBreak = true;
        } else {
            roff += needsBreak ? ".PP\n" : "";
            const bool isOfStatuses = i > 0 && blocks[i - 1].lines.front() == "EXIT STATUS";
            roff += isProse(lines) || isOfStatuses ? filled(lines) : asItStands(lines);
            needsBreak = true;
        }
    }
    return roff;
}

} // namespace podium::manual
