// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/files.h"

#include "core/base/descriptor.h"
#include "core/base/killedwriters.h"

#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QRegularExpression>

#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <poll.h>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace podium {

namespace {

Result<>
writeAndSync(const QByteArray &temporary, const QString &path, const QByteArray &bytes, int mode)
{
    const Descriptor fd(::open(
        temporary.constData(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode_t(mode)));
    if (fd.get() < 0) {
        return failure(ioError(QStringLiteral("write"), path, errno));
    }
    // The umask may have taken bits away that the caller asked for.
    if (::fchmod(fd.get(), mode_t(mode)) != 0 || !writeAll(fd.get(), bytes) ||
        ::fsync(fd.get()) != 0) {
        return failure(ioError(QStringLiteral("write"), path, errno));
    }
    return {};
}

QString temporaryPrefix(const QString &path)
{
    return QStringLiteral(".%1.podium-").arg(QFileInfo(path).fileName());
}

void removeOldTemporaries(const QString &path)
{
    const std::time_t now = std::time(nullptr);
    for (const QString &left : temporariesBeside(path)) {
        const QByteArray name = QFile::encodeName(left);
        struct stat info = {};
        if (::lstat(name.constData(), &info) == 0 && info.st_uid == ::geteuid() &&
            now - info.st_mtim.tv_sec > LongestWrite) {
            ::unlink(name.constData());
        }
    }
}

} // namespace

Error ioError(const QString &action, const QString &path, int errorNumber)
{
    std::array<char, 256> buffer{};
    const char *text = strerror_r(errorNumber, buffer.data(), buffer.size());
    QString hint;
    if (errorNumber == ENOSPC || errorNumber == EDQUOT) {
        hint = QStringLiteral("Free some space and try again.");
    } else if (errorNumber == EROFS) {
        hint = QStringLiteral("The file system is read-only.");
    }
    return {
        ErrorKind::Io, QStringLiteral("Cannot %1 %2.").arg(action, path),
        QString::fromLocal8Bit(text) + QLatin1Char('.'), hint, path};
}

QString temporaryBeside(const QString &path)
{
    return QStringLiteral("%1/%2%3").arg(
        QFileInfo(path).path(), temporaryPrefix(path),
        QString::number(QRandomGenerator::system()->generate64(), 16));
}

QStringList temporariesBeside(const QString &path)
{
    // 64 bits in hexadecimal digits, as above.
    static const QRegularExpression number(
        QRegularExpression::anchoredPattern(QStringLiteral("[0-9a-f]{1,16}")));
    const QString prefix = temporaryPrefix(path);
    QStringList found;
    QDirIterator each(
        QFileInfo(path).path(), QDir::Files | QDir::Hidden | QDir::System | QDir::NoSymLinks);
    while (each.hasNext()) {
        const QString file = each.next();
        const QString name = each.fileName();
        if (name.startsWith(prefix) && number.match(name.mid(prefix.size())).hasMatch() &&
            each.fileInfo().isFile()) {
            found << file;
        }
    }
    return found;
}

bool writeAll(int fd, const QByteArray &bytes)
{
    qsizetype done = 0;
    while (done < bytes.size()) {
        const ssize_t n = ::write(fd, bytes.constData() + done, size_t(bytes.size() - done));
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            return false;
        }
        done += n;
    }
    return true;
}

Result<> syncFolder(const QString &folder)
{
    const Descriptor fd(
        ::open(QFile::encodeName(folder).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (fd.get() >= 0 && ::fsync(fd.get()) == 0) {
        return {};
    }
    // Some file systems cannot, and a folder may be writable alone: the names in it are there.
    const bool isImpossible = errno == EINVAL || errno == ENOTSUP || errno == EACCES;
    return isImpossible ? Result<>()
                        : Result<>(failure(ioError(QStringLiteral("write to"), folder, errno)));
}

Result<QByteArray> readFile(const QString &path, qint64 limit)
{
    // O_NONBLOCK: opening a FIFO must not hang.
    const Descriptor fd(
        ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat info = {};
    if (fd.get() < 0 || ::fstat(fd.get(), &info) != 0) {
        Error error = ioError(QStringLiteral("read"), path, errno);
        error.kind = errno == ENOENT || errno == ENOTDIR ? ErrorKind::NotFound : ErrorKind::Io;
        return failure(error);
    }
    if (!S_ISREG(info.st_mode)) {
        return failure(
            {ErrorKind::Refused,
             QStringLiteral("%1 is not a regular file.").arg(path),
             {},
             {},
             path});
    }
    if (info.st_size > limit) {
        return failure(
            {ErrorKind::Refused,
             QStringLiteral("%1 is larger than %2 bytes.").arg(path, QString::number(limit)),
             {},
             {},
             path});
    }
    QByteArray bytes;
    std::array<char, 65536> chunk{};
    for (;;) {
        const ssize_t n = ::read(fd.get(), chunk.data(), chunk.size());
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            return failure(ioError(QStringLiteral("read"), path, errno));
        }
        if (n == 0 || bytes.size() > limit) {
            return bytes;
        }
        bytes.append(chunk.data(), int(n));
    }
}

Result<> writeFileAtomically(const QString &path, const QByteArray &bytes, int mode)
{
    const QFileInfo info(path);
    removeOldTemporaries(path); // first: where the disk is full, it makes room
    const QByteArray temporaryName = QFile::encodeName(temporaryBeside(path));
    auto written = writeAndSync(temporaryName, path, bytes, mode);
    if (written && ::rename(temporaryName.constData(), QFile::encodeName(path).constData()) != 0) {
        written = failure(ioError(QStringLiteral("replace"), path, errno));
    }
    if (!written) {
        ::unlink(temporaryName.constData());
        return written;
    }
    return syncFolder(info.path());
}

FileState fileState(const QString &path)
{
    struct stat info = {};
    if (::stat(QFile::encodeName(path).constData(), &info) != 0) {
        return {};
    }
    return {info.st_size, info.st_mtim.tv_sec * 1'000'000'000 + info.st_mtim.tv_nsec, info.st_ino};
}

Result<> makePrivateFolder(const QString &path)
{
    const QFileInfo info(path);
    if (info.isDir()) {
        return {};
    }
    const QString parent = info.path();
    if (parent != path && !QFileInfo(parent).isDir()) {
        if (auto made = makePrivateFolder(parent); !made) {
            return made;
        }
    }
    if (::mkdir(QFile::encodeName(path).constData(), 0700) != 0 && errno != EEXIST) {
        return failure(ioError(QStringLiteral("make the folder"), path, errno));
    }
    return {};
}

Result<FileLock> FileLock::acquire(const QString &path, std::chrono::milliseconds limit)
{
    Descriptor fd(::open(
        QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
        0600));
    if (fd.get() < 0) {
        return failure(ioError(QStringLiteral("lock"), path, errno));
    }
    const auto deadline = std::chrono::steady_clock::now() + limit;
    while (::flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR) {
            return failure(ioError(QStringLiteral("lock"), path, errno));
        }
        if (std::chrono::steady_clock::now() >= deadline) {
            return failure(
                {ErrorKind::Timeout,
                 QStringLiteral("Another Podium is writing; %1 stayed locked.").arg(path),
                 {},
                 QStringLiteral("Try again in a moment."),
                 path});
        }
        // flock has no time limit of its own; the wait between tries is short.
        ::poll(nullptr, 0, 10);
    }
    return FileLock(fd.release());
}

FileLock::FileLock(FileLock &&other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}

FileLock &FileLock::operator=(FileLock &&other) noexcept
{
    std::swap(m_fd, other.m_fd);
    return *this;
}

FileLock::~FileLock()
{
    if (m_fd >= 0) {
        // A program that is being started has the descriptor, too, until it is itself: closing
        // ours would leave the lock with it for a moment.
        ::flock(m_fd, LOCK_UN);
        ::close(m_fd);
    }
}

} // namespace podium
