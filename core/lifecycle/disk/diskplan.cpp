// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/disk/diskplan.h"

#include "core/lifecycle/action/nodeaction.h"
#include "core/lifecycle/grantcoverage.h"
#include "core/lifecycle/pricetable.h"

#include <algorithm>

namespace podium::lifecycle {

using cloud::AttachedDisk;
using cloud::Disk;

namespace {

constexpr int MostOnV6e = 31; ///< data disks: 32 with the boot disk
constexpr int MostElsewhere = 127;
constexpr qint64 LeastGib = 10;
constexpr qint64 MostGib = 65536;

Error refused(const QString &summary, const QString &hint = {})
{
    return {ErrorKind::Refused, summary, {}, hint};
}

/// The disk of a request, though it may not be there.
Disk namedDisk(const DiskRequest &request)
{
    return {request.project, request.zone, request.disk, {}, 0, {}, {}};
}

const AttachedDisk *find(const std::vector<AttachedDisk> &attached, const Disk &disk)
{
    const auto found = std::find_if(
        attached.begin(), attached.end(), [&disk](const auto &each) { return each.isOf(disk); });
    return found == attached.end() ? nullptr : &*found;
}

QString modeText(const AttachedDisk &disk)
{
    return disk.isReadOnly ? QStringLiteral("read-only") : QStringLiteral("read-write");
}

void planCreate(DiskPlan &plan, const Disk *existing)
{
    const DiskRequest &request = plan.request;
    if (existing) {
        plan.error = {
            ErrorKind::AlreadyExists, QStringLiteral("There is a disk %1 in %2 already.")
                                          .arg(request.disk, request.zone.text())};
    } else if (!cloud::isDiskName(request.disk)) {
        plan.error = {
            ErrorKind::InvalidArgument,
            QStringLiteral("\"%1\" is no name for a disk. Lower-case letters, digits and -, at "
                           "most 63, a letter first.")
                .arg(request.disk)};
    } else if (request.gib < LeastGib || request.gib > MostGib) {
        plan.error = {
            ErrorKind::InvalidArgument,
            QStringLiteral("A disk has from %1 to %2 GiB.").arg(LeastGib).arg(MostGib)};
    }
    plan.dollarsPerDay = PriceTable::builtIn().diskDollarsPerDay(request.type, double(request.gib));
    plan.sentences << QStringLiteral("It is charged for until it is deleted, attached or not: %1.")
                          .arg(
                              plan.dollarsPerDay ? QStringLiteral("about %1 a day by list price")
                                                       .arg(dollarText(*plan.dollarsPerDay))
                                                 : QStringLiteral("at a price that is unknown"));
    plan.sentences << QStringLiteral("It is empty and has no file system yet.");
}

void planDelete(DiskPlan &plan, const Disk &disk, const cloud::AttachedDisks &attached)
{
    const QStringList nodes = holdersText(disk, attached);
    if (!nodes.isEmpty()) {
        plan.error = refused(
            QStringLiteral("The disk %1 is attached to %2.")
                .arg(disk.name, nodes.join(QStringLiteral(", "))),
            QStringLiteral("Detach it first."));
    } else if (!disk.users.isEmpty()) {
        plan.error = refused(QStringLiteral("The disk %1 is in use by %2.")
                                 .arg(disk.name, disk.users.join(QStringLiteral(", "))));
    }
    plan.diskId = disk.id;
    plan.dollarsPerDay = PriceTable::builtIn().diskDollarsPerDay(disk.type, double(disk.gib));
    plan.sentences << QStringLiteral("All that is on it is lost. There is no undo.");
}

/// Why a disk of this type cannot be attached to such a node.
std::optional<Error> typeProblem(const Disk &disk, const cloud::Node &node)
{
    const auto type = typeOf(node);
    const bool isHyperdisk = disk.type.startsWith(QLatin1String("hyperdisk-"));
    if (!type) {
        return std::nullopt; // the API will say
    }
    if (type->generation == Generation::V6e && !isHyperdisk) {
        return refused(
            QStringLiteral("v6e takes Hyperdisk only (hyperdisk-balanced, hyperdisk-ml), and %1 is "
                           "a %2.")
                .arg(disk.name, disk.type));
    }
    if (type->generation != Generation::V6e && isHyperdisk) {
        return refused(QStringLiteral("%1 takes no Hyperdisk, and %2 is a %3.")
                           .arg(node.acceleratorType, disk.name, disk.type));
    }
    return std::nullopt;
}

/// Why it cannot be attached so; nothing: it can.
std::optional<Error> attachProblem(
    const DiskPlan &plan, const Disk &disk, const cloud::Node &node,
    const cloud::AttachedDisks &attached)
{
    const DiskRequest &request = plan.request;
    const auto type = typeOf(node);
    const int most = type && type->generation == Generation::V6e ? MostOnV6e : MostElsewhere;
    if (node.state != cloud::NodeState::Ready) {
        return refused(
            QStringLiteral("%1 is %2.").arg(node.ref.name.text(), node.stateText),
            QStringLiteral("Disks are attached to a node that is READY."));
    }
    if (find(plan.after, disk)) {
        return refused(
            QStringLiteral("%1 has the disk %2 already.").arg(node.ref.name.text(), disk.name));
    }
    if (int(plan.after.size()) >= most) {
        return refused(QStringLiteral("%1 has %2 disks, which is the most it takes.")
                           .arg(node.ref.name.text())
                           .arg(plan.after.size()));
    }
    if (request.worker && (*request.worker < 0 || *request.worker >= int(node.workers.size()))) {
        return refused(
            QStringLiteral("%1 has no worker %2.").arg(node.ref.name.text()).arg(*request.worker));
    }
    if (!request.isReadOnly && node.workers.size() > 1) {
        return refused(
            QStringLiteral("A slice of several workers takes data disks read-only."),
            QStringLiteral("Attach it read-only; fill it on a node with one worker before."));
    }
    for (const auto &[other, disks] : attached) {
        const AttachedDisk *there = find(disks, disk);
        if (there && (!request.isReadOnly || !there->isReadOnly)) {
            return refused(QStringLiteral("%1 has it %2, and read-write is for one alone.")
                               .arg(other.name.text(), modeText(*there)));
        }
    }
    return typeProblem(disk, node);
}

void planAttach(
    DiskPlan &plan, const Disk &disk, const cloud::Node &node, const cloud::AttachedDisks &attached)
{
    plan.error = attachProblem(plan, disk, node, attached);
    AttachedDisk added{disk.source(), plan.request.isReadOnly, {}};
    if (plan.request.worker) {
        added.workerIds << QString::number(*plan.request.worker);
    }
    plan.after.push_back(added);
    plan.sentences
        << (plan.request.isReadOnly
                ? QStringLiteral("Its workers can read it; it has to have a file system "
                                 "already. It is not mounted by this.")
                : QStringLiteral("A new disk has no file system yet. It is not mounted "
                                 "by this."));
    if (plan.request.isReadOnly && disk.type.startsWith(QLatin1String("hyperdisk-"))) {
        plan.sentences << QStringLiteral(
            "A Hyperdisk that several read has to have the access mode READ_ONLY_MANY before.");
    }
}

void planDetach(DiskPlan &plan, const cloud::Node &node)
{
    const Disk disk = namedDisk(plan.request);
    if (!find(plan.after, disk)) {
        plan.error = {
            ErrorKind::NotFound,
            QStringLiteral("%1 has no disk %2.").arg(node.ref.name.text(), disk.name)};
    }
    std::erase_if(plan.after, [&disk](const AttachedDisk &each) { return each.isOf(disk); });
    plan.sentences << QStringLiteral(
        "Where a worker still has it mounted, what it has not written yet is lost, and who uses it "
        "hangs. The disk stays, and what is on it.");
    plan.isOfStopped = node.state == cloud::NodeState::Stopped;
    if (plan.isOfStopped) {
        plan.sentences << QStringLiteral(
            "The node is stopped: no worker has it mounted. Podium's line for it in /etc/fstab, if "
            "there is one, stays; a boot goes on without the disk. Once the node is started, a "
            "release of the disk takes the line out.");
    } else if (node.workers.empty()) {
        plan.sentences << QStringLiteral(
            "The node is not stopped, and the cloud names no workers of it now: whether one has it "
            "mounted is not known.");
    }
}

const Disk *findDisk(const DiskRequest &request, const std::vector<Disk> &disks)
{
    const auto found = std::find_if(disks.begin(), disks.end(), [&request](const Disk &disk) {
        return disk.project == request.project && disk.zone == request.zone &&
               disk.name == request.disk;
    });
    return found == disks.end() ? nullptr : &*found;
}

Error noDisk(const DiskRequest &request)
{
    return {
        ErrorKind::NotFound,
        QStringLiteral("There is no disk %1 in %2.").arg(request.disk, request.zone.text())};
}

void planForNode(DiskPlan &plan, const Disk *disk, const DiskFacts &facts)
{
    const DiskRequest &request = plan.request;
    const inventory::NodeEntry *entry =
        request.node ? facts.standing->find(*request.node) : nullptr;
    if (!entry) {
        plan.error = {ErrorKind::NotFound, QStringLiteral("There is no such node.")};
        return;
    }
    const cloud::Node &node = entry->node;
    plan.nodeId = node.id;
    const auto known = facts.attached.find(node.ref);
    plan.after = known == facts.attached.end() ? std::vector<AttachedDisk>() : known->second;
    if (node.ref.project != request.project || node.ref.zone != request.zone) {
        plan.error =
            refused(QStringLiteral("A disk can be attached in its own zone only: %1 is in "
                                   "%2, the disk in %3.")
                        .arg(node.ref.name.text(), node.ref.zone.text(), request.zone.text()));
    } else if (isLocked(node)) {
        plan.error = refused(
            QStringLiteral("%1 is locked by the label %2.").arg(node.ref.name.text(), lockLabel()));
    } else if (request.action == DiskAction::Detach) {
        planDetach(plan, node);
    } else if (!disk) {
        plan.error = noDisk(request);
    } else {
        planAttach(plan, *disk, node, facts.attached);
    }
}

bool isUnreachable(const DiskRequest &request, const DiskFacts &facts)
{
    const std::pair place(request.project, request.zone.text());
    return std::find(facts.unreachable.begin(), facts.unreachable.end(), place) !=
           facts.unreachable.end();
}

/// What was not told is not missing.
void judgeUnreachable(DiskPlan &plan)
{
    const DiskRequest &request = plan.request;
    const QString silent = QStringLiteral("%1 did not answer.").arg(request.zone.text());
    if (plan.error && plan.error->kind == ErrorKind::NotFound) {
        plan.error = Error{
            ErrorKind::Unavailable,
            QStringLiteral("Whether there is a disk %1, and which node has it, is not known.")
                .arg(request.disk),
            silent, QStringLiteral("Try again in a minute.")};
    } else if (request.action == DiskAction::Delete || request.action == DiskAction::Attach) {
        plan.sentences << QStringLiteral("Whether another node has it is not known: ") + silent;
    }
}

} // namespace

QString verbOf(DiskAction action)
{
    switch (action) {
    case DiskAction::Create:
        return QStringLiteral("create");
    case DiskAction::Delete:
        return QStringLiteral("delete");
    case DiskAction::Attach:
        return QStringLiteral("attach");
    case DiskAction::Detach:
        break;
    }
    return QStringLiteral("detach");
}

QString planTitle(const DiskPlan &plan)
{
    const DiskRequest &request = plan.request;
    const QString node = request.node ? request.node->name.text() : QString();
    switch (request.action) {
    case DiskAction::Create:
        return QStringLiteral("Create the disk %1: %2 GiB, %3, in %4.")
            .arg(request.disk, QString::number(request.gib), request.type, request.zone.text());
    case DiskAction::Delete:
        return QStringLiteral("Delete the disk %1 in %2.").arg(request.disk, request.zone.text());
    case DiskAction::Attach:
        return QStringLiteral("Attach the disk %1 to %2%3, %4.")
            .arg(
                request.disk, node,
                request.worker ? QStringLiteral(":%1").arg(*request.worker) : QString(),
                request.isReadOnly ? QStringLiteral("read-only") : QStringLiteral("read-write"));
    case DiskAction::Detach:
        break;
    }
    return QStringLiteral("Detach the disk %1 from %2.").arg(request.disk, node);
}

DiskFacts
diskFacts(const ProjectId &project, const cloud::DiskList &list, inventory::SharedSnapshot standing)
{
    DiskFacts facts{list.disks, list.attached, std::move(standing)};
    for (const QString &zone : list.unreachable) {
        facts.unreachable.emplace_back(project, zone);
    }
    return facts;
}

std::vector<NodeRef> holdersOf(const Disk &disk, const cloud::AttachedDisks &attached)
{
    std::vector<NodeRef> holders;
    for (const auto &[node, disks] : attached) {
        if (find(disks, disk) && node.project == disk.project) {
            holders.push_back(node);
        }
    }
    return holders;
}

QStringList holdersText(const Disk &disk, const cloud::AttachedDisks &attached)
{
    QStringList holders;
    for (const auto &[node, disks] : attached) {
        if (const AttachedDisk *there = find(disks, disk); there && node.project == disk.project) {
            holders << QStringLiteral("%1 (%2)").arg(node.name.text(), modeText(*there));
        }
    }
    return holders;
}

DiskPlan planDisk(const DiskRequest &request, const DiskFacts &facts)
{
    DiskPlan plan;
    plan.request = request;
    const Disk *disk = findDisk(request, facts.disks);
    switch (request.action) {
    case DiskAction::Create:
        planCreate(plan, disk);
        break;
    case DiskAction::Delete:
        disk ? planDelete(plan, *disk, facts.attached) : void(plan.error = noDisk(request));
        break;
    case DiskAction::Attach:
    case DiskAction::Detach:
        planForNode(plan, disk, facts);
        break;
    }
    if (isUnreachable(request, facts)) {
        judgeUnreachable(plan);
    }
    return plan;
}

} // namespace podium::lifecycle
