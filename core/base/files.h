// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <chrono>

namespace podium {

/// Reads a regular file whole. NotFound where there is none; Refused for anything but a regular
/// file (a FIFO would hang) or one larger than `limit` bytes; Io otherwise. Blocks.
[[nodiscard]] Result<QByteArray> readFile(const QString &path, qint64 limit = 16 * 1024 * 1024);

/// Writes beside the target (dot file, mode `mode`), fsyncs file and folder, renames: a reader
/// or a crash sees the old file or the new one, never half. Does not follow a link at `path`.
/// The folder must exist. What writers of the same target that were killed have left beside it more
/// than an hour ago goes; a younger one may be at work. Blocks.
[[nodiscard]] Result<> writeFileAtomically(const QString &path, const QByteArray &bytes, int mode);

/// A name in the folder of `path` for what is on its way there. It starts with a dot, so that no
/// "Include folder/*" of ssh reads it, and is ".NAME.podium-HEX", so that what a killed writer has
/// left can be told.
[[nodiscard]] QString temporaryBeside(const QString &path);
/// The regular files beside `path` that have such a name: of writers that were killed before they
/// renamed it, or that are at work. Blocks.
[[nodiscard]] QStringList temporariesBeside(const QString &path);

/// Tells whether a file is another one, or written to, since it was looked at. A file that is
/// replaced within one tick of the file system's clock differs by its inode.
struct FileState
{
    qint64 size = -1; ///< -1: there is none
    qint64 modifiedNs = -1;
    quint64 inode = 0;
    bool operator==(const FileState &) const = default;
};
/// One stat(), links followed.
[[nodiscard]] FileState fileState(const QString &path);

/// Writes all bytes, however many calls it takes; false, with errno, where one fails. Blocks.
[[nodiscard]] bool writeAll(int fd, const QByteArray &bytes);
/// Makes the names in a folder last through a crash of the machine, as far as its file system can.
/// Blocks.
[[nodiscard]] Result<> syncFolder(const QString &folder);

/// Makes a folder with mode 0700, parents too; fine where it is there. Blocks.
[[nodiscard]] Result<> makePrivateFolder(const QString &path);

/// "Permission denied"-like text for an errno, with the path, as an Error of kind Io.
[[nodiscard]] Error ioError(const QString &action, const QString &path, int errorNumber);

/// An advisory lock (flock) on a file of Podium's own, held while the object lives; shared by
/// window, watcher and podiumctl. Blocks up to `limit`.
class FileLock final
{
public:
    [[nodiscard]] static Result<FileLock>
    acquire(const QString &path, std::chrono::milliseconds limit);
    FileLock(FileLock &&other) noexcept;
    FileLock &operator=(FileLock &&other) noexcept;
    FileLock(const FileLock &) = delete;
    FileLock &operator=(const FileLock &) = delete;
    ~FileLock();

private:
    explicit FileLock(int fd) : m_fd(fd) {}
    int m_fd = -1;
};

} // namespace podium
