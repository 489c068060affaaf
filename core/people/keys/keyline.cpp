// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/keys/keyline.h"

#include "core/people/keys/keyoptions.h"

#include <utility>

namespace podium::people {

namespace {

bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

QByteArray withoutLeadingBlanks(const QByteArray &text)
{
    int at = 0;
    while (at < text.size() && isBlank(text[at])) {
        ++at;
    }
    return text.mid(at);
}

/// The text up to the first blank, and what follows the blanks.
std::pair<QByteArray, QByteArray> splitWord(const QByteArray &text)
{
    int at = 0;
    while (at < text.size() && !isBlank(text[at])) {
        ++at;
    }
    return {text.left(at), withoutLeadingBlanks(text.mid(at))};
}

/// A number in front of a key made the keys of protocol 1; OpenSSH passes such lines over.
bool isNumber(const QByteArray &word)
{
    bool isInteger = false;
    return word.toLongLong(&isInteger) != 0 && isInteger;
}

std::optional<KeyLine> parseBareKey(const QByteArray &text)
{
    const auto [name, rest] = splitWord(text);
    const auto [base64, comment] = splitWord(rest);
    auto key = PublicKey::fromWords(name, base64);
    if (!key) {
        return std::nullopt;
    }
    return KeyLine{{}, std::move(*key), comment, base64};
}

} // namespace

std::optional<KeyLine> parseKeyLine(const QByteArray &line)
{
    const QByteArray text = withoutLeadingBlanks(line);
    if (text.isEmpty() || text[0] == '#') {
        return std::nullopt;
    }
    if (auto bare = parseBareKey(text)) {
        return bare;
    }
    const auto length = keyOptionsLength(text);
    if (!length || isNumber(text.left(*length))) {
        return std::nullopt;
    }
    auto parsed = parseBareKey(withoutLeadingBlanks(text.mid(*length)));
    if (parsed) {
        parsed->options = text.left(*length);
    }
    return parsed;
}

QByteArray withoutCarriageReturn(const QByteArray &line)
{
    return line.endsWith('\r') ? line.left(line.size() - 1) : line;
}

} // namespace podium::people
