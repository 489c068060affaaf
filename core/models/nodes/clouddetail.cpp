// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/clouddetail.h"

#include "core/base/daytext.h"

#include <QCoreApplication>

#include <algorithm>

namespace podium::models {

namespace {

struct DetailWords
{
    Q_DECLARE_TR_FUNCTIONS(CloudDetail)
};

QString diskText(const cloud::AttachedDisk &attached, const QString &name, const cloud::Disk *disk)
{
    QStringList parts;
    parts
        << (disk ? DetailWords::tr("%1 GiB %2").arg(QString::number(disk->gib), disk->type)
                 : DetailWords::tr("size unknown"));
    parts << (attached.isReadOnly ? DetailWords::tr("read-only") : DetailWords::tr("read-write"));
    parts
        << (attached.workerIds.isEmpty()
                ? DetailWords::tr("all workers")
                : DetailWords::tr("worker %1").arg(attached.workerIds.join(QStringLiteral(", "))));
    return DetailWords::tr("%1: %2").arg(name, parts.join(QStringLiteral(", ")));
}

} // namespace

NodeDisks nodeDisks(const NodeRef &node, const cloud::DiskList &list)
{
    NodeDisks disks;
    disks.isComplete = std::none_of(
        list.unreachable.begin(), list.unreachable.end(), [&node](const QString &zone) {
            return zone.section(QLatin1Char('/'), -1) == node.zone.text();
        });
    const auto attached = list.attached.find(node);
    const std::vector<cloud::AttachedDisk> own =
        attached == list.attached.end() ? std::vector<cloud::AttachedDisk>() : attached->second;
    for (const cloud::AttachedDisk &each : own) {
        const auto known =
            std::find_if(list.disks.begin(), list.disks.end(), [&each](const cloud::Disk &disk) {
                return each.isOf(disk);
            });
        const QString name = each.source.section(QLatin1Char('/'), -1);
        disks.rows.push_back(
            {name, diskText(each, name, known == list.disks.end() ? nullptr : &*known)});
    }
    for (const cloud::Disk &disk : list.disks) {
        const bool isOwn = std::any_of(
            own.begin(), own.end(), [&disk](const auto &each) { return each.isOf(disk); });
        if (disk.zone == node.zone && !isOwn) {
            disks.others << disk.name;
        }
    }
    return disks;
}

QString cloudIdleText(const cloud::NodeIdle &idle, const QString &cost)
{
    const auto minutes = std::chrono::floor<std::chrono::minutes>(idle.idle).count();
    switch (idle.state) {
    case cloud::NodeIdle::State::Unknown:
        break;
    case cloud::NodeIdle::State::Busy:
        return DetailWords::tr("The TPU computes, by Cloud Monitoring.");
    case cloud::NodeIdle::State::Idle:
        return cost.isEmpty()
                   ? DetailWords::tr("The TPU has been idle for %1 min, by Cloud Monitoring.")
                         .arg(minutes)
                   : DetailWords::tr("The TPU has been idle for %1 min, by Cloud Monitoring; the "
                                     "node costs %2.")
                         .arg(QString::number(minutes), cost);
    }
    return DetailWords::tr("Whether the TPU computes is not known. %1").arg(idle.reason);
}

QString auditText(const std::vector<cloud::AuditEntry> &entries)
{
    if (entries.empty()) {
        return DetailWords::tr("The audit log has nothing on this node; it is kept for 400 days.");
    }
    QStringList lines;
    for (const cloud::AuditEntry &entry : entries) {
        const QString time =
            plainTime(entry.time.toLocalTime(), QStringLiteral("yyyy-MM-dd HH:mm"));
        QString line = entry.who.isEmpty()
                           ? DetailWords::tr("%1: %2").arg(time, entry.action())
                           : DetailWords::tr("%1: %2 by %3").arg(time, entry.action(), entry.who);
        if (!entry.reason.isEmpty()) {
            line += QStringLiteral(" (%1)").arg(entry.reason);
        }
        if (!entry.failure.isEmpty()) {
            line += DetailWords::tr("; it failed: %1").arg(entry.failure);
        }
        lines << line;
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace podium::models
