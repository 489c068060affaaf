// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/copyplan.h"

#include <QLocale>

#include <algorithm>
#include <functional>
#include <numeric>

namespace podium::files {

namespace {

QString kindText(EntryKind kind)
{
    switch (kind) {
    case EntryKind::File:
        return QStringLiteral("a file");
    case EntryKind::Folder:
        return QStringLiteral("a folder");
    case EntryKind::Link:
        return QStringLiteral("a link");
    case EntryKind::Other:
        break;
    }
    return QStringLiteral("neither a file, a folder nor a link");
}

/// A file may replace a link and a link a file; a folder, and what is none of those, stays.
bool isInTheWay(EntryKind wanted, EntryKind there)
{
    const auto isLeaf = [](EntryKind kind) {
        return kind == EntryKind::File || kind == EntryKind::Link;
    };
    return wanted != there && !(isLeaf(wanted) && isLeaf(there));
}

/// Of a fetch what is wanted is what is there.
QString inTheWayText(EntryKind wanted, EntryKind found, bool isFetch)
{
    return (isFetch ? QStringLiteral("%1 there, %2 here") : QStringLiteral("%1 here, %2 there"))
        .arg(kindText(wanted), kindText(found));
}

enum class Verdict { Same, Send, Compare };

/// A folder that its owner may not write to gets its mode when all is in it: a copy that was cut
/// off leaves it with the one it had before.
bool awaitsItsMode(const FileEntry &here, const FileEntry &there)
{
    constexpr mode_t OwnersAll = 0700;
    return here.mode != there.mode && (here.mode | OwnersAll) == there.mode;
}

Verdict compare(const FileEntry &here, const FileEntry &there)
{
    if (here.kind != there.kind) {
        return Verdict::Send;
    }
    switch (here.kind) {
    case EntryKind::Folder:
        return awaitsItsMode(here, there) ? Verdict::Send : Verdict::Same;
    case EntryKind::Link:
        return here.linkTarget == there.linkTarget ? Verdict::Same : Verdict::Send;
    default:
        break;
    }
    if (here.size != there.size || here.mode != there.mode) {
        return Verdict::Send;
    }
    return isSameTime(here.mtimeNs, there.mtimeNs) ? Verdict::Same : Verdict::Compare;
}

QString sizeText(qint64 bytes)
{
    return QLocale::c().formattedDataSize(bytes, 1, QLocale::DataSizeSIFormat);
}

/// It, and the folders above it.
QByteArrayList withParents(const QByteArray &path)
{
    QByteArrayList chain{path};
    for (int end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
        chain << path.left(end);
    }
    return chain;
}

/// It, or a folder above it, is one of these.
bool isWithin(const QByteArray &path, const QSet<QByteArray> &paths)
{
    if (paths.isEmpty()) {
        return false;
    }
    const QByteArrayList chain = withParents(path);
    return std::any_of(chain.begin(), chain.end(), [&paths](const QByteArray &each) {
        return paths.contains(each);
    });
}

/// What is below these is not looked at, here or there. The empty path: all of it.
QSet<QByteArray> notToJudge(const LocalTree &tree, const WorkerPlan &plan)
{
    QSet<QByteArray> paths;
    for (const FileProblem &problem : tree.problems) {
        const bool isFolder = problem.path.endsWith('/');
        paths.insert(isFolder ? problem.path.chopped(1) : problem.path);
    }
    for (const FileProblem &conflict : plan.conflicts) {
        paths.insert(conflict.path);
    }
    return paths;
}

} // namespace

WorkerPlan planFor(const WorkerRef &worker, const LocalTree &tree, const WorkerTree &there)
{
    WorkerPlan plan;
    plan.worker = worker;
    plan.hasZstd = there.hasZstd;
    plan.hasLeftovers = there.hasLeftovers;
    plan.parts = there.parts;
    if (there.freeBytes) {
        plan.freeBytes = std::accumulate(there.parts.begin(), there.parts.end(), *there.freeBytes);
    }
    plan.unread = there.problems;
    const QString &why = there.obstacle.isEmpty() ? there.unwritable : there.obstacle;
    if (!why.isEmpty()) {
        plan.error = Error{
            ErrorKind::PermissionDenied,
            QStringLiteral("Nothing can be copied there."),
            why,
            {},
            worker.text()};
        return plan;
    }
    QHash<QByteArray, const FileEntry *> found;
    for (const FileEntry &entry : there.entries) {
        found.insert(entry.path, &entry);
    }
    QSet<QByteArray> wanted;
    QSet<QByteArray> blocked; // nothing can come below them
    for (std::size_t i = 0; i < tree.entries.size(); ++i) {
        const FileEntry &entry = tree.entries[i].entry;
        wanted.insert(entry.path);
        if (isWithin(entry.path, blocked)) {
            continue;
        }
        const FileEntry *now = found.value(entry.path);
        if (now != nullptr && isInTheWay(entry.kind, now->kind)) {
            plan.conflicts.push_back(
                {entry.path, inTheWayText(entry.kind, now->kind, there.isHere)});
            blocked.insert(entry.path);
            continue;
        }
        const Verdict verdict = now == nullptr ? Verdict::Send : compare(entry, *now);
        if (verdict == Verdict::Send) {
            plan.send.push_back(i);
            plan.replaced += now != nullptr ? 1 : 0;
            plan.bytes += entry.size;
        } else if (verdict == Verdict::Compare) {
            plan.compare.push_back(i);
        }
    }
    for (const FileEntry &entry : there.entries) {
        if (!wanted.contains(entry.path)) {
            plan.extras << entry.path;
        }
    }
    std::sort(plan.extras.begin(), plan.extras.end(), std::greater<>());
    spareExtras(plan, notToJudge(tree, plan));
    checkRoom(plan, tree, there);
    return plan;
}

void spareExtras(WorkerPlan &plan, const QSet<QByteArray> &staying)
{
    if (staying.contains(QByteArray())) {
        plan.extras.clear();
        return;
    }
    QSet<QByteArray> spared;
    for (const QByteArray &extra : plan.extras) {
        if (isWithin(extra, staying)) {
            const QByteArrayList chain = withParents(extra);
            spared.unite(QSet<QByteArray>(chain.begin(), chain.end()));
        }
    }
    const auto isSpared = [&spared](const QByteArray &extra) { return spared.contains(extra); };
    plan.extras.erase(
        std::remove_if(plan.extras.begin(), plan.extras.end(), isSpared), plan.extras.end());
}

bool deletesNoMore(const WorkerPlan &now, const WorkerPlan &agreed)
{
    const QSet<QByteArray> named(agreed.extras.begin(), agreed.extras.end());
    return std::all_of(now.extras.begin(), now.extras.end(), [&named](const QByteArray &extra) {
        return named.contains(extra);
    });
}

void settle(
    WorkerPlan &plan, const LocalTree &tree, const QHash<std::size_t, QByteArray> &here,
    const QHash<QByteArray, QByteArray> &there)
{
    for (const std::size_t place : plan.compare) {
        const FileEntry &entry = tree.entries[place].entry;
        const QByteArray sum = here.value(place);
        if (sum.isEmpty() || sum != there.value(entry.path)) {
            plan.send.push_back(place);
            ++plan.replaced;
            plan.bytes += entry.size;
        }
    }
    std::sort(plan.send.begin(), plan.send.end());
    plan.compare.clear();
}

qint64 holesOf(const WorkerPlan &plan, const LocalTree &tree)
{
    qint64 holes = 0;
    for (const std::size_t place : plan.send) {
        const LocalEntry &each = tree.entries[place];
        holes += each.entry.size - each.heldBytes.value_or(each.entry.size);
    }
    return holes;
}

void checkRoom(WorkerPlan &plan, const LocalTree &tree, const WorkerTree &there)
{
    plan.holes = holesOf(plan, tree);
    // All of it stands beside what is there before it replaces it.
    const qint64 needed = plan.bytes - plan.holes;
    const bool isTooMuch = plan.freeBytes && needed > *plan.freeBytes;
    const bool areTooMany =
        there.freeInodes && *there.freeInodes > 0 && qint64(plan.send.size()) > *there.freeInodes;
    if (isTooMuch) {
        plan.error = Error{
            ErrorKind::Refused, QStringLiteral("The worker's disk has no room for it."),
            QStringLiteral("It takes %1, and %2 are free.")
                .arg(sizeText(needed), sizeText(*plan.freeBytes)),
            QStringLiteral("Make room there, or copy to another disk."), plan.worker.text()};
    } else if (areTooMany) {
        plan.error = Error{
            ErrorKind::Refused, QStringLiteral("The worker's disk has no room for so many files."),
            QStringLiteral("It takes %1, and %2 can still be made.")
                .arg(plan.send.size())
                .arg(*there.freeInodes),
            QStringLiteral("Remove files there, or copy to another disk."), plan.worker.text()};
    }
}

QByteArray workerFolder(const QByteArray &typed)
{
    if (typed.startsWith('/')) {
        return typed;
    }
    if (typed.isEmpty() || typed == "~" || typed == "~/" || typed == ".") {
        return QByteArrayLiteral(".");
    }
    return "./" + (typed.startsWith("~/") ? typed.mid(2) : typed);
}

bool isSameTime(qint64 a, qint64 b)
{
    const bool isCoarse = a % NsPerSecond == 0 || b % NsPerSecond == 0;
    return a == b || (isCoarse && a / NsPerSecond == b / NsPerSecond);
}

} // namespace podium::files
