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

/// What the value of an expiry-time means.
qint64 secondsOf(const QByteArray &value, const QHash<QByteArray, qint64> &expiries, int utcOffset)
{
    const bool isUtc = value.endsWith('Z');
    const QByteArray digits = (isUtc ? value.left(value.size() - 1) : value).leftJustified(14, '0');
    const qint64 told = expiries.value(digits, -1);
    if (told >= 0 && !isUtc) {
        return told;
    }
    // Apart: as one they are a time of this machine's zone, which may skip that hour.
    const QString text = QString::fromLatin1(digits);
    const QDateTime utc(
        QDate::fromString(text.left(8), QStringLiteral("yyyyMMdd")),
        QTime::fromString(text.mid(8), QStringLiteral("HHmmss")), Qt::UTC);
    return utc.isValid() ? utc.toSecsSinceEpoch() - (isUtc ? 0 : utcOffset) : 0;
}

/// The ends that the key's options set; where there are several, sshd takes the earliest.
void readExpiries(ActualKey &key, const QHash<QByteArray, qint64> &expiries, int utcOffset)
{
    const auto options = key.line ? parseKeyOptions(key.line->options)
                                  : tl::expected<std::vector<KeyOption>, QString>();
    if (!options) {
        return;
    }
    for (const KeyOption &option : *options) {
        if (option.name == "expiry-time") {
            const qint64 seconds = secondsOf(*option.value, expiries, utcOffset);
            key.until = key.until ? std::min(*key.until, seconds) : seconds;
            if (&option == &options->front()) {
                key.untilOfFirst = seconds;
            }
        }
    }
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
        readExpiries(key, expiries, utcOffset);
        key.lineNumber = i + 1;
        facts.keys.push_back(std::move(key));
    }
    return facts;
}

} // namespace podium::people
