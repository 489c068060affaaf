// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/descriptor.h"
#include "core/base/files.h"
#include "core/sshconfig/plan/ownfiles.h"

#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <cstdlib>
#include <memory>

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace podium::sshconfig {

namespace {

tl::unexpected<Error> refused(const QString &path, const QString &why, const QString &hint = {})
{
    return failure(
        {ErrorKind::Refused, QStringLiteral("Podium does not change %1.").arg(path), why, hint,
         path});
}

QString byHand()
{
    return QStringLiteral("You can put \"Include ~/.ssh/podium/config\" at its top yourself.");
}

/// FS_IOC_GETFLAGS: set by chattr +i and +a. File systems without such flags have none set.
bool isImmutable(const QString &path)
{
    const Descriptor fd(
        ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    int flags = 0;
    return fd.get() >= 0 && ::ioctl(fd.get(), FS_IOC_GETFLAGS, &flags) == 0 &&
           (flags & (FS_IMMUTABLE_FL | FS_APPEND_FL)) != 0;
}

Result<> checkFolder(const QString &path, const QString &folder)
{
    struct stat info = {};
    const QByteArray name = QFile::encodeName(folder);
    if (::stat(name.constData(), &info) != 0) {
        const QString parent = QFileInfo(folder).path();
        if ((errno != ENOENT && errno != ENOTDIR) || parent == folder) {
            return failure(ioError(QStringLiteral("look into"), folder, errno));
        }
        return checkFolder(path, parent); // it will be made
    }
    if (!S_ISDIR(info.st_mode)) {
        return refused(path, QStringLiteral("%1 is not a folder.").arg(folder));
    }
    if (info.st_uid != ::geteuid()) {
        return refused(path, QStringLiteral("%1 belongs to another user.").arg(folder), byHand());
    }
    if (isImmutable(folder)) {
        return refused(
            path, QStringLiteral("The folder %1 is marked immutable (chattr +i).").arg(folder));
    }
    if (::access(name.constData(), W_OK | X_OK) != 0 || (info.st_mode & S_IWUSR) == 0) {
        return refused(path, QStringLiteral("The folder %1 is read-only.").arg(folder), byHand());
    }
    return {};
}

Result<> checkFile(const DiskFile &file, const struct stat &info)
{
    if (S_ISDIR(info.st_mode)) {
        return refused(file.path, QStringLiteral("It is a folder."));
    }
    if (!S_ISREG(info.st_mode)) {
        return refused(file.path, QStringLiteral("It is not a regular file."));
    }
    if (info.st_uid != ::geteuid()) {
        return refused(file.path, QStringLiteral("It belongs to another user."), byHand());
    }
    if ((info.st_mode & S_IWOTH) != 0) {
        return refused(
            file.path, QStringLiteral("Anyone may write to it, so ssh rejects it."),
            QStringLiteral("Let only its owner write to it (mode 600)."));
    }
    if (isImmutable(file.realPath)) {
        return refused(file.path, QStringLiteral("It is marked immutable (chattr +i)."), byHand());
    }
    if ((info.st_mode & S_IWUSR) == 0 ||
        ::access(QFile::encodeName(file.realPath).constData(), W_OK) != 0) {
        return refused(file.path, QStringLiteral("It is read-only."), byHand());
    }
    if (info.st_nlink > 1) {
        return refused(
            file.path, QStringLiteral("It has several hard links, which would be torn apart."),
            byHand());
    }
    return {};
}

Result<QString> followLinks(const QString &path)
{
    const std::unique_ptr<char, decltype(&std::free)> real(
        ::realpath(QFile::encodeName(path).constData(), nullptr), &std::free);
    if (real) {
        return QFile::decodeName(real.get());
    }
    if (errno == ENOENT) {
        return refused(path, QStringLiteral("It is a link that leads nowhere."));
    }
    return failure(ioError(QStringLiteral("follow the link"), path, errno));
}

} // namespace

Result<DiskFile> readTarget(const QString &path)
{
    DiskFile file;
    file.path = path;
    file.realPath = path;
    struct stat info = {};
    if (::lstat(QFile::encodeName(path).constData(), &info) != 0) {
        if (errno != ENOENT && errno != ENOTDIR) {
            return failure(ioError(QStringLiteral("look at"), path, errno));
        }
        if (auto folder = checkFolder(path, QFileInfo(path).path()); !folder) {
            return failure(folder.error());
        }
        return file;
    }
    if (S_ISLNK(info.st_mode)) {
        const auto real = followLinks(path);
        if (!real) {
            return failure(real.error());
        }
        file.realPath = *real;
        if (::lstat(QFile::encodeName(*real).constData(), &info) != 0) {
            return failure(ioError(QStringLiteral("look at"), *real, errno));
        }
    }
    if (auto checked = checkFile(file, info); !checked) {
        return failure(checked.error());
    }
    if (auto folder = checkFolder(path, QFileInfo(file.realPath).path()); !folder) {
        return failure(folder.error());
    }
    auto bytes = readFile(file.realPath);
    if (!bytes) {
        return failure(bytes.error());
    }
    file.exists = true;
    file.bytes = std::move(*bytes);
    file.mode = info.st_mode & 07777;
    file.group = info.st_gid;
    return file;
}

} // namespace podium::sshconfig
