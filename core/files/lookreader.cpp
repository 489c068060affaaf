// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/lookreader.h"

#include "core/files/manifest.h"
#include "core/ssh/plaintext.h"

#include <QRegularExpression>

#include <algorithm>
#include <utility>

namespace podium::files {

namespace {

/// Of one worker, a pebibyte: no sum over workers overflows.
constexpr qint64 MostBytes = qint64(1) << 50;

std::optional<qint64> numberOf(const QByteArray &text)
{
    bool isNumber = false;
    const qint64 number = text.toLongLong(&isNumber);
    return isNumber && number >= 0 ? std::optional<qint64>(number) : std::nullopt;
}

} // namespace

void LookReader::read(const QByteArrayList &items)
{
    for (const QByteArray &item : items) {
        if (m_told.isEmpty()) {
            readOne(item);
        } else {
            readEntry(std::exchange(m_told, {}), item);
        }
    }
}

/// `more`: its blocks, where they are told, "=" and the target of a link.
void LookReader::readEntry(const QByteArray &told, const QByteArray &more)
{
    const int target = std::max(0, more.indexOf('='));
    const auto entry = entryOf(told, more.mid(target));
    if (!entry || entry->size > MostBytes - m_bytes) {
        m_tree.obstacle = QStringLiteral("What it told of its files makes no sense.");
        return;
    }
    m_bytes += entry->size;
    const auto blocks = numberOf(more.left(target));
    if (blocks && entry->size >= LeastWithHoles && *blocks < entry->size / BlockSize) {
        m_tree.heldBytes.insert(entry->path, *blocks * BlockSize);
    }
    m_tree.entries.push_back(*entry);
}

void LookReader::readOne(const QByteArray &item)
{
    const int space = item.indexOf(' ');
    const QByteArray word = item.left(space < 0 ? item.size() : space);
    const QByteArray rest = space < 0 ? QByteArray() : item.mid(space + 1);
    if (word == "entry") {
        m_told = rest;
    } else if (word == "kilobytes") {
        constexpr qint64 MostKilobytes = 1LL << 50;
        const auto kilobytes = numberOf(rest);
        if (kilobytes && *kilobytes < MostKilobytes) {
            m_tree.freeBytes = *kilobytes * 1024;
        }
    } else if (word == "inodes") {
        m_tree.freeInodes = numberOf(rest);
    } else if (word == "zstd") {
        m_tree.hasZstd = true;
    } else if (word == "leftover") {
        m_tree.hasLeftovers = true;
    } else if (word == "part") {
        readPart(rest);
    } else if (word == "obstacle" && m_tree.obstacle.isEmpty()) {
        m_tree.obstacle = ssh::plainText(rest);
    } else if (word == "unwritable") {
        m_tree.unwritable = ssh::plainText(rest);
    } else if (word == "unreadable") {
        m_tree.problems.push_back({{}, ssh::plainText(rest)});
    }
}

/// "SHA256 SIZE".
void LookReader::readPart(const QByteArray &told)
{
    constexpr int MostParts = 1000;
    static const QRegularExpression part(QStringLiteral(R"(\A([0-9a-f]{64}) ([0-9]{1,16})\z)"));
    m_tree.hasLeftovers = true;
    const auto match = part.match(QString::fromLatin1(told));
    const qint64 size = match.captured(2).toLongLong();
    if (match.hasMatch() && size <= MostBytes && m_tree.parts.size() < MostParts) {
        m_tree.parts.insert(match.captured(1).toLatin1(), size);
    }
}

void readSums(const QByteArrayList &items, QHash<QByteArray, QByteArray> &sums)
{
    constexpr int DigitsAt = 4;
    constexpr int Digits = 64;
    for (const QByteArray &item : items) {
        if (item.startsWith("sum ") && item.mid(DigitsAt + Digits, 4) == "  ./") {
            sums.insert(item.mid(DigitsAt + Digits + 4), item.mid(DigitsAt, Digits));
        }
    }
}

} // namespace podium::files
