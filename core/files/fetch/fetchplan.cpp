// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/fetch/fetchplan.h"

#include "core/files/fetch/fetchparts.h"

#include <QHash>
#include <QRegularExpression>

#include <algorithm>
#include <sys/statvfs.h>

namespace podium::files {

namespace {

/// From the folder that the link is in, by its parts alone. Up first, then down: what goes up
/// again behind a name could do so behind another link.
bool leadsOut(const FileEntry &link)
{
    if (link.linkTarget.startsWith('/')) {
        return true;
    }
    int depth = int(link.path.count('/')); // 0: beside what was asked for
    bool isDown = false;
    for (const QByteArray &part : link.linkTarget.split('/')) {
        if (part != "..") {
            isDown = isDown || (!part.isEmpty() && part != ".");
        } else if (isDown || --depth < 0) {
            return true;
        }
    }
    return false;
}

/// Nothing: they are no UTF-8.
std::optional<QString> charactersOf(const QByteArray &bytes)
{
    QString text = QString::fromUtf8(bytes);
    return text.toUtf8() == bytes ? std::optional(std::move(text)) : std::nullopt;
}

QRegularExpression expressionOf(const QString &pattern)
{
    return QRegularExpression(
        QRegularExpression::wildcardToRegularExpression(pattern),
        QRegularExpression::DotMatchesEverythingOption);
}

/// Which names in the folder were asked for: what a worker tells is not to choose any.
class AskedNames final
{
public:
    explicit AskedNames(const RemoteSource &source) : m_name(source.name)
    {
        if (!source.isPattern()) {
            return;
        }
        m_ofBytes = expressionOf(QString::fromLatin1(m_name));
        if (const auto text = charactersOf(m_name)) {
            m_ofCharacters = expressionOf(*text);
        }
    }
    [[nodiscard]] bool contains(const QByteArray &name) const
    {
        const bool isHidden = name.startsWith('.') && !m_name.startsWith('.');
        return name == m_name || (!isHidden && isMatch(name));
    }

private:
    /// As the worker compares them: by characters, or by bytes where it has no locale for those.
    [[nodiscard]] bool isMatch(const QByteArray &name) const
    {
        if (m_ofBytes && m_ofBytes->match(QString::fromLatin1(name)).hasMatch()) {
            return true;
        }
        const auto text = charactersOf(name);
        return m_ofCharacters && text && m_ofCharacters->match(*text).hasMatch();
    }

    const QByteArray m_name;
    std::optional<QRegularExpression> m_ofBytes;
    std::optional<QRegularExpression> m_ofCharacters;
};

QString
reasonToLeaveOut(const FileEntry &entry, const QSet<QByteArray> &folders, const AskedNames &asked)
{
    const int slash = entry.path.lastIndexOf('/');
    if (slash < 0 && !asked.contains(entry.path)) {
        return QStringLiteral("it was not asked for");
    }
    if (entry.kind == EntryKind::Other) {
        return QStringLiteral("neither a file, a folder nor a link");
    }
    if (slash >= 0 && !folders.contains(entry.path.left(slash))) {
        return QStringLiteral("it is in no folder that is fetched");
    }
    if (entry.kind == EntryKind::Link && leadsOut(entry)) {
        return QStringLiteral("a link that leads out of what is fetched");
    }
    return {};
}

/// It is of a copy to a folder there, or in what is.
bool isLeftThere(const FileEntry &entry)
{
    if (!entry.path.contains(".podium-copy-")) {
        return false;
    }
    const QByteArrayList names = entry.path.split('/');
    return isOfACopy(names.last(), entry.kind) ||
           std::any_of(names.begin(), names.end() - 1, [](const QByteArray &name) {
               return isOfACopy(name, EntryKind::Folder);
           });
}

} // namespace

Result<RemoteSource> remoteSourceOf(const QByteArray &path)
{
    QByteArray whole = path;
    while (whole.size() > 1 && whole.endsWith('/')) {
        whole.chop(1);
    }
    const int slash = whole.lastIndexOf('/');
    const QByteArray name = whole.mid(slash + 1);
    if (name.isEmpty() || name == "." || name == ".." || whole == "~") {
        return failure(
            {ErrorKind::InvalidArgument,
             QStringLiteral("\"%1\" names no file or folder on the workers.").arg(shownPath(path)),
             {},
             QStringLiteral(
                 "Say TARGET:PATH, such as pod-v4:logs, or 'pod-v4:logs/*' for what is in it.")});
    }
    const QByteArray folder = slash < 0 ? QByteArray() : whole.left(std::max(1, slash));
    return RemoteSource{workerFolder(folder), name};
}

bool RemoteSource::isPattern() const
{
    return std::any_of(
        name.begin(), name.end(), [](char c) { return c == '*' || c == '?' || c == '['; });
}

std::vector<remote::Record> lookData(const RemoteSource &source)
{
    std::vector<remote::Record> data{{"place", {source.folder}}};
    if (source.isPattern()) {
        QByteArray pattern = source.name;
        data.push_back({"pattern", {pattern.replace('\\', "\\\\")}}); // it escapes nothing
    }
    return data;
}

LocalTree treeOfWorker(const WorkerTree &there, const RemoteSource &asked)
{
    const AskedNames names(asked);
    std::vector<FileEntry> sorted = there.entries;
    std::sort(
        sorted.begin(), sorted.end(), [](const auto &a, const auto &b) { return a.path < b.path; });
    LocalTree tree;
    tree.problems = there.problems;
    QSet<QByteArray> folders;
    QByteArray before;
    for (const FileEntry &entry : sorted) {
        if (entry.path == before || isLeftThere(entry)) {
            continue; // told twice, or nobody's file
        }
        before = entry.path;
        if (const QString reason = reasonToLeaveOut(entry, folders, names); !reason.isEmpty()) {
            tree.problems.push_back({entry.path, reason});
            continue;
        }
        if (entry.kind == EntryKind::Folder) {
            folders.insert(entry.path);
        }
        if (!entry.path.contains('/')) {
            tree.tops << entry.path;
        }
        tree.bytes += entry.size;
        tree.entries.push_back({entry, {}});
        if (const auto held = there.heldBytes.constFind(entry.path);
            held != there.heldBytes.constEnd()) {
            tree.entries.back().heldBytes = *held;
        }
    }
    return tree;
}

WorkerTree readHere(const QByteArray &folder, const LocalTree &tree)
{
    WorkerTree here;
    here.isHere = true;
    readLeftovers(folder, here);
    std::optional<bool> areModesKept; // tried where one differs
    for (const LocalEntry &each : tree.entries) {
        if (auto entry = readLocalEntry(folder + '/' + each.entry.path)) {
            entry->path = each.entry.path;
            if (entry->kind != EntryKind::Link && entry->mode != each.entry.mode) {
                areModesKept = areModesKept ? *areModesKept : keepsModes(folder);
                entry->mode = *areModesKept ? entry->mode : each.entry.mode;
            }
            here.entries.push_back(std::move(*entry));
        }
    }
    return here;
}

std::optional<qint64> roomIn(const QByteArray &folder)
{
    struct statvfs status
    {};
    for (QByteArray above = folder; !above.isEmpty();
         above.truncate(std::max(0, above.lastIndexOf('/')))) {
        if (::statvfs(above.constData(), &status) == 0) {
            return qint64(status.f_bavail) * qint64(status.f_frsize);
        }
    }
    return std::nullopt;
}

Error nothingThere(const RemoteSource &asked, const WorkerTree &there, const WorkerRef &worker)
{
    if (!there.problems.empty()) {
        return {
            ErrorKind::PermissionDenied,
            asked.isPattern() ? QStringLiteral("It cannot be seen what matches there.")
                              : QStringLiteral("It cannot be seen whether it is there."),
            there.problems.front().reason,
            {},
            worker.text()};
    }
    const bool isFolderPattern = asked.folder.contains('*') || asked.folder.contains('?');
    return {
        ErrorKind::NotFound,
        asked.isPattern() ? QStringLiteral("No file or folder there matches.")
                          : QStringLiteral("There is no such file or folder."),
        {},
        isFolderPattern ? QStringLiteral("A pattern can only be the last part of the path.")
                        : QString(),
        worker.text()};
}

void spareExisting(WorkerPlan &plan, const LocalTree &tree, const QSet<QByteArray> &here)
{
    const auto isThere = [&](std::size_t place) {
        const FileEntry &entry = tree.entries[place].entry;
        if (!here.contains(entry.path) || entry.kind == EntryKind::Folder) {
            return false; // a folder only gets the mode that a fetch which was cut left undone
        }
        plan.bytes -= entry.size;
        plan.conflicts.push_back({entry.path, QStringLiteral("another one is here")});
        return true;
    };
    plan.send.erase(std::remove_if(plan.send.begin(), plan.send.end(), isThere), plan.send.end());
    plan.replaced = 0;
}

std::vector<QString>
folderNames(const std::vector<WorkerRef> &workers, const std::vector<WorkerRef> &all)
{
    const auto shortName = [](const WorkerRef &worker) {
        return QStringLiteral("%1-%2").arg(worker.node.name.text()).arg(worker.index);
    };
    QHash<QString, QSet<QString>> meant;
    for (const std::vector<WorkerRef> *some : {&workers, &all}) {
        for (const WorkerRef &worker : *some) {
            meant[shortName(worker)].insert(worker.text());
        }
    }
    std::vector<QString> names;
    for (const WorkerRef &worker : workers) {
        const QString name = shortName(worker);
        names.push_back(
            meant[name].size() == 1
                ? name
                : QStringLiteral("%1.%2.%3")
                      .arg(worker.node.project.text(), worker.node.zone.text(), name));
    }
    return names;
}

} // namespace podium::files
