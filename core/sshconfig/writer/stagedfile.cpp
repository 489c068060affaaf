// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/writer/stagedfile.h"

#include "core/base/descriptor.h"
#include "core/base/files.h"

#include <QFile>
#include <QFileInfo>

#include <array>
#include <cerrno>
#include <cstdio>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace podium::sshconfig {

namespace {

/// Access lists and the person's own attributes go over; a file system without them has none.
void copyAttributes(const QString &from, int to)
{
    const QByteArray source = QFile::encodeName(from);
    std::array<char, 4096> names{};
    const ssize_t size = ::listxattr(source.constData(), names.data(), names.size());
    for (const QByteArray &name :
         QByteArray(names.data(), int(std::max<ssize_t>(0, size))).split('\0')) {
        if (!name.startsWith("user.") && name != "system.posix_acl_access") {
            continue;
        }
        std::array<char, 65536> value{};
        const ssize_t length =
            ::getxattr(source.constData(), name.constData(), value.data(), value.size());
        if (length >= 0) {
            (void)::fsetxattr(to, name.constData(), value.data(), std::size_t(length), 0);
        }
    }
}

Result<> writeNew(const DiskFile &target, const QString &path, const QByteArray &bytes)
{
    const Descriptor fd(::open(
        QFile::encodeName(path).constData(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
        0600));
    if (fd.get() < 0) {
        return failure(ioError(QStringLiteral("write"), target.path, errno));
    }
    struct stat made = {};
    const bool isOurs = ::fstat(fd.get(), &made) == 0;
    if (isOurs && target.exists && made.st_gid != target.group &&
        ::fchown(fd.get(), uid_t(-1), target.group) != 0) {
        return failure(
            {ErrorKind::Refused,
             QStringLiteral("Podium does not change %1.").arg(target.path),
             QStringLiteral("Its group could not be kept."),
             {},
             target.path});
    }
    if (target.exists) {
        copyAttributes(target.realPath, fd.get());
    }
    // The mode last: changing the group takes bits away, and so may the umask.
    if (!isOurs || !writeAll(fd.get(), bytes) || ::fchmod(fd.get(), target.mode) != 0 ||
        ::fsync(fd.get()) != 0) {
        return failure(ioError(QStringLiteral("write"), target.path, errno));
    }
    return {};
}

int renameWith(const QString &from, const QString &to, unsigned flags)
{
    return ::renameat2(
        AT_FDCWD, QFile::encodeName(from).constData(), AT_FDCWD, QFile::encodeName(to).constData(),
        flags);
}

Error changedMeanwhile(const QString &path)
{
    return {
        ErrorKind::Conflict,
        QStringLiteral("%1 was changed by another program.").arg(path),
        {},
        QStringLiteral("Try again."),
        path};
}

bool holds(const QString &path, const QByteArray &bytes)
{
    const auto now = readFile(path);
    return now && *now == bytes;
}

} // namespace

StagedFile::StagedFile(DiskFile target, std::optional<QByteArray> bytes, QString path)
    : m_target(std::move(target))
    , m_bytes(std::move(bytes))
    , m_path(std::move(path))
{}

StagedFile::StagedFile(StagedFile &&other) noexcept
    : m_target(std::move(other.m_target))
    , m_bytes(std::move(other.m_bytes))
    , m_path(std::exchange(other.m_path, QString()))
{}

StagedFile::~StagedFile()
{
    if (!m_path.isEmpty()) {
        ::unlink(QFile::encodeName(m_path).constData());
    }
}

Result<StagedFile> StagedFile::write(const DiskFile &target, const QByteArray &bytes)
{
    StagedFile staged(target, bytes, temporaryBeside(target.realPath));
    if (auto written = writeNew(target, staged.m_path, bytes); !written) {
        return failure(written.error());
    }
    return staged;
}

StagedFile StagedFile::removal(const DiskFile &target)
{
    return {target, std::nullopt, {}};
}

Result<> StagedFile::commit()
{
    auto done = !m_bytes ? removeExisting() : m_target.exists ? replaceExisting() : createNew();
    if (done) {
        // The new name is there whether or not this succeeds; it only makes it last through a
        // crash of the machine, and some file systems cannot do it.
        (void)syncFolder(QFileInfo(m_target.realPath).path());
    }
    return done;
}

Result<> StagedFile::removeExisting() const
{
    if (!holds(m_target.realPath, m_target.bytes)) {
        return failure(changedMeanwhile(m_target.path));
    }
    if (::unlink(QFile::encodeName(m_target.realPath).constData()) != 0) {
        return failure(ioError(QStringLiteral("remove"), m_target.path, errno));
    }
    return {};
}

Result<> StagedFile::replaceExisting()
{
    if (!holds(m_target.realPath, m_target.bytes)) {
        return failure(changedMeanwhile(m_target.path));
    }
    // Swapping the two, and only then looking at what was swapped out, leaves no moment in which
    // another program's write could get lost.
    if (renameWith(m_path, m_target.realPath, RENAME_EXCHANGE) == 0) {
        if (holds(m_path, m_target.bytes)) {
            ::unlink(QFile::encodeName(std::exchange(m_path, QString())).constData());
            return {};
        }
        if (renameWith(m_path, m_target.realPath, RENAME_EXCHANGE) != 0) {
            m_path.clear(); // the other program's bytes are in it: not ours to remove
        }
        return failure(changedMeanwhile(m_target.path));
    }
    if (errno != EINVAL && errno != ENOSYS && errno != ENOENT) {
        return failure(ioError(QStringLiteral("replace"), m_target.path, errno));
    }
    if (::rename(
            QFile::encodeName(m_path).constData(),
            QFile::encodeName(m_target.realPath).constData()) != 0) {
        return failure(ioError(QStringLiteral("replace"), m_target.path, errno));
    }
    m_path.clear();
    return {};
}

Result<> StagedFile::createNew()
{
    if (renameWith(m_path, m_target.realPath, RENAME_NOREPLACE) != 0) {
        const int reason = errno;
        if (reason == EEXIST) {
            return failure(changedMeanwhile(m_target.path));
        }
        if (reason != EINVAL && reason != ENOSYS) {
            return failure(ioError(QStringLiteral("make"), m_target.path, reason));
        }
        // A link, unlike a rename, never replaces.
        if (::link(
                QFile::encodeName(m_path).constData(),
                QFile::encodeName(m_target.realPath).constData()) != 0) {
            return errno == EEXIST ? failure(changedMeanwhile(m_target.path))
                                   : failure(ioError(QStringLiteral("make"), m_target.path, errno));
        }
        ::unlink(QFile::encodeName(m_path).constData());
    }
    m_path.clear();
    return {};
}

Result<> StagedFile::takeBack()
{
    DiskFile now = m_target;
    now.exists = m_bytes.has_value();
    now.bytes = m_bytes.value_or(QByteArray());
    if (!m_target.exists) {
        return StagedFile::removal(now).commit();
    }
    auto staged = StagedFile::write(now, m_target.bytes);
    return staged ? staged->commit() : failure(staged.error());
}

bool StagedFile::hasLeftovers(const DiskFile &target)
{
    return !temporariesBeside(target.realPath).isEmpty();
}

void StagedFile::removeLeftovers(const DiskFile &target)
{
    for (const QString &path : temporariesBeside(target.realPath)) {
        ::unlink(QFile::encodeName(path).constData());
    }
}

} // namespace podium::sshconfig
