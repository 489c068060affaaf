// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/fileentry.h"

#include <QByteArray>
#include <QByteArrayList>

#include <optional>
#include <utility>

namespace podium::files {

/// Takes the answer of a script of this room apart as it comes: texts that each end with a NUL.
/// What stands before the first is passed over; a worker may say anything, and the longest text is
/// limited. Pure.
class AnswerReader final
{
public:
    static constexpr int LongestItem = 64 * 1024;

    /// The texts that are whole now.
    [[nodiscard]] QByteArrayList read(const QByteArray &bytes);
    /// What has come behind "end", once.
    [[nodiscard]] QByteArray takeBehind()
    {
        return m_isComplete ? std::exchange(m_waiting, {}) : QByteArray();
    }
    [[nodiscard]] bool isComplete() const { return m_isComplete; } ///< "end" has come
    [[nodiscard]] bool isBroken() const { return m_isBroken; }     ///< it is no answer of ours

private:
    QByteArray m_waiting;
    bool m_hasBegun = false;
    bool m_isComplete = false;
    bool m_isBroken = false;
};

/// What `find` told of one thing: "TYPE MODE SIZE MTIME ./PATH", and "=TARGET". Nothing where it is
/// no such text, or the path would leave the folder. Pure.
[[nodiscard]] std::optional<FileEntry>
entryOf(const QByteArray &told, const QByteArray &linkTarget);

/// Names as the scripts of this room take them: "./NAME" and a NUL each. Pure.
[[nodiscard]] QByteArray listedNames(const QByteArrayList &names);

/// Neither absolute nor with a part that is "", "." or "..". Pure.
[[nodiscard]] bool staysInside(const QByteArray &path);

} // namespace podium::files
