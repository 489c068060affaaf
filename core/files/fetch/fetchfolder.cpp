// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/fetch/fetchfolder.h"

#include <QDir>
#include <QRandomGenerator>

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <utility>

namespace podium::files {

namespace {

constexpr const char *TempPrefix = ".podium-copy-";
constexpr int FolderFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW;

Error folderError(const QByteArray &path, int number)
{
    return {
        ErrorKind::Io,
        QStringLiteral("The folder cannot be used."),
        QString::fromLocal8Bit(std::strerror(number)),
        {},
        shownPath(path)};
}

/// By itself; it holds only files and links.
void removeTemp(int folder, const QByteArray &name)
{
    const Descriptor temp(::openat(folder, name.constData(), FolderFlags));
    if (temp.get() < 0) {
        return;
    }
    const QString path = QStringLiteral("/proc/self/fd/%1").arg(temp.get());
    const auto all = QDir(path).entryList(QDir::AllEntries | QDir::Hidden | QDir::System);
    for (const QString &each : all) {
        ::unlinkat(temp.get(), QFile::encodeName(each).constData(), 0);
    }
    ::unlinkat(folder, name.constData(), AT_REMOVEDIR);
}

void removeLeftovers(int folder)
{
    const QDir all(QStringLiteral("/proc/self/fd/%1").arg(folder));
    const QStringList pattern{QLatin1String(TempPrefix) + QLatin1Char('*')};
    for (const QString &name : all.entryList(pattern, QDir::Dirs | QDir::Hidden)) {
        removeTemp(folder, QFile::encodeName(name));
    }
}

/// Nothing is replaced, whoever makes something there meanwhile.
bool moveNew(int from, const char *name, int to, const char *newName)
{
    if (::renameat2(from, name, to, newName, RENAME_NOREPLACE) == 0) {
        return true;
    }
    // A file system that cannot do that can mostly do this.
    return (errno == EINVAL || errno == ENOSYS) && ::linkat(from, name, to, newName, 0) == 0 &&
           ::unlinkat(from, name, 0) == 0;
}

std::array<timespec, 2> timesOf(const FileEntry &entry)
{
    const timespec time = toTime(entry.mtimeNs);
    return {time, time};
}

} // namespace

Result<std::shared_ptr<FetchFolder>> FetchFolder::open(const QByteArray &path)
{
    QDir().mkpath(QFile::decodeName(path)); // whether it worked is seen next
    Descriptor folder(::open(path.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.get() < 0) {
        return failure(folderError(path, errno));
    }
    if (::flock(folder.get(), LOCK_EX | LOCK_NB) != 0) {
        return failure(
            {ErrorKind::Conflict,
             QStringLiteral("Something else is being fetched into this folder."),
             {},
             QStringLiteral("Run it again when that has ended."),
             shownPath(path)});
    }
    removeLeftovers(folder.get());
    const QByteArray name =
        TempPrefix + QByteArray::number(QRandomGenerator::system()->generate64(), 16);
    if (::mkdirat(folder.get(), name.constData(), 0700) != 0) {
        return failure(folderError(path, errno));
    }
    Descriptor temp(::openat(folder.get(), name.constData(), FolderFlags));
    if (temp.get() < 0) {
        return failure(folderError(path, errno));
    }
    return std::shared_ptr<FetchFolder>(new FetchFolder(std::move(folder), std::move(temp), name));
}

FetchFolder::FetchFolder(Descriptor folder, Descriptor temp, QByteArray tempName)
    : m_folder(std::move(folder))
    , m_temp(std::move(temp))
    , m_tempName(std::move(tempName))
{}

FetchFolder::~FetchFolder()
{
    removeTemp(m_folder.get(), m_tempName);
}

Descriptor FetchFolder::parentOf(const QByteArray &path) const
{
    Descriptor at(::openat(m_folder.get(), ".", FolderFlags));
    QByteArrayList parts = path.split('/');
    parts.removeLast();
    for (const QByteArray &part : parts) {
        at = Descriptor(::openat(at.get(), part.constData(), FolderFlags));
    }
    return at;
}

bool FetchFolder::placeOne(
    const FileEntry &entry, std::size_t place, bool overwrites, std::set<ino_t> &placed) const
{
    const Descriptor parent = parentOf(entry.path);
    const QByteArray name = entry.path.mid(entry.path.lastIndexOf('/') + 1);
    if (parent.get() < 0) {
        return false;
    }
    if (entry.kind == EntryKind::Folder) {
        // Its own mode comes when all is in it.
        return ::mkdirat(parent.get(), name.constData(), 0700) == 0 ||
               (errno == EEXIST &&
                Descriptor(::openat(parent.get(), name.constData(), FolderFlags)).get() >= 0);
    }
    const QByteArray arrived = QByteArray::number(qulonglong(place));
    const auto times = timesOf(entry);
    if (entry.kind == EntryKind::Link) {
        if (::symlinkat(entry.linkTarget.constData(), m_temp.get(), arrived.constData()) != 0) {
            return false;
        }
    } else if (::fchmodat(m_temp.get(), arrived.constData(), entry.mode, 0) != 0) {
        return false;
    }
    ::utimensat(m_temp.get(), arrived.constData(), times.data(), AT_SYMLINK_NOFOLLOW);
    const auto inodeOf = [](const Descriptor &folder, const QByteArray &path) {
        struct stat status
        {};
        return ::fstatat(folder.get(), path.constData(), &status, AT_SYMLINK_NOFOLLOW) == 0
                   ? status.st_ino
                   : ino_t(0);
    };
    if (placed.count(inodeOf(parent, name)) > 0) {
        errno = EEXIST;
        return false;
    }
    placed.insert(inodeOf(m_temp, arrived));
    return overwrites
               ? ::renameat(m_temp.get(), arrived.constData(), parent.get(), name.constData()) == 0
               : moveNew(m_temp.get(), arrived.constData(), parent.get(), name.constData());
}

std::vector<FileProblem>
FetchFolder::place(const LocalTree &tree, const std::set<std::size_t> &places, Manner manner) const
{
    const mode_t always = manner.moreIsToCome ? 0700 : 0;
    std::vector<FileProblem> problems;
    std::vector<const FileEntry *> folders;
    std::set<ino_t> placed;
    for (const std::size_t place : places) {
        const FileEntry &entry = tree.entries[place].entry;
        if (!placeOne(entry, place, manner.overwrites, placed)) {
            problems.push_back({entry.path, QString::fromLocal8Bit(std::strerror(errno))});
        } else if (entry.kind == EntryKind::Folder) {
            folders.push_back(&entry);
        }
    }
    for (auto it = folders.rbegin(); it != folders.rend(); ++it) {
        const Descriptor parent = parentOf((*it)->path);
        const QByteArray name = (*it)->path.mid((*it)->path.lastIndexOf('/') + 1);
        const Descriptor folder(::openat(parent.get(), name.constData(), FolderFlags));
        if (folder.get() >= 0) {
            ::fchmod(folder.get(), (*it)->mode | always);
        }
    }
    return problems;
}

} // namespace podium::files
