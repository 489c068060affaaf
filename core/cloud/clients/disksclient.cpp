// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/clients/disksclient.h"

#include "core/cloud/clients/calls.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace podium::cloud {

namespace {

QString disksWord()
{
    return QStringLiteral("disks");
}

} // namespace

DisksClient::DisksClient(HttpClient &http, ApiEndpoints endpoints, QObject *parent)
    : QObject(parent)
    , m_http(http)
    , m_endpoints(std::move(endpoints))
{}

void DisksClient::list(const ProjectId &project, Callback<Result<DiskList>> done)
{
    Listing<DiskList, DiskPage> listing;
    listing.pages =
        Pages(QStringLiteral("list the disks of %1").arg(project.text()), project.text());
    listing.request = [this, project](const Pages &pages) {
        ApiQuery query{
            {QStringLiteral("maxResults"), QStringLiteral("500")},
            {QStringLiteral("returnPartialSuccess"), QStringLiteral("true")}};
        pages.addTo(query);
        ApiRequest request;
        request.url = apiUrl(
            m_endpoints.compute,
            {QStringLiteral("projects"), project.text(), QStringLiteral("aggregated"), disksWord()},
            {}, query);
        return request;
    };
    listing.parse = [project](const QByteArray &json) { return parseDiskPage(json, project); };
    listing.add = [](DiskList &list, const DiskPage &page) {
        list.disks.insert(list.disks.end(), page.disks.begin(), page.disks.end());
        list.unreachable += page.unreachable;
    };
    listing.done = {this, [this, project, done = std::move(done)](Result<DiskList> disks) {
                        if (disks) {
                            addAttached(project, std::move(*disks), done);
                        } else {
                            done(std::move(disks));
                        }
                    }};
    cloud::list(m_http, this, std::move(listing));
}

void DisksClient::addAttached(
    const ProjectId &project, DiskList disks, Callback<Result<DiskList>> done)
{
    std::sort(disks.disks.begin(), disks.disks.end(), [](const Disk &a, const Disk &b) {
        return std::tie(a.zone, a.name) < std::tie(b.zone, b.name);
    });
    Listing<DiskList, AttachedDiskPage> listing;
    listing.list = std::move(disks);
    listing.pages = Pages(
        QStringLiteral("list which nodes of %1 have disks").arg(project.text()), project.text());
    listing.request = [this, project](const Pages &pages) {
        ApiQuery query{
            {QStringLiteral("pageSize"), QStringLiteral("500")},
            {QStringLiteral("fields"),
             QStringLiteral("nodes(name,dataDisks),nextPageToken,unreachable")}};
        pages.addTo(query);
        ApiRequest request;
        request.url = apiUrl(
            m_endpoints.tpu, tpuPath("v2alpha1", project.text(), QStringLiteral("-"), "nodes"), {},
            query);
        return request;
    };
    listing.parse = [project](const QByteArray &json) {
        return parseAttachedDiskPage(json, project);
    };
    listing.add = [](DiskList &list, AttachedDiskPage page) {
        list.attached.merge(page.disks);
        list.unreachable += page.unreachable;
        list.unreachable.removeDuplicates();
    };
    listing.done = std::move(done);
    cloud::list(m_http, this, std::move(listing));
}

QUrl DisksClient::nodeUrl(const NodeRef &node, const ApiQuery &query) const
{
    return apiUrl(
        m_endpoints.tpu,
        tpuPath("v2alpha1", node.project.text(), node.zone.text(), "nodes", node.name.text()), {},
        query);
}

void DisksClient::attached(const NodeRef &node, Callback<Result<std::vector<AttachedDisk>>> done)
{
    ApiRequest request;
    request.url = nodeUrl(node, {{QStringLiteral("fields"), QStringLiteral("name,dataDisks")}});
    request.action = QStringLiteral("look at the disks of %1").arg(node.text());
    request.subject = node.text();
    askFor<std::vector<AttachedDisk>>(
        m_http, this, request,
        [node](const QByteArray &json) { return parseAttachedDisks(json, node); }, std::move(done));
}

void DisksClient::setAttached(
    const NodeRef &node, const std::vector<AttachedDisk> &disks, Callback<Result<Operation>> done)
{
    ApiRequest request;
    request.method = "PATCH";
    request.url = nodeUrl(node, {{QStringLiteral("updateMask"), QStringLiteral("data_disks")}});
    request.body = writeDataDisks(disks);
    request.action = QStringLiteral("change the disks of %1").arg(node.text());
    request.subject = node.text();
    askForOperation(m_http, this, request, std::move(done));
}

QUrl DisksClient::diskUrl(const ProjectId &project, const Zone &zone, const QString &name) const
{
    QStringList path{
        QStringLiteral("projects"), project.text(), QStringLiteral("zones"), zone.text(),
        disksWord()};
    if (!name.isEmpty()) {
        path << name;
    }
    return apiUrl(m_endpoints.compute, path);
}

void DisksClient::disk(
    const ProjectId &project, const Zone &zone, const QString &name, Callback<Result<Disk>> done)
{
    ApiRequest request;
    request.url = diskUrl(project, zone, name);
    request.action = QStringLiteral("look at the disk %1").arg(name);
    request.subject = name;
    askFor<Disk>(
        m_http, this, request,
        [project](const QByteArray &json) { return parseDisk(json, project); }, std::move(done));
}

void DisksClient::create(const Disk &disk, Callback<Result<Operation>> done)
{
    ApiRequest request;
    request.method = "POST";
    request.url = diskUrl(disk.project, disk.zone, {});
    request.body = writeNewDisk(disk);
    request.action = QStringLiteral("create the disk %1").arg(disk.name);
    request.subject = disk.name;
    askForOperation(m_http, this, request, std::move(done));
}

void DisksClient::remove(const Disk &disk, Callback<Result<Operation>> done)
{
    ApiRequest request;
    request.method = "DELETE";
    request.url = diskUrl(disk.project, disk.zone, disk.name);
    request.action = QStringLiteral("delete the disk %1").arg(disk.name);
    request.subject = disk.name;
    askForOperation(m_http, this, request, std::move(done));
}

void DisksClient::operation(
    const ProjectId &project, const Zone &zone, const QString &name, const QString &action,
    Callback<Result<Operation>> done)
{
    ApiRequest request;
    request.url = apiUrl(
        m_endpoints.compute, {QStringLiteral("projects"), project.text(), QStringLiteral("zones"),
                              zone.text(), QStringLiteral("operations"), name});
    request.action = action;
    request.subject = name;
    askForOperation(m_http, this, request, std::move(done));
}

} // namespace podium::cloud
