// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

#include <algorithm>
#include <ctime>
#include <sys/types.h>
#include <vector>

namespace podium::files {

constexpr qint64 NsPerSecond = 1'000'000'000;
/// The year 2255: file systems know later times, whose nanoseconds no number here holds.
constexpr qint64 MostSeconds = 9'000'000'000;

/// As FileEntry::mtimeNs has it, and back. What is farther from 1970 than MostSeconds counts as
/// that.
[[nodiscard]] inline qint64 toNs(const timespec &time)
{
    const qint64 seconds = std::clamp(qint64(time.tv_sec), -MostSeconds, MostSeconds);
    return seconds * NsPerSecond + time.tv_nsec;
}
[[nodiscard]] inline timespec toTime(qint64 ns)
{
    const qint64 rest = ns % NsPerSecond;
    return rest < 0 ? timespec{time_t(ns / NsPerSecond - 1), long(rest + NsPerSecond)}
                    : timespec{time_t(ns / NsPerSecond), long(rest)};
}

enum class EntryKind { File, Folder, Link, Other /* a socket, a device, a pipe: never copied */ };

/// One thing of a tree. Names are bytes: they need not be text.
struct FileEntry
{
    QByteArray path; ///< below the folder that all are in; without "./" before it
    EntryKind kind = EntryKind::File;
    mode_t mode = 0;       ///< the nine bits of permissions
    qint64 size = 0;       ///< bytes, of a file
    qint64 mtimeNs = 0;    ///< since 1970
    QByteArray linkTarget; ///< of a link
    bool operator==(const FileEntry &) const = default;
};

/// What cannot be copied, and why; plain text for a person.
struct FileProblem
{
    QByteArray path;
    QString reason;
    bool operator==(const FileProblem &) const = default;
};

/// Of st_blocks and of find's %b, whatever the disk has.
constexpr qint64 BlockSize = 512;
/// A smaller file is not worth a look for holes.
constexpr qint64 LeastWithHoles = 1024 * 1024;

/// What is on its way into a folder is in folders in it that begin so: hexadecimal digits behind it
/// for one copy or fetch, and PartsFolder.
constexpr const char *TempPrefix = ".podium-copy-";
/// Of large files that a fetch was cut in.
constexpr const char *PartsFolder = ".podium-copy-parts";

/// Lower case, at least one digit. Pure.
[[nodiscard]] bool isHexadecimal(const QByteArray &text);

/// What a copy or fetch has in a folder for a time, or keeps there of a file that it was cut in:
/// such things are nobody's. Another of such a name, as ".podium-copy-notes", is its owner's. Pure.
[[nodiscard]] bool isOfACopy(const QByteArray &name, EntryKind kind);

/// The name for a person: one line of valid text.
[[nodiscard]] QString shownPath(const QByteArray &path);

} // namespace podium::files
