// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/clients/tpuclient.h"

#include "core/base/jobs.h"
#include "core/cloud/clients/httpclient.h"
#include "core/cloud/clients/pages.h"

namespace podium::cloud {

namespace {

/// More than Google is known to give at once; every page is followed anyway.
constexpr int PageSize = 500;
/// What parseNodeList() reads, and no more. Of the metadata only the keys are read, but a mask has
/// no proved way to name members with a hyphen.
constexpr const char *NodeFields =
    "nodes(name,id,state,health,healthDescription,apiVersion,acceleratorType,"
    "acceleratorConfig(type,topology),runtimeVersion,schedulingConfig,createTime,"
    "networkConfigs,networkEndpoints(ipAddress,accessConfig/externalIp),labels,metadata,"
    "queuedResource,dataDisks/sourceDisk,upcomingMaintenance),nextPageToken,unreachable";
constexpr const char *GuestAttributeFields = "guestAttributes/queryValue/items(key,value)";

struct ChangeCall
{
    const char *verb;   ///< after "Cannot "
    const char *suffix; ///< of the path
    QByteArray method;
    const char *version;
};

ChangeCall callOf(NodeChange what)
{
    switch (what) {
    case NodeChange::Start:
        return {"start", ":start", "POST", "v2"};
    case NodeChange::Stop:
        return {"stop", ":stop", "POST", "v2"};
    case NodeChange::Delete:
        return {"delete", "", "DELETE", "v2"};
    case NodeChange::PerformMaintenance:
        break;
    }
    return {"start the maintenance of", ":performMaintenance", "POST", "v2alpha1"};
}

/// A name as the API gave it, "projects/P/…", cut into the segments of a path.
QStringList pathOf(const QString &name)
{
    return QStringList{QStringLiteral("v2")} + name.split(QLatin1Char('/'));
}

} // namespace

struct TpuClient::Listing
{
    ProjectId project;
    NodeList list;
    Pages pages;
    Callback<Result<NodeList>> done;
    Callback<Error> failedTry;
};

TpuClient::TpuClient(HttpClient &http, ApiEndpoints endpoints, QObject *parent)
    : QObject(parent)
    , m_http(http)
    , m_endpoints(std::move(endpoints))
{}

void TpuClient::listNodes(
    const ProjectId &project, Callback<Result<NodeList>> done, Callback<Error> failedTry)
{
    auto listing = std::make_shared<Listing>();
    listing->project = project;
    listing->pages =
        Pages(QStringLiteral("list the TPU nodes of %1").arg(project.text()), project.text());
    listing->done = std::move(done);
    listing->failedTry = std::move(failedTry);
    askForPage(listing);
}

void TpuClient::askForPage(const std::shared_ptr<Listing> &listing)
{
    const ProjectId project = listing->project;
    QList<QPair<QString, QString>> query{
        {QStringLiteral("pageSize"), QString::number(PageSize)},
        {QStringLiteral("fields"), QLatin1String(NodeFields)}};
    listing->pages.addTo(query);
    ApiRequest request;
    request.url = apiUrl(
        m_endpoints.tpu,
        {QStringLiteral("v2"), QStringLiteral("projects"), project.text(),
         QStringLiteral("locations"), QStringLiteral("-"), QStringLiteral("nodes")},
        {}, query);
    request.action = listing->pages.action();
    request.subject = project.text();
    request.failedTry = listing->failedTry;
    m_http.send(
        request,
        {this, [this, listing](const Result<QByteArray> &body) {
             if (!body) {
                 listing->done(failure(body.error()));
                 return;
             }
             runJob(
                 this,
                 [json = *body, asked = listing->project] { return parseNodeList(json, asked); },
                 [this, listing](Result<NodeList> page) { handlePage(listing, std::move(page)); });
         }});
}

void TpuClient::handlePage(const std::shared_ptr<Listing> &listing, Result<NodeList> page)
{
    if (!page) {
        listing->done(failure(page.error()));
        return;
    }
    NodeList &all = listing->list;
    std::move(page->nodes.begin(), page->nodes.end(), std::back_inserter(all.nodes));
    std::move(page->errors.begin(), page->errors.end(), std::back_inserter(all.errors));
    all.unreachable += page->unreachable;
    all.unreachable.removeDuplicates();
    all.endsEmpty = page->endsEmpty;
    const auto goesOn = listing->pages.next(page->nextPageToken);
    if (!goesOn) {
        listing->done(failure(goesOn.error()));
    } else if (*goesOn) {
        askForPage(listing);
    } else {
        listing->done(std::move(all));
    }
}

void TpuClient::node(const NodeRef &node, Callback<Result<Node>> done)
{
    ApiRequest request;
    request.url = apiUrl(
        m_endpoints.tpu,
        {QStringLiteral("v2"), QStringLiteral("projects"), node.project.text(),
         QStringLiteral("locations"), node.zone.text(), QStringLiteral("nodes"), node.name.text()},
        {}, {});
    request.action = QStringLiteral("look at the TPU node %1").arg(node.text());
    request.subject = node.text();
    m_http.send(
        request, {this, [this, project = node.project,
                         done = std::move(done)](const Result<QByteArray> &body) {
                      if (!body) {
                          done(failure(body.error()));
                          return;
                      }
                      runJob(
                          this, [json = *body, project] { return parseNode(json, project); },
                          [done](Result<Node> parsed) { done(std::move(parsed)); });
                  }});
}

void TpuClient::nodeDocument(const NodeRef &node, Callback<Result<QByteArray>> done)
{
    ApiRequest request;
    request.url = apiUrl(
        m_endpoints.tpu,
        {QStringLiteral("v2alpha1"), QStringLiteral("projects"), node.project.text(),
         QStringLiteral("locations"), node.zone.text(), QStringLiteral("nodes"), node.name.text()},
        {}, {});
    request.action = QStringLiteral("look at the TPU node %1").arg(node.text());
    request.subject = node.text();
    m_http.send(request, std::move(done));
}

void TpuClient::change(const NodeRef &node, NodeChange what, Callback<Result<Operation>> done)
{
    const ChangeCall call = callOf(what);
    ApiRequest request;
    request.method = call.method;
    request.url = apiUrl(
        m_endpoints.tpu,
        {QLatin1String(call.version), QStringLiteral("projects"), node.project.text(),
         QStringLiteral("locations"), node.zone.text(), QStringLiteral("nodes"), node.name.text()},
        QLatin1String(call.suffix), {});
    request.body = call.method == "POST" ? QByteArray("{}") : QByteArray();
    request.action = QStringLiteral("%1 %2").arg(QLatin1String(call.verb), node.text());
    request.subject = node.text();
    sendForOperation(request, std::move(done));
}

void TpuClient::createNode(
    const NodeRef &node, const QByteArray &body, const QString &requestId,
    Callback<Result<Operation>> done)
{
    ApiRequest request;
    request.method = "POST";
    request.url = apiUrl(
        m_endpoints.tpu,
        {QStringLiteral("v2alpha1"), QStringLiteral("projects"), node.project.text(),
         QStringLiteral("locations"), node.zone.text(), QStringLiteral("nodes")},
        {},
        {{QStringLiteral("nodeId"), node.name.text()}, {QStringLiteral("requestId"), requestId}});
    request.body = body;
    request.action = QStringLiteral("create %1").arg(node.text());
    request.subject = node.text();
    sendForOperation(request, std::move(done));
}

struct TpuClient::QueueListing
{
    ProjectId project;
    QueuedResourceList list;
    Pages pages;
    Callback<Result<QueuedResourceList>> done;
};

void TpuClient::listQueuedResources(
    const ProjectId &project, Callback<Result<QueuedResourceList>> done)
{
    auto listing = std::make_shared<QueueListing>();
    listing->project = project;
    listing->pages = Pages(
        QStringLiteral("list the queued resources of %1").arg(project.text()), project.text());
    listing->done = std::move(done);
    askForQueuePage(listing);
}

void TpuClient::askForQueuePage(const std::shared_ptr<QueueListing> &listing)
{
    const ProjectId project = listing->project;
    QList<QPair<QString, QString>> query{{QStringLiteral("pageSize"), QString::number(PageSize)}};
    listing->pages.addTo(query);
    ApiRequest request;
    request.url = apiUrl(
        m_endpoints.tpu,
        {QStringLiteral("v2alpha1"), QStringLiteral("projects"), project.text(),
         QStringLiteral("locations"), QStringLiteral("-"), QStringLiteral("queuedResources")},
        {}, query);
    request.action = listing->pages.action();
    request.subject = project.text();
    m_http.send(request, {this, [this, listing](const Result<QByteArray> &body) {
                              auto page = body ? parseQueuedResourceList(*body, listing->project)
                                               : failure(body.error());
                              if (!page) {
                                  listing->done(failure(page.error()));
                                  return;
                              }
                              QueuedResourceList &all = listing->list;
                              std::move(
                                  page->resources.begin(), page->resources.end(),
                                  std::back_inserter(all.resources));
                              all.unreachable += page->unreachable;
                              all.unreachable.removeDuplicates();
                              const auto goesOn = listing->pages.next(page->nextPageToken);
                              if (!goesOn) {
                                  listing->done(failure(goesOn.error()));
                              } else if (*goesOn) {
                                  askForQueuePage(listing);
                              } else {
                                  listing->done(std::move(all));
                              }
                          }});
}

void TpuClient::queuedResource(
    const ProjectId &project, const Zone &zone, const QString &id,
    Callback<Result<QueuedResource>> done)
{
    ApiRequest request;
    request.url = apiUrl(
        m_endpoints.tpu,
        {QStringLiteral("v2alpha1"), QStringLiteral("projects"), project.text(),
         QStringLiteral("locations"), zone.text(), QStringLiteral("queuedResources"), id},
        {}, {});
    request.action = QStringLiteral("look at the queued resource %1").arg(id);
    request.subject = id;
    m_http.send(
        request, {this, [project, done = std::move(done)](const Result<QByteArray> &body) {
                      done(body ? parseQueuedResource(*body, project) : failure(body.error()));
                  }});
}

void TpuClient::createQueuedResource(
    const NodeRef &node, const QString &id, const QByteArray &body, const QString &requestId,
    Callback<Result<Operation>> done)
{
    ApiRequest request;
    request.method = "POST";
    request.url = apiUrl(
        m_endpoints.tpu,
        {QStringLiteral("v2alpha1"), QStringLiteral("projects"), node.project.text(),
         QStringLiteral("locations"), node.zone.text(), QStringLiteral("queuedResources")},
        {}, {{QStringLiteral("queuedResourceId"), id}, {QStringLiteral("requestId"), requestId}});
    request.body = body;
    request.action = QStringLiteral("queue for %1").arg(node.text());
    request.subject = node.text();
    sendForOperation(request, std::move(done));
}

void TpuClient::deleteQueuedResource(
    const QString &name, const NodeRef &node, Callback<Result<Operation>> done)
{
    ApiRequest request;
    request.method = "DELETE";
    request.url = apiUrl(
        m_endpoints.tpu, pathOf(name), {}, {{QStringLiteral("force"), QStringLiteral("true")}});
    request.action = QStringLiteral("delete the queued resource of %1").arg(node.text());
    request.subject = node.text();
    sendForOperation(request, std::move(done));
}

void TpuClient::operation(
    const QString &name, const QString &action, Callback<Result<Operation>> done)
{
    ApiRequest request;
    request.url = apiUrl(m_endpoints.tpu, pathOf(name), {}, {});
    request.action = action;
    request.subject = name;
    sendForOperation(request, std::move(done));
}

void TpuClient::sendForOperation(ApiRequest request, Callback<Result<Operation>> done)
{
    m_http.send(
        request, {this, [done = std::move(done), action = request.action,
                         subject = request.subject](const Result<QByteArray> &body) {
                      done(body ? parseOperation(*body, action, subject) : failure(body.error()));
                  }});
}

void TpuClient::guestAttributes(
    const NodeRef &node, Callback<Result<std::vector<WorkerAttributes>>> done)
{
    ApiRequest request;
    request.method = "POST";
    request.url = apiUrl(
        m_endpoints.tpu,
        {QStringLiteral("v2"), QStringLiteral("projects"), node.project.text(),
         QStringLiteral("locations"), node.zone.text(), QStringLiteral("nodes"), node.name.text()},
        QStringLiteral(":getGuestAttributes"),
        {{QStringLiteral("fields"), QLatin1String(GuestAttributeFields)}});
    // As gcloud: one empty id stands for all workers.
    request.body = R"({"workerIds":[""]})";
    request.action = QStringLiteral("read the guest attributes of %1").arg(node.text());
    request.subject = node.text();
    m_http.send(request, {this, [this, done = std::move(done)](const Result<QByteArray> &body) {
                              if (!body) {
                                  done(failure(body.error()));
                                  return;
                              }
                              runJob(
                                  this, [json = *body] { return parseGuestAttributes(json); },
                                  [done](const Result<std::vector<WorkerAttributes>> &workers) {
                                      done(workers);
                                  });
                          }});
}

} // namespace podium::cloud
