// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/fetch/fetcharrival.h"

#include "core/files/fetch/fetchparts.h"

namespace podium::files {

namespace {

QSet<QByteArray> foldersAbove(const QByteArray &path)
{
    QSet<QByteArray> folders;
    for (int end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
        folders.insert(path.left(end));
    }
    return folders;
}

} // namespace

FetchArrival arrivalOf(const WorkerPlan &plan, const LocalTree &tree, const FetchEnd &end)
{
    FetchArrival arrival;
    QSet<QByteArray> above; // folders that are needed in any case
    std::vector<std::size_t> others;
    std::vector<std::size_t> unproven;
    for (const std::size_t place : plan.send) {
        const FileEntry &entry = tree.entries[place].entry;
        const QByteArray sum = end.arrived.value(place);
        const QByteArray theirs = end.there.value(entry.path);
        if (entry.kind != EntryKind::File) {
            others.push_back(place);
        } else if (!sum.isEmpty() && sum == theirs) {
            arrival.places.insert(place);
            above.unite(foldersAbove(entry.path));
        } else {
            arrival.missing.push_back(
                {entry.path,
                 QStringLiteral("it changed while it was fetched, or cannot be read there")});
            if (sum.isEmpty() || theirs.isEmpty()) {
                unproven.push_back(place);
            }
        }
    }
    arrival.isStopped = end.isStopped && !arrival.missing.empty();
    arrival.isCut = end.hasError || arrival.isStopped;
    for (const std::size_t place : others) {
        if (!arrival.isCut || above.contains(tree.entries[place].entry.path)) {
            arrival.places.insert(place);
        }
    }
    if (arrival.isCut) {
        arrival.missing.clear(); // the error says it
        arrival.parts = partNames(tree, unproven);
    }
    return arrival;
}

} // namespace podium::files
