// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/values/disk.h"

#include "core/cloud/values/jsonaccess.h"

#include <QRegularExpression>

namespace podium::cloud {

namespace {

Error noDiskAnswer(const QString &subject)
{
    return {
        ErrorKind::Protocol,
        QStringLiteral("The disks of %1 could not be read: the answer is not what Google sends.")
            .arg(subject),
        {},
        QStringLiteral("Something between here and Google may be answering instead."),
        subject};
}

QString lastPart(const QString &link)
{
    return link.mid(link.lastIndexOf(QLatin1Char('/')) + 1);
}

std::optional<Disk> diskOf(const Json &json, const ProjectId &project)
{
    const auto zone = Zone::parse(lastPart(text(json, "zone")));
    const QString name = text(json, "name");
    if (!zone || !isDiskName(name)) {
        return std::nullopt;
    }
    Disk disk{project,
              *zone,
              name,
              lastPart(text(json, "type")),
              number(json, "sizeGb"),
              text(json, "status"),
              {}};
    for (const Json &user : arrayMember(json, "users")) {
        disk.users << lastPart(toText(user));
    }
    disk.id = text(json, "id");
    return disk;
}

std::vector<AttachedDisk> attachedDisksOf(const Json &node)
{
    std::vector<AttachedDisk> disks;
    for (const Json &each : arrayMember(node, "dataDisks")) {
        AttachedDisk disk{
            text(each, "sourceDisk"), text(each, "mode") == QLatin1String("READ_ONLY"), {}};
        for (const Json &worker : arrayMember(each, "workerIds")) {
            disk.workerIds << toText(worker);
        }
        disks.push_back(std::move(disk));
    }
    return disks;
}

} // namespace

bool AttachedDisk::isOf(const Disk &disk) const
{
    // zones/Z/disks/D; nodes and disks are of one project.
    return source.section(QLatin1Char('/'), 2) == disk.source().section(QLatin1Char('/'), 2);
}

Result<AttachedDiskPage> parseAttachedDiskPage(const QByteArray &json, const ProjectId &project)
{
    const auto answer = parseJson(json);
    if (!answer || !isListAnswer(*answer, {"nodes", "nextPageToken", "unreachable"})) {
        return failure(noDiskAnswer(project.text()));
    }
    AttachedDiskPage page;
    page.nextPageToken = text(*answer, "nextPageToken");
    for (const Json &location : arrayMember(*answer, "unreachable")) {
        page.unreachable << lastPart(toText(location));
    }
    for (const Json &node : arrayMember(*answer, "nodes")) {
        const QStringList name = text(node, "name").split(QLatin1Char('/'));
        const auto zone = Zone::parse(name.value(3));
        const auto id = NodeName::parse(name.value(5));
        auto disks = attachedDisksOf(node);
        if (zone && id && !disks.empty()) {
            page.disks[{project, *zone, *id}] = std::move(disks);
        }
    }
    return page;
}

Result<std::vector<AttachedDisk>> parseAttachedDisks(const QByteArray &json, const NodeRef &node)
{
    const auto answer = parseJson(json);
    if (!answer || !member(*answer, "name").is_string()) {
        return failure(noDiskAnswer(node.text()));
    }
    return attachedDisksOf(*answer);
}

QString Disk::source() const
{
    return QStringLiteral("projects/%1/zones/%2/disks/%3").arg(project.text(), zone.text(), name);
}

bool isDiskName(const QString &name)
{
    static const QRegularExpression form(QStringLiteral(R"(\A[a-z]([-a-z0-9]{0,61}[a-z0-9])?\z)"));
    return form.match(name).hasMatch();
}

Result<DiskPage> parseDiskPage(const QByteArray &json, const ProjectId &project)
{
    const auto answer = parseJson(json);
    if (!answer || !isListAnswer(*answer, {"items", "kind", "nextPageToken", "unreachables"})) {
        return failure(noDiskAnswer(project.text()));
    }
    DiskPage page;
    page.nextPageToken = text(*answer, "nextPageToken");
    for (const Json &scope : arrayMember(*answer, "unreachables")) {
        page.unreachable << lastPart(toText(scope));
    }
    const Json &scopes = member(*answer, "items");
    if (!scopes.is_object()) {
        return page;
    }
    for (const auto &[scope, listed] : scopes.items()) {
        for (const Json &each : arrayMember(listed, "disks")) {
            if (auto disk = diskOf(each, project)) {
                page.disks.push_back(std::move(*disk));
            }
        }
    }
    return page;
}

Result<Disk> parseDisk(const QByteArray &json, const ProjectId &project)
{
    const auto answer = parseJson(json);
    auto disk = answer ? diskOf(*answer, project) : std::nullopt;
    return disk ? Result<Disk>(std::move(*disk)) : failure(noDiskAnswer(project.text()));
}

QByteArray writeNewDisk(const Disk &disk)
{
    const QString type = QStringLiteral("projects/%1/zones/%2/diskTypes/%3")
                             .arg(disk.project.text(), disk.zone.text(), disk.type);
    return dump(Json{
        {"name", toJson(disk.name)},
        {"sizeGb", toJson(QString::number(disk.gib))},
        {"type", toJson(type)}});
}

QByteArray writeDataDisks(const std::vector<AttachedDisk> &disks)
{
    Json list = Json::array();
    for (const AttachedDisk &disk : disks) {
        Json each{
            {"sourceDisk", toJson(disk.source)},
            {"mode", disk.isReadOnly ? "READ_ONLY" : "READ_WRITE"}};
        for (const QString &worker : disk.workerIds) {
            each["workerIds"].push_back(toJson(worker));
        }
        list.push_back(std::move(each));
    }
    return dump(Json{{"dataDisks", std::move(list)}});
}

} // namespace podium::cloud
