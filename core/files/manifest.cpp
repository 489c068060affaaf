// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/manifest.h"

#include <algorithm>

namespace podium::files {

namespace {

constexpr char Begin[] = "\0podium-files 1"; // and its NUL

/// "1700000000.1234567890" as nanoseconds.
std::optional<qint64> nanoseconds(const QByteArray &text)
{
    const int dot = text.indexOf('.');
    const QByteArray fraction = dot < 0 ? QByteArray() : text.mid(dot + 1, 9);
    bool isWhole = false;
    bool isPart = true;
    const qint64 seconds = text.left(dot < 0 ? text.size() : dot).toLongLong(&isWhole);
    const qint64 part = fraction.isEmpty() ? 0 : fraction.leftJustified(9, '0').toLongLong(&isPart);
    if (!isWhole || !isPart || part < 0) {
        return std::nullopt;
    }
    return toNs({time_t(seconds), long(part)});
}

EntryKind kindOf(const QByteArray &type)
{
    return type == "f"   ? EntryKind::File
           : type == "d" ? EntryKind::Folder
           : type == "l" ? EntryKind::Link
                         : EntryKind::Other;
}

} // namespace

QByteArrayList AnswerReader::read(const QByteArray &bytes)
{
    QByteArrayList items;
    if (m_isComplete || m_isBroken) {
        return items;
    }
    m_waiting += bytes;
    if (!m_hasBegun) {
        const QByteArray begin(Begin, sizeof(Begin));
        const int at = m_waiting.indexOf(begin);
        if (at < 0) {
            m_isBroken = m_waiting.size() > LongestItem;
            return items;
        }
        m_hasBegun = true;
        m_waiting.remove(0, at + begin.size());
    }
    int from = 0;
    for (int end = m_waiting.indexOf('\0'); end >= 0; end = m_waiting.indexOf('\0', from)) {
        const QByteArray item = m_waiting.mid(from, end - from);
        from = end + 1;
        if (item == "end") {
            m_isComplete = true;
            break;
        }
        items << item;
    }
    m_waiting.remove(0, from);
    m_isBroken = !m_isComplete && m_waiting.size() > LongestItem;
    return items;
}

std::optional<FileEntry> entryOf(const QByteArray &told, const QByteArray &linkTarget)
{
    const int slash = told.indexOf("./");
    const QByteArrayList words = told.left(std::max(0, slash)).split(' ');
    if (words.size() != 5 || !words.last().isEmpty() || !linkTarget.startsWith('=')) {
        return std::nullopt;
    }
    bool isMode = false;
    bool isSize = false;
    FileEntry entry;
    entry.path = told.mid(slash + 2);
    entry.kind = kindOf(words[0]);
    entry.mode = mode_t(words[1].toUInt(&isMode, 8) & 0777U);
    entry.size = entry.kind == EntryKind::File ? words[2].toLongLong(&isSize) : 0;
    const auto mtime = nanoseconds(words[3]);
    const bool isFine = isMode && mtime && (isSize || entry.kind != EntryKind::File);
    if (!isFine || entry.size < 0 || !staysInside(entry.path)) {
        return std::nullopt;
    }
    entry.mtimeNs = *mtime;
    if (entry.kind == EntryKind::Link) {
        entry.linkTarget = linkTarget.mid(1);
    }
    return entry;
}

QByteArray listedNames(const QByteArrayList &names)
{
    QByteArray list;
    for (const QByteArray &name : names) {
        list += "./" + name + '\0';
    }
    return list;
}

bool staysInside(const QByteArray &path)
{
    const QByteArrayList parts = path.split('/');
    return std::none_of(parts.begin(), parts.end(), [](const QByteArray &part) {
        return part.isEmpty() || part == "." || part == ".." || part.contains('\0');
    });
}

} // namespace podium::files
