// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/document/sshline.h"

#include <algorithm>
#include <optional>

namespace podium::sshconfig {

namespace {

constexpr std::string_view kWhite = " \t\r\n";

std::string_view skipWhite(std::string_view text)
{
    const auto first = text.find_first_not_of(kWhite);
    return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

/// A C string ends at NUL; ssh then cuts white space off the end, but never the first character.
std::string_view trimEnd(std::string_view line)
{
    line = line.substr(0, line.find('\0'));
    while (line.size() > 1 && std::string_view(" \t\r\n\f").find(line.back()) < 5) {
        line.remove_suffix(1);
    }
    return line;
}

/// The next word for a keyword: ends at white space, at one '=', or holds one quoted part and ends
/// with it. `rest` becomes nothing after the last word. Nothing where a quote is left open.
std::optional<std::string> nextWord(std::optional<std::string_view> &rest)
{
    if (!rest) {
        return std::nullopt;
    }
    const std::string_view text = *rest;
    const auto end = text.find_first_of(" \t\r\n\"=");
    if (end == std::string_view::npos) {
        rest.reset();
        return std::string(text);
    }
    std::string word(text.substr(0, end));
    if (text[end] == '"') {
        const auto close = text.find('"', end + 1);
        if (close == std::string_view::npos) {
            rest.reset();
            return std::nullopt;
        }
        word.append(text.substr(end + 1, close - end - 1));
        rest = skipWhite(text.substr(close + 1));
        return word;
    }
    std::string_view after = skipWhite(text.substr(end + 1));
    if (text[end] != '=' && !after.empty() && after.front() == '=') {
        after = skipWhite(after.substr(1));
    }
    rest = after;
    return word;
}

bool isEscape(std::string_view text, std::size_t at, char quote)
{
    if (text[at] != '\\' || at + 1 >= text.size()) {
        return false;
    }
    const char next = text[at + 1];
    return next == '\'' || next == '"' || next == '\\' || (quote == '\0' && next == ' ');
}

/// Reads one argument from `at` on; false where a quote is left open.
bool readArgument(std::string_view text, std::size_t &at, std::string &argument)
{
    char quote = '\0';
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (isEscape(text, at, quote)) {
            argument += text[++at];
        } else if (quote == '\0' && (c == ' ' || c == '\t')) {
            return true;
        } else if (quote == '\0' && (c == '"' || c == '\'')) {
            quote = c;
        } else if (quote != '\0' && c == quote) {
            quote = '\0';
        } else {
            argument += c;
        }
    }
    return quote == '\0';
}

bool readArguments(std::string_view text, std::vector<std::string> &arguments)
{
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == ' ' || text[at] == '\t') {
            continue;
        }
        if (text[at] == '#') {
            break;
        }
        if (!readArgument(text, at, arguments.emplace_back())) {
            return false;
        }
    }
    return true;
}

} // namespace

SshLine lexSshLine(std::string_view line)
{
    SshLine result;
    std::optional<std::string_view> rest = trimEnd(line);
    std::optional<std::string> keyword = nextWord(rest);
    if (keyword && keyword->empty()) {
        keyword = nextWord(rest); // leading white space made an empty word
    }
    if (!keyword || keyword->empty() || keyword->front() == '#') {
        return result;
    }
    result.keyword = std::move(*keyword);
    std::transform(
        result.keyword.begin(), result.keyword.end(), result.keyword.begin(),
        [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
    const std::string_view text = skipWhite(rest.value_or(std::string_view()));
    result.isValid = !text.empty() && readArguments(text, result.arguments);
    return result;
}

bool isLiteralPattern(std::string_view pattern)
{
    return !pattern.empty() && pattern.front() != '!' &&
           pattern.find_first_of("*?") == std::string_view::npos;
}

} // namespace podium::sshconfig
