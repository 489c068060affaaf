// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/localtree.h"

#include "core/base/descriptor.h"

#include <QDir>
#include <QSet>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

namespace podium::files {

namespace {

QString systemReason()
{
    return QString::fromLocal8Bit(std::strerror(errno));
}

struct DirectoryCloser
{
    void operator()(DIR *directory) const { ::closedir(directory); }
};

/// Its names, sorted; an Error's text in `reason` where it cannot be read.
QByteArrayList namesIn(const QByteArray &folder, QString &reason)
{
    const std::unique_ptr<DIR, DirectoryCloser> directory(::opendir(folder.constData()));
    if (!directory) {
        reason = systemReason();
        return {};
    }
    QByteArrayList names;
    while (const dirent *each = ::readdir(directory.get())) {
        const QByteArray name(each->d_name);
        if (name != "." && name != "..") {
            names << name;
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

bool isLeftover(const QByteArray &folder, const QByteArray &name)
{
    const auto entry = name.startsWith(".podium-copy-") ? readLocalEntry(folder + '/' + name)
                                                        : std::optional<FileEntry>();
    return entry && isOfACopy(name, entry->kind);
}

std::optional<qint64> heldBytesOf(const QByteArray &localPath)
{
    struct stat status
    {};
    if (::lstat(localPath.constData(), &status) != 0 || status.st_size < LeastWithHoles ||
        status.st_blocks * BlockSize >= status.st_size) {
        return std::nullopt;
    }
    // A disk that packs what is on it has few blocks, too: so by the holes.
    const Descriptor file(
        ::open(localPath.constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    qint64 held = 0;
    errno = 0;
    for (off_t at = ::lseek(file.get(), 0, SEEK_DATA); at >= 0 && at < status.st_size;
         at = ::lseek(file.get(), at, SEEK_DATA)) {
        const off_t end = std::min<off_t>(::lseek(file.get(), at, SEEK_HOLE), status.st_size);
        if (end <= at) {
            return std::nullopt;
        }
        held += end - at;
        at = end;
    }
    const bool isKnown = errno == 0 || errno == ENXIO; // nothing but a hole is behind
    return isKnown ? std::optional(held) : std::nullopt;
}

class Walk final
{
public:
    explicit Walk(LocalTree &tree) : m_tree(tree) {}

    void add(const QByteArray &localPath, const QByteArray &path)
    {
        const auto entry = readLocalEntry(localPath);
        if (!entry) {
            m_tree.problems.push_back({path, systemReason()});
            return;
        }
        if (entry->kind == EntryKind::Other) {
            m_tree.problems.push_back(
                {path, QStringLiteral("neither a file, a folder nor a link")});
            return;
        }
        if (entry->kind == EntryKind::File &&
            ::faccessat(AT_FDCWD, localPath.constData(), R_OK, AT_EACCESS) != 0) {
            m_tree.problems.push_back({path, systemReason()});
            return;
        }
        LocalEntry local{*entry, localPath};
        local.entry.path = path;
        if (entry->kind == EntryKind::File) {
            local.heldBytes = heldBytesOf(localPath);
        }
        m_tree.bytes += local.entry.size;
        m_tree.entries.push_back(std::move(local));
        if (entry->kind == EntryKind::Folder) {
            addContent(localPath, path + '/');
        }
    }
    void addContent(const QByteArray &folder, const QByteArray &before)
    {
        QString reason;
        for (const QByteArray &name : namesIn(folder, reason)) {
            if (!isLeftover(folder, name)) {
                add(folder + '/' + name, before + name);
            }
        }
        if (!reason.isEmpty()) {
            m_tree.problems.push_back({before, reason});
        }
    }

private:
    LocalTree &m_tree;
};

Result<> leaveOutIgnored(LocalTree &tree, const GitFolder &folder)
{
    const auto isBelow = [&folder](const QByteArray &localPath) {
        return localPath.startsWith(folder.localPath + '/');
    };
    QSet<QByteArray> folders;
    for (const LocalEntry &each : tree.entries) {
        if (each.entry.kind == EntryKind::Folder && isBelow(each.localPath)) {
            folders.insert(each.entry.path);
        }
    }
    const std::size_t first = tree.gitFolders.size();
    const auto kept = keptByGit(folder, folders, tree.gitFolders);
    if (!kept) {
        return failure(kept.error());
    }
    QByteArrayList untold; // all in there is copied
    for (std::size_t i = first; i < tree.gitFolders.size(); ++i) {
        if (!tree.gitFolders[i].isRepository) {
            untold << tree.gitFolders[i].before;
        }
    }
    const auto isIgnored = [&](const LocalEntry &each) {
        const QByteArray &path = each.entry.path;
        return isBelow(each.localPath) && !kept->contains(path) &&
               std::none_of(untold.begin(), untold.end(), [&path](const QByteArray &before) {
                   return path.startsWith(before);
               });
    };
    tree.entries.erase(
        std::remove_if(tree.entries.begin(), tree.entries.end(), isIgnored), tree.entries.end());
    return {};
}

/// Nobody misses what would not have been copied anyway.
void forgetIgnoredProblems(LocalTree &tree)
{
    QSet<QByteArray> paths;
    for (const FileProblem &problem : tree.problems) {
        paths.insert(problem.path);
    }
    const GitAnswer answer = askGit(tree.gitFolders, paths);
    tree.problems.erase(
        std::remove_if(
            tree.problems.begin(), tree.problems.end(),
            [&answer](const FileProblem &problem) {
                return answer.ignored.contains(problem.path);
            }),
        tree.problems.end());
}

QByteArray withoutTrailingSlashes(QByteArray path)
{
    while (path.size() > 1 && path.endsWith('/')) {
        path.chop(1);
    }
    return path;
}

/// Where a source is, as an absolute path, and the name that it goes by; empty: its content.
struct Source
{
    QByteArray path;
    QByteArray name;
};

Source sourceOf(const QByteArray &typed)
{
    QByteArray path = withoutTrailingSlashes(typed);
    const bool isContent = path == "." || path.endsWith("/.");
    if (!path.startsWith('/')) {
        path = QFile::encodeName(QDir::currentPath()) + '/' + path;
    }
    if (path.endsWith("/.")) {
        path = withoutTrailingSlashes(path.left(path.size() - 1));
    }
    QByteArray name = isContent ? QByteArray() : path.mid(path.lastIndexOf('/') + 1);
    if (name == "..") {
        name.clear(); // as `cp -r ..` places it: its content
    }
    return {path, name};
}

/// Nothing that is among `known`.
Result<QByteArrayList> matching(const QByteArray &pattern, const QByteArrayList &known)
{
    const int slash = pattern.lastIndexOf('/');
    const QByteArray folder = pattern.left(slash + 1);
    const QByteArray name = pattern.mid(slash + 1);
    QString reason;
    QByteArrayList found;
    bool isAny = false;
    for (const QByteArray &each : namesIn(folder, reason)) {
        if (::fnmatch(name.constData(), each.constData(), FNM_PERIOD) == 0) {
            isAny = true;
            if (!known.contains(folder + each)) {
                found << folder + each;
            }
        }
    }
    if (!isAny) {
        return failure(
            {ErrorKind::NotFound,
             QStringLiteral("Nothing matches %1.").arg(shownPath(pattern)),
             reason,
             {},
             shownPath(pattern)});
    }
    return found;
}

Result<> addSource(LocalTree &tree, const QByteArray &typed, const LocalTreeOptions &options)
{
    const Source source = sourceOf(typed);
    // What is in a folder is that of the one that a link leads to, too.
    const auto entry =
        readLocalEntry(source.name.isEmpty() ? QByteArray(source.path + "/.") : source.path);
    if (!entry) {
        return failure(
            {ErrorKind::NotFound,
             QStringLiteral("%1 cannot be copied.").arg(shownPath(typed)),
             systemReason(),
             {},
             shownPath(typed)});
    }
    Walk walk(tree);
    if (source.name.isEmpty()) {
        walk.addContent(source.path, {});
    } else {
        walk.add(source.path, source.name);
    }
    if (options.honoursGitignore && entry->kind == EntryKind::Folder) {
        const QByteArray before = source.name.isEmpty() ? source.name : source.name + '/';
        return leaveOutIgnored(tree, {source.path, before});
    }
    return {};
}

} // namespace

std::optional<FileEntry> readLocalEntry(const QByteArray &localPath)
{
    struct stat status
    {};
    if (::lstat(localPath.constData(), &status) != 0) {
        return std::nullopt;
    }
    FileEntry entry;
    entry.path = localPath;
    entry.kind = S_ISREG(status.st_mode)   ? EntryKind::File
                 : S_ISDIR(status.st_mode) ? EntryKind::Folder
                 : S_ISLNK(status.st_mode) ? EntryKind::Link
                                           : EntryKind::Other;
    entry.mode = status.st_mode & 0777U;
    entry.size = entry.kind == EntryKind::File ? status.st_size : 0;
    entry.mtimeNs = toNs(status.st_mtim);
    if (entry.kind == EntryKind::Link) {
        std::array<char, PATH_MAX> target{};
        const ssize_t length = ::readlink(localPath.constData(), target.data(), target.size());
        entry.linkTarget = QByteArray(target.data(), int(std::max<ssize_t>(0, length)));
    }
    return entry;
}

Result<LocalTree> readLocalTree(const QByteArrayList &sources, const LocalTreeOptions &options)
{
    LocalTree tree;
    QByteArrayList all = sources;
    for (const QByteArray &pattern : options.patterns) {
        const auto found = matching(pattern, all);
        if (!found) {
            return failure(found.error());
        }
        all << *found;
    }
    for (const QByteArray &source : all) {
        const auto added = addSource(tree, source, options);
        if (!added) {
            return failure(added.error());
        }
    }
    forgetIgnoredProblems(tree);
    std::sort(tree.entries.begin(), tree.entries.end(), [](const auto &a, const auto &b) {
        return a.entry.path < b.entry.path;
    });
    const auto twice = std::adjacent_find(
        tree.entries.begin(), tree.entries.end(),
        [](const auto &a, const auto &b) { return a.entry.path == b.entry.path; });
    if (twice != tree.entries.end()) {
        return failure(
            {ErrorKind::InvalidArgument,
             QStringLiteral("Two of what is to be copied go to the same place: %1.")
                 .arg(shownPath(twice->entry.path)),
             {},
             QStringLiteral("Copy them one after the other, to different folders.")});
    }
    tree.bytes = 0;
    for (const LocalEntry &each : tree.entries) {
        tree.bytes += each.entry.size;
        if (!each.entry.path.contains('/')) {
            tree.tops << each.entry.path;
        }
    }
    return tree;
}

} // namespace podium::files
