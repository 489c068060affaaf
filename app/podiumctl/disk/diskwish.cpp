// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/disk/diskwish.h"

#include "core/base/nearestword.h"

#include <utility>
#include <vector>

namespace podium::ctl {

using namespace podium::lifecycle;
using cloud::Disk;
using DiskWish = DisksArguments::Action;

namespace {

DiskAction diskActionOf(DiskWish action)
{
    switch (action) {
    case DiskWish::Delete:
        return DiskAction::Delete;
    case DiskWish::Attach:
        return DiskAction::Attach;
    case DiskWish::Detach:
        return DiskAction::Detach;
    default:
        return DiskAction::Create;
    }
}

/// What was meant by a name that is none, or which command says which ones there are.
QString hintFor(const QString &name, const QStringList &known, const char *list)
{
    const QString meant = didYouMean(name, known).trimmed();
    return meant.isEmpty()
               ? QStringLiteral("`podiumctl %1` has their names.").arg(QLatin1String(list))
               : meant;
}

/// It is about a node.
Result<DiskRequest>
ofNode(const DisksArguments &arguments, const DiskFacts &facts, DiskRequest request)
{
    const QStringList parts = arguments.node.split(QLatin1Char('/'));
    std::vector<NodeRef> fitting;
    QStringList known;
    for (const inventory::NodeEntry &entry : facts.standing->nodes) {
        const NodeRef &ref = entry.node.ref;
        known << ref.name.text();
        const bool fits = ref.name.text() == parts.last() &&
                          (parts.size() < 2 || ref.project.text() == parts.first()) &&
                          (parts.size() < 3 || ref.zone.text() == parts[1]) &&
                          (arguments.project.isEmpty() || ref.project.text() == arguments.project);
        if (fits) {
            fitting.push_back(ref);
        }
    }
    if (fitting.size() != 1) {
        QStringList names;
        for (const NodeRef &ref : fitting) {
            names << ref.text();
        }
        return failure(wrongDiskWords(
            fitting.empty() ? QStringLiteral("No node is called %1.").arg(arguments.node)
                            : QStringLiteral("Several nodes are called %1: %2.")
                                  .arg(arguments.node, names.join(QStringLiteral(", "))),
            fitting.empty() ? hintFor(parts.last(), known, "nodes")
                            : QStringLiteral("Write the full name of the one that is meant.")));
    }
    request.node = fitting.front();
    request.project = fitting.front().project;
    request.zone = fitting.front().zone;
    request.isReadOnly = arguments.readOnly;
    if (arguments.worker >= 0) {
        request.worker = arguments.worker;
    }
    return request;
}

/// It is about a disk that there is.
Result<DiskRequest>
ofDisk(const DisksArguments &arguments, const DiskFacts &facts, DiskRequest request)
{
    std::vector<const Disk *> fitting;
    QStringList known;
    for (const Disk &disk : facts.disks) {
        known << disk.name;
        if (disk.name == arguments.disk &&
            (arguments.zone.isEmpty() || disk.zone.text() == arguments.zone)) {
            fitting.push_back(&disk);
        }
    }
    if (fitting.size() != 1) {
        return failure(wrongDiskWords(
            fitting.empty() ? QStringLiteral("No disk is called %1.").arg(arguments.disk)
                            : QStringLiteral("Several disks are called %1.").arg(arguments.disk),
            fitting.empty() ? hintFor(arguments.disk, known, "disks list")
                            : QStringLiteral("Add --project and --zone.")));
    }
    request.project = fitting.front()->project;
    request.zone = fitting.front()->zone;
    return request;
}

} // namespace

Error wrongDiskWords(const QString &summary, const QString &hint)
{
    return {ErrorKind::InvalidArgument, summary, {}, hint};
}

Result<DiskRequest> diskRequest(const DisksArguments &arguments, const DiskFacts &facts)
{
    DiskRequest request;
    request.action = diskActionOf(arguments.action);
    request.disk = arguments.disk;
    if (request.action == DiskAction::Attach || request.action == DiskAction::Detach) {
        return ofNode(arguments, facts, std::move(request));
    }
    if (request.action == DiskAction::Delete) {
        return ofDisk(arguments, facts, std::move(request));
    }
    const auto zone = Zone::parse(arguments.zone);
    const auto &projects = facts.standing->projects;
    const auto project = arguments.project.isEmpty() && projects.size() == 1
                             ? std::optional(projects.front().id)
                             : ProjectId::parse(arguments.project);
    if (!zone || !project) {
        return failure(wrongDiskWords(
            zone ? QStringLiteral("There are several projects.")
                 : QStringLiteral("\"%1\" is no zone.").arg(arguments.zone),
            zone ? QStringLiteral("Say --project.") : QString()));
    }
    request.project = *project;
    request.zone = *zone;
    request.type = arguments.type.isEmpty() ? QStringLiteral("pd-balanced") : arguments.type;
    request.gib = arguments.gib;
    return request;
}

} // namespace podium::ctl
