// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/fetch/fetchfolder.h"

#include "core/base/movenew.h"
#include "core/files/fetch/fetchparts.h"

#include <QDir>
#include <QRandomGenerator>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace podium::files {

namespace {

constexpr int NewFile = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW;
constexpr int FolderFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW;

Error folderError(const QByteArray &path, int number)
{
    return {
        ErrorKind::Io,
        QStringLiteral("The folder of this machine cannot be used."),
        QString::fromLocal8Bit(std::strerror(number)),
        {},
        shownPath(path)};
}

/// It, and what is missing above it. What errno says of the first that cannot be made; else 0.
int makeFolders(const QByteArray &path)
{
    for (int end = 0; end >= 0;) {
        end = path.indexOf('/', end + 1);
        const QByteArray folder = path.mid(0, end); // -1: all of it
        struct stat status
        {};
        if (::stat(folder.constData(), &status) != 0 && ::mkdir(folder.constData(), 0777) != 0 &&
            errno != EEXIST) {
            return errno;
        }
    }
    return 0;
}

QByteArrayList foundNames(int folder, QDir::Filters kinds)
{
    const QDir all(QStringLiteral("/proc/self/fd/%1").arg(folder));
    QByteArrayList names;
    for (const QString &name :
         all.entryList(kinds | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot)) {
        names << QFile::encodeName(name);
    }
    return names;
}

/// By itself; it holds only files and links.
void removeFolder(int folder, const QByteArray &name)
{
    const Descriptor inner(::openat(folder, name.constData(), FolderFlags));
    if (inner.get() < 0) {
        return;
    }
    for (const QByteArray &each : foundNames(inner.get(), QDir::AllEntries)) {
        ::unlinkat(inner.get(), each.constData(), 0);
    }
    ::unlinkat(folder, name.constData(), AT_REMOVEDIR);
}

void removePartsBut(int parts, const QSet<QByteArray> &wanted)
{
    for (const QByteArray &name : foundNames(parts, QDir::AllEntries)) {
        struct stat status
        {};
        if (!wanted.contains(name) ||
            ::fstatat(parts, name.constData(), &status, AT_SYMLINK_NOFOLLOW) != 0 ||
            !isPart(status)) {
            ::unlinkat(parts, name.constData(), 0);
        }
    }
}

/// But for the parts.
void removeLeftovers(int folder)
{
    for (const QByteArray &name : foundNames(folder, QDir::Dirs)) {
        struct stat status
        {};
        if (name != PartsFolder &&
            ::fstatat(folder, name.constData(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
            isOfAFetch(name, status)) {
            removeFolder(folder, name);
        }
    }
}

/// Below 0: there can be none that is private, as where somebody else has made one, or the disk
/// knows no modes.
Descriptor openParts(int folder)
{
    for (const bool isAgain : {false, true}) {
        ::mkdirat(folder, PartsFolder, 0700); // it may be there
        Descriptor parts(::openat(folder, PartsFolder, FolderFlags));
        struct stat status
        {};
        if (parts.get() < 0 || ::fstat(parts.get(), &status) != 0) {
            break;
        }
        if (isPrivateFolder(status)) {
            return parts;
        }
        if (!isAgain && status.st_uid == ::geteuid()) {
            removeFolder(folder, PartsFolder); // others could put there what they like
        }
    }
    return Descriptor(-1);
}

/// 0: there is nothing.
ino_t inodeOf(int folder, const char *name)
{
    struct stat status
    {};
    return ::fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status.st_ino : ino_t(0);
}

QString whyNotPlaced(int number)
{
    return number == ESTALE ? QStringLiteral("what arrived is no longer there")
                            : QString::fromLocal8Bit(std::strerror(number));
}

std::array<timespec, 2> timesOf(const FileEntry &entry)
{
    const timespec time = toTime(entry.mtimeNs);
    return {time, time};
}

} // namespace

Result<std::shared_ptr<FetchFolder>>
FetchFolder::open(const QByteArray &path, const QSet<QByteArray> &parts)
{
    if (const int number = makeFolders(path); number != 0) {
        return failure(folderError(path, number));
    }
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
    std::shared_ptr<FetchFolder> made(
        new FetchFolder(std::move(folder), std::move(temp), name, files::keepsModes(path)));
    made->dropPartsBut(parts);
    return made;
}

FetchFolder::FetchFolder(Descriptor folder, Descriptor temp, QByteArray tempName, bool keepsModes)
    : m_folder(std::move(folder))
    , m_temp(std::move(temp))
    , m_tempName(std::move(tempName))
    , m_keepsModes(keepsModes)
    , m_parts(openParts(m_folder.get()))
{}

FetchFolder::~FetchFolder()
{
    removeFolder(m_folder.get(), m_tempName);
    if (m_parts.get() >= 0) {
        ::unlinkat(m_folder.get(), PartsFolder, AT_REMOVEDIR); // where nothing is in it
    }
}

FetchFolder::Spot FetchFolder::spotOf(const FileEntry &entry, std::size_t place) const
{
    const QByteArray key = m_parts.get() < 0 ? QByteArray() : partKey(entry);
    return key.isEmpty() ? Spot{m_temp.get(), QByteArray::number(qulonglong(place))}
                         : Spot{m_parts.get(), key};
}

FetchFolder::Identity FetchFolder::identityOf(int file)
{
    struct stat status
    {};
    if (::fstat(file, &status) != 0) {
        return {};
    }
    return {status.st_dev, status.st_ino, status.st_uid};
}

Descriptor FetchFolder::create(const FileEntry &entry, std::size_t place)
{
    const Spot spot = spotOf(entry, place);
    ::unlinkat(spot.folder, spot.name.constData(), 0); // a part that is not made use of
    Descriptor file(::openat(spot.folder, spot.name.constData(), NewFile, 0600));
    if (file.get() >= 0) {
        m_arriving.insert(place, identityOf(file.get()));
    }
    return file;
}

Descriptor FetchFolder::openPart(const FileEntry &entry, std::size_t place, qint64 head)
{
    const bool isWhole = head == entry.size;
    const Spot spot = spotOf(entry, place);
    Descriptor file(::openat(
        spot.folder, spot.name.constData(),
        (isWhole ? O_RDONLY : O_RDWR) | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    struct stat status
    {};
    if (file.get() < 0 || ::fstat(file.get(), &status) != 0) {
        return Descriptor(-1);
    }
    if (!isPart(status) || (isWhole ? status.st_size != head : status.st_size < head)) {
        errno = ESTALE;
        return Descriptor(-1);
    }
    m_arriving.insert(place, identityOf(file.get()));
    return isWhole || ::ftruncate(file.get(), head) == 0 ? std::move(file) : Descriptor(-1);
}

void FetchFolder::dropPartsBut(const QSet<QByteArray> &parts) const
{
    removePartsBut(m_parts.get(), parts);
}

Descriptor FetchFolder::parentOf(const QByteArray &path) const
{
    Descriptor at(::openat(m_folder.get(), ".", FolderFlags));
    QByteArrayList parts = path.split('/');
    parts.removeLast();
    for (auto part = parts.begin(); part != parts.end() && at.get() >= 0; ++part) {
        at = Descriptor(::openat(at.get(), part->constData(), FolderFlags));
    }
    return at;
}

bool FetchFolder::finish(const FileEntry &entry, std::size_t place) const
{
    const Spot spot = spotOf(entry, place);
    const Descriptor file(::openat(
        spot.folder, spot.name.constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (file.get() < 0) {
        return false;
    }
    if (identityOf(file.get()) != m_arriving.value(place)) {
        errno = ESTALE;
        return false;
    }
    if (::fchmod(file.get(), entry.mode) != 0 && m_keepsModes) {
        return false;
    }
    ::futimens(file.get(), timesOf(entry).data());
    return true;
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
    const Spot spot = spotOf(entry, place);
    const char *const arrived = spot.name.constData();
    if (entry.kind == EntryKind::Link) {
        if (::symlinkat(entry.linkTarget.constData(), spot.folder, arrived) != 0) {
            return false;
        }
        ::utimensat(spot.folder, arrived, timesOf(entry).data(), AT_SYMLINK_NOFOLLOW);
    } else if (!finish(entry, place)) {
        return false;
    }
    if (placed.count(inodeOf(parent.get(), name.constData())) > 0) {
        errno = EEXIST;
        return false;
    }
    placed.insert(inodeOf(spot.folder, arrived));
    return overwrites ? ::renameat(spot.folder, arrived, parent.get(), name.constData()) == 0
                      : moveNew(spot.folder, arrived, parent.get(), name.constData());
}

std::vector<FileProblem>
FetchFolder::place(const LocalTree &tree, const std::set<std::size_t> &places, Manner manner) const
{
    const mode_t always = manner.moreIsToCome ? 0700 : 0;
    std::vector<FileProblem> problems;
    std::vector<const FileEntry *> folders;
    std::set<ino_t> placed;
    QHash<QByteArray, int> unmade; // folders, and why: so nothing in them has a place
    for (const std::size_t place : places) {
        const FileEntry &entry = tree.entries[place].entry;
        const int above = unmade.value(entry.path.left(std::max(0, entry.path.lastIndexOf('/'))));
        if (above != 0 || !placeOne(entry, place, manner.overwrites, placed)) {
            const int number = above != 0 ? above : errno;
            problems.push_back({entry.path, whyNotPlaced(number)});
            if (entry.kind == EntryKind::Folder) {
                unmade.insert(entry.path, number);
            }
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
