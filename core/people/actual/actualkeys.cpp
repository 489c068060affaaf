// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/actual/actualkeys.h"

#include "core/people/keys/keyline.h"
#include "core/people/keys/keyoptions.h"

#include <QDateTime>

#include <algorithm>

namespace podium::people {

const char *const blockBegin = "# BEGIN Podium (what stands between these lines is kept by Podium)";
const char *const blockEnd = "# END Podium";
const char *const googleMark = "# Added by Google";

namespace {

/// The last whole block, as [begin, end] line indexes; -1 where there is none.
struct Block
{
    int begin = -1;
    int end = -1;
};

KeyFileFacts factsOfMarks(const std::vector<QByteArray> &lines, std::vector<Block> &blocks)
{
    KeyFileFacts facts;
    int begin = -1;
    int marks = 0;
    for (int i = 0; i < int(lines.size()); ++i) {
        const QByteArray line = withoutCarriageReturn(lines[size_t(i)]);
        if (line == blockBegin) {
            begin = i;
            ++marks;
        } else if (line == blockEnd) {
            ++marks;
            if (begin >= 0) {
                blocks.push_back({begin, i});
            }
            begin = -1;
        }
    }
    const bool isWhole = marks == 2 && blocks.size() == 1 && blocks[0].begin == 0;
    facts.isBlockFirst = marks == 0 || isWhole;
    return facts;
}

/// The end that a line's options set; the earliest where there are several, as sshd has it.
std::optional<qint64>
expiryOf(const KeyLine &line, const QHash<QByteArray, qint64> &expiries, int utcOffset)
{
    const auto options = parseKeyOptions(line.options);
    if (!options) {
        return std::nullopt;
    }
    std::optional<qint64> until;
    for (const KeyOption &option : *options) {
        if (option.name != "expiry-time") {
            continue;
        }
        const bool isUtc = option.value->endsWith('Z');
        const QByteArray digits =
            (isUtc ? option.value->left(option.value->size() - 1) : *option.value)
                .leftJustified(14, '0');
        qint64 seconds = expiries.value(digits, -1);
        if (seconds < 0 || isUtc) {
            const QDateTime time = QDateTime::fromString(
                QString::fromLatin1(digits), QStringLiteral("yyyyMMddHHmmss"));
            const QDateTime utc(time.date(), time.time(), Qt::UTC);
            seconds = time.isValid() ? utc.toSecsSinceEpoch() - (isUtc ? 0 : utcOffset) : 0;
        }
        until = until ? std::min(*until, seconds) : seconds;
    }
    return until;
}

/// The line without the option that Podium's script puts first.
QByteArray withoutOwnExpiry(const QByteArray &text)
{
    static const QByteArray start = "expiry-time=\"";
    if (!text.startsWith(start)) {
        return text;
    }
    const int quote = text.indexOf('"', start.size());
    if (quote < 0 || quote + 1 >= text.size()) {
        return text;
    }
    return text[quote + 1] == ',' || text[quote + 1] == ' ' ? text.mid(quote + 2) : text;
}

} // namespace

KeyFileFacts readKeyFile(
    const std::vector<QByteArray> &lines, const QHash<QByteArray, qint64> &expiries, int utcOffset)
{
    std::vector<Block> blocks;
    KeyFileFacts facts = factsOfMarks(lines, blocks);
    size_t nextBlock = 0;
    bool isAfterGoogle = false;
    for (int i = 0; i < int(lines.size()); ++i) {
        const QByteArray text = withoutCarriageReturn(lines[size_t(i)]);
        while (nextBlock < blocks.size() && blocks[nextBlock].end < i) {
            ++nextBlock;
        }
        const bool isOurs = nextBlock < blocks.size() && blocks[nextBlock].begin <= i;
        const bool wasAfterGoogle = std::exchange(isAfterGoogle, text == googleMark);
        const QByteArray trimmed = text.trimmed();
        if (trimmed.isEmpty() || trimmed.startsWith('#')) {
            continue;
        }
        ActualKey key;
        key.line = parseKeyLine(text);
        key.text = text;
        key.origin = isOurs           ? KeyOrigin::Podium
                     : wasAfterGoogle ? KeyOrigin::Google
                                      : KeyOrigin::Other;
        key.base = isOurs ? withoutOwnExpiry(text) : text;
        key.until = key.line && !key.line->options.isEmpty()
                        ? expiryOf(*key.line, expiries, utcOffset)
                        : std::nullopt;
        key.lineNumber = i + 1;
        facts.keys.push_back(std::move(key));
    }
    return facts;
}

} // namespace podium::people
