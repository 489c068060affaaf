// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/gitfilter.h"

#include "core/files/fileentry.h"

#include <QProcess>
#include <QProcessEnvironment>
#include <QStringBuilder>

#include <algorithm>
#include <map>
#include <sys/stat.h>

namespace podium::files {

namespace {

constexpr int GitLimitMs = 60'000;

struct GitOutput
{
    bool isFine = false;
    QByteArray out;
    QByteArray complaints;
};

/// Without what a git that runs us as its hook has set of itself: it leads away from the repository
/// of the folder, and from its .gitignore.
QProcessEnvironment withoutOtherRepository()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char *name :
         {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY",
          "GIT_PREFIX"}) {
        environment.remove(QString::fromLatin1(name));
    }
    return environment;
}

/// `mostStatus`: the greatest that is no failure.
GitOutput
git(const QByteArray &folder, const QStringList &arguments, const QByteArray &input, int mostStatus)
{
    QProcess process;
    process.setWorkingDirectory(QString::fromLocal8Bit(folder));
    process.setProcessEnvironment(withoutOtherRepository());
    process.start(QStringLiteral("git"), arguments);
    process.write(input);
    process.closeWriteChannel();
    GitOutput output;
    output.isFine = process.waitForFinished(GitLimitMs) &&
                    process.exitStatus() == QProcess::NormalExit &&
                    process.exitCode() <= mostStatus;
    output.out = process.readAllStandardOutput();
    output.complaints = process.readAllStandardError().trimmed();
    return output;
}

bool hasRepository(const QByteArray &folder)
{
    struct stat status
    {};
    return ::lstat(QByteArray(folder + "/.git").constData(), &status) == 0;
}

void insertWithParents(QSet<QByteArray> &kept, QByteArray path)
{
    while (!path.isEmpty() && !kept.contains(path)) {
        kept.insert(path);
        path = path.left(std::max(0, path.lastIndexOf('/')));
    }
}

bool isInRepository(const QByteArray &path)
{
    return QByteArray("/" + path + "/").contains("/.git/");
}

/// The innermost that it is below; null: none.
const GitFolder *folderOf(const std::vector<GitFolder> &folders, const QByteArray &path)
{
    const GitFolder *found = nullptr;
    for (const GitFolder &each : folders) {
        const bool isBelow = path.startsWith(each.before) && path != each.before;
        if (isBelow && (found == nullptr || each.before.size() > found->before.size())) {
            found = &each;
        }
    }
    return found;
}

} // namespace

Result<QSet<QByteArray>> keptByGit(
    const GitFolder &folder, const QSet<QByteArray> &localFolders, std::vector<GitFolder> &folders)
{
    const GitOutput listed =
        git(folder.localPath,
            {QStringLiteral("ls-files"), QStringLiteral("-z"), QStringLiteral("--cached"),
             QStringLiteral("--others"), QStringLiteral("--exclude-standard")},
            {}, 0);
    if (!listed.isFine) {
        return failure(
            {ErrorKind::InvalidArgument, QStringLiteral("What git ignores cannot be told."),
             QString::fromLocal8Bit(listed.complaints),
             QStringLiteral("It needs git, and a folder of a git repository."),
             shownPath(folder.localPath)});
    }
    folders.push_back(folder);
    QSet<QByteArray> kept;
    for (QByteArray path : listed.out.split('\0')) {
        if (path.endsWith('/')) {
            path.chop(1); // of a repository that this one knows nothing of
        }
        if (path.isEmpty()) {
            continue;
        }
        insertWithParents(kept, folder.before + path);
        // Git names files, and folders only where another repository begins.
        if (!localFolders.contains(folder.before + path)) {
            continue;
        }
        GitFolder inner{folder.localPath + '/' + path, folder.before + path + '/'};
        if (!hasRepository(inner.localPath)) {
            inner.isRepository = false;
            folders.push_back(inner);
            continue;
        }
        const auto keptInside = keptByGit(inner, localFolders, folders);
        if (!keptInside) {
            return failure(keptInside.error());
        }
        kept.unite(*keptInside);
    }
    return kept;
}

GitAnswer askGit(const std::vector<GitFolder> &folders, const QSet<QByteArray> &paths)
{
    GitAnswer answer;
    std::map<const GitFolder *, QByteArrayList> asked;
    for (const QByteArray &path : paths) {
        const GitFolder *folder = folderOf(folders, path);
        if (folder == nullptr) {
            continue;
        }
        if (isInRepository(path)) {
            answer.ignored.insert(path);
        } else if (!folder->isRepository) {
            answer.unknown.insert(path);
        } else {
            asked[folder] << path;
        }
    }
    for (const auto &[folder, of] : asked) {
        QByteArray input;
        for (const QByteArray &path : of) {
            // "./": a name that begins with ':' means something to git.
            input += "./" + path.mid(folder->before.size()) + '\0';
        }
        const GitOutput told =
            git(folder->localPath,
                {QStringLiteral("check-ignore"), QStringLiteral("-z"), QStringLiteral("--stdin")},
                input, 1); // 1: none is ignored
        if (!told.isFine) {
            answer.unknown.unite(QSet<QByteArray>(of.begin(), of.end()));
            continue;
        }
        for (const QByteArray &path : told.out.split('\0')) {
            if (!path.isEmpty()) {
                answer.ignored.insert(folder->before + path.mid(2));
            }
        }
    }
    return answer;
}

} // namespace podium::files
