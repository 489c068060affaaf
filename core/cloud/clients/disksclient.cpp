// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/clients/disksclient.h"

#include "core/cloud/clients/httpclient.h"
#include "core/cloud/clients/pages.h"

#include <algorithm>
#include <tuple>

namespace podium::cloud {

namespace {

QString disksWord()
{
    return QStringLiteral("disks");
}

} // namespace

struct DisksClient::Listing
{
    ProjectId project;
    DiskList list;
    Pages pages;
    Callback<Result<DiskList>> done;
};

DisksClient::DisksClient(HttpClient &http, ApiEndpoints endpoints, QObject *parent)
    : QObject(parent)
    , m_http(http)
    , m_endpoints(std::move(endpoints))
{}

void DisksClient::list(const ProjectId &project, Callback<Result<DiskList>> done)
{
    auto listing = std::make_shared<Listing>();
    listing->project = project;
    listing->pages =
        Pages(QStringLiteral("list the disks of %1").arg(project.text()), project.text());
    listing->done = std::move(done);
    askForPage(listing);
}

void DisksClient::askForPage(const std::shared_ptr<Listing> &listing)
{
    QList<QPair<QString, QString>> query{
        {QStringLiteral("maxResults"), QStringLiteral("500")},
        {QStringLiteral("returnPartialSuccess"), QStringLiteral("true")}};
    listing->pages.addTo(query);
    ApiRequest request;
    request.url = apiUrl(
        m_endpoints.compute,
        {QStringLiteral("projects"), listing->project.text(), QStringLiteral("aggregated"),
         disksWord()},
        {}, query);
    request.action = listing->pages.action();
    request.subject = listing->project.text();
    m_http.send(request, {this, [this, listing](const Result<QByteArray> &body) {
                              onPage(listing, body);
                          }});
}

void DisksClient::onPage(const std::shared_ptr<Listing> &listing, const Result<QByteArray> &body)
{
    const auto page =
        body ? parseDiskPage(*body, listing->project) : Result<DiskPage>(failure(body.error()));
    if (!page) {
        listing->done(failure(page.error()));
        return;
    }
    DiskList &list = listing->list;
    list.disks.insert(list.disks.end(), page->disks.begin(), page->disks.end());
    list.unreachable += page->unreachable;
    const auto goesOn = listing->pages.next(page->nextPageToken);
    if (!goesOn) {
        listing->done(failure(goesOn.error()));
        return;
    }
    if (*goesOn) {
        askForPage(listing);
        return;
    }
    std::sort(list.disks.begin(), list.disks.end(), [](const Disk &a, const Disk &b) {
        return std::tie(a.zone, a.name) < std::tie(b.zone, b.name);
    });
    listing->pages = Pages(
        QStringLiteral("list which nodes of %1 have disks").arg(listing->project.text()),
        listing->project.text());
    askForNodes(listing);
}

void DisksClient::askForNodes(const std::shared_ptr<Listing> &listing)
{
    QList<QPair<QString, QString>> query{
        {QStringLiteral("pageSize"), QStringLiteral("500")},
        {QStringLiteral("fields"),
         QStringLiteral("nodes(name,dataDisks),nextPageToken,unreachable")}};
    listing->pages.addTo(query);
    ApiRequest request;
    request.url = apiUrl(
        m_endpoints.tpu,
        {QStringLiteral("v2alpha1"), QStringLiteral("projects"), listing->project.text(),
         QStringLiteral("locations"), QStringLiteral("-"), QStringLiteral("nodes")},
        {}, query);
    request.action = listing->pages.action();
    request.subject = listing->project.text();
    m_http.send(request, {this, [this, listing](const Result<QByteArray> &body) {
                              onNodes(listing, body);
                          }});
}

void DisksClient::onNodes(const std::shared_ptr<Listing> &listing, const Result<QByteArray> &body)
{
    auto page = body ? parseAttachedDiskPage(*body, listing->project)
                     : Result<AttachedDiskPage>(failure(body.error()));
    if (!page) {
        listing->done(failure(page.error()));
        return;
    }
    listing->list.attached.merge(page->disks);
    listing->list.unreachable += page->unreachable;
    const auto goesOn = listing->pages.next(page->nextPageToken);
    if (!goesOn) {
        listing->done(failure(goesOn.error()));
        return;
    }
    if (*goesOn) {
        askForNodes(listing);
        return;
    }
    listing->list.unreachable.removeDuplicates();
    listing->done(listing->list);
}

QUrl DisksClient::nodeUrl(const NodeRef &node, const QList<QPair<QString, QString>> &query) const
{
    return apiUrl(
        m_endpoints.tpu,
        {QStringLiteral("v2alpha1"), QStringLiteral("projects"), node.project.text(),
         QStringLiteral("locations"), node.zone.text(), QStringLiteral("nodes"), node.name.text()},
        {}, query);
}

void DisksClient::attached(const NodeRef &node, Callback<Result<std::vector<AttachedDisk>>> done)
{
    ApiRequest request;
    request.url = nodeUrl(node, {{QStringLiteral("fields"), QStringLiteral("name,dataDisks")}});
    request.action = QStringLiteral("look at the disks of %1").arg(node.text());
    request.subject = node.text();
    m_http.send(request, {this, [node, done = std::move(done)](const Result<QByteArray> &body) {
                              done(
                                  body ? parseAttachedDisks(*body, node)
                                       : Result<std::vector<AttachedDisk>>(failure(body.error())));
                          }});
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
    sendForOperation(request, std::move(done));
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
    m_http.send(
        request, {this, [project, done = std::move(done)](const Result<QByteArray> &body) {
                      done(body ? parseDisk(*body, project) : Result<Disk>(failure(body.error())));
                  }});
}

void DisksClient::create(const Disk &disk, Callback<Result<Operation>> done)
{
    ApiRequest request;
    request.method = "POST";
    request.url = diskUrl(disk.project, disk.zone, {});
    request.body = writeNewDisk(disk);
    request.action = QStringLiteral("create the disk %1").arg(disk.name);
    request.subject = disk.name;
    sendForOperation(request, std::move(done));
}

void DisksClient::remove(const Disk &disk, Callback<Result<Operation>> done)
{
    ApiRequest request;
    request.method = "DELETE";
    request.url = diskUrl(disk.project, disk.zone, disk.name);
    request.action = QStringLiteral("delete the disk %1").arg(disk.name);
    request.subject = disk.name;
    sendForOperation(request, std::move(done));
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
    sendForOperation(request, std::move(done));
}

void DisksClient::sendForOperation(const ApiRequest &request, Callback<Result<Operation>> done)
{
    m_http.send(
        request, {this, [done = std::move(done), action = request.action,
                         subject = request.subject](const Result<QByteArray> &body) {
                      done(
                          body ? parseOperation(*body, action, subject)
                               : Result<Operation>(failure(body.error())));
                  }});
}

} // namespace podium::cloud
