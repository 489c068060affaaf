// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/clients/tpuclient.h"

#include "core/cloud/clients/calls.h"

#include <iterator>
#include <utility>

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

QStringList nodePath(const char *version, const NodeRef &node)
{
    return tpuPath(version, node.project.text(), node.zone.text(), "nodes", node.name.text());
}

template <typename T>
void moveTo(std::vector<T> &all, std::vector<T> &more)
{
    std::move(more.begin(), more.end(), std::back_inserter(all));
}

void addNodes(NodeList &all, NodeList page)
{
    moveTo(all.nodes, page.nodes);
    moveTo(all.errors, page.errors);
    all.unreachable += page.unreachable;
    all.unreachable.removeDuplicates();
    all.endsEmpty = page.endsEmpty;
}

void addQueuedResources(QueuedResourceList &all, QueuedResourceList page)
{
    moveTo(all.resources, page.resources);
    all.unreachable += page.unreachable;
    all.unreachable.removeDuplicates();
}

} // namespace

TpuClient::TpuClient(HttpClient &http, ApiEndpoints endpoints, QObject *parent)
    : QObject(parent)
    , m_http(http)
    , m_endpoints(std::move(endpoints))
{}

void TpuClient::listNodes(
    const ProjectId &project, Callback<Result<NodeList>> done, Callback<Error> failedTry)
{
    Listing<NodeList, NodeList> listing;
    listing.pages =
        Pages(QStringLiteral("list the TPU nodes of %1").arg(project.text()), project.text());
    listing.request = [this, project, failedTry = std::move(failedTry)](const Pages &pages) {
        ApiQuery query{
            {QStringLiteral("pageSize"), QString::number(PageSize)},
            {QStringLiteral("fields"), QLatin1String(NodeFields)}};
        pages.addTo(query);
        ApiRequest request;
        request.url = apiUrl(
            m_endpoints.tpu, tpuPath("v2", project.text(), QStringLiteral("-"), "nodes"), {},
            query);
        request.failedTry = failedTry;
        return request;
    };
    listing.parse = [project](const QByteArray &json) { return parseNodeList(json, project); };
    listing.add = addNodes;
    listing.done = std::move(done);
    list(m_http, this, std::move(listing));
}

void TpuClient::node(const NodeRef &node, Callback<Result<Node>> done)
{
    ApiRequest request;
    request.url = apiUrl(m_endpoints.tpu, nodePath("v2", node));
    request.action = QStringLiteral("look at the TPU node %1").arg(node.text());
    request.subject = node.text();
    askInPool<Node>(
        m_http, this, request,
        [project = node.project](const QByteArray &json) { return parseNode(json, project); },
        std::move(done));
}

void TpuClient::nodeDocument(const NodeRef &node, Callback<Result<QByteArray>> done)
{
    ApiRequest request;
    request.url = apiUrl(m_endpoints.tpu, nodePath("v2alpha1", node));
    request.action = QStringLiteral("look at the TPU node %1").arg(node.text());
    request.subject = node.text();
    m_http.send(request, std::move(done));
}

void TpuClient::change(const NodeRef &node, NodeChange what, Callback<Result<Operation>> done)
{
    const ChangeCall call = callOf(what);
    ApiRequest request;
    request.method = call.method;
    request.url = apiUrl(m_endpoints.tpu, nodePath(call.version, node), QLatin1String(call.suffix));
    request.body = call.method == "POST" ? QByteArray("{}") : QByteArray();
    request.action = QStringLiteral("%1 %2").arg(QLatin1String(call.verb), node.text());
    request.subject = node.text();
    askForOperation(m_http, this, request, std::move(done));
}

void TpuClient::createNode(
    const NodeRef &node, const QByteArray &body, const QString &requestId,
    Callback<Result<Operation>> done)
{
    ApiRequest request;
    request.method = "POST";
    request.url = apiUrl(
        m_endpoints.tpu, tpuPath("v2alpha1", node.project.text(), node.zone.text(), "nodes"), {},
        {{QStringLiteral("nodeId"), node.name.text()}, {QStringLiteral("requestId"), requestId}});
    request.body = body;
    request.action = QStringLiteral("create %1").arg(node.text());
    request.subject = node.text();
    askForOperation(m_http, this, request, std::move(done));
}

void TpuClient::listQueuedResources(
    const ProjectId &project, Callback<Result<QueuedResourceList>> done)
{
    Listing<QueuedResourceList, QueuedResourceList> listing;
    listing.pages = Pages(
        QStringLiteral("list the queued resources of %1").arg(project.text()), project.text());
    listing.request = [this, project](const Pages &pages) {
        ApiQuery query{{QStringLiteral("pageSize"), QString::number(PageSize)}};
        pages.addTo(query);
        ApiRequest request;
        request.url = apiUrl(
            m_endpoints.tpu,
            tpuPath("v2alpha1", project.text(), QStringLiteral("-"), "queuedResources"), {}, query);
        return request;
    };
    listing.parse = [project](const QByteArray &json) {
        return parseQueuedResourceList(json, project);
    };
    listing.add = addQueuedResources;
    listing.done = std::move(done);
    list(m_http, this, std::move(listing));
}

void TpuClient::queuedResource(
    const ProjectId &project, const Zone &zone, const QString &id,
    Callback<Result<QueuedResource>> done)
{
    ApiRequest request;
    request.url = apiUrl(
        m_endpoints.tpu, tpuPath("v2alpha1", project.text(), zone.text(), "queuedResources", id));
    request.action = QStringLiteral("look at the queued resource %1").arg(id);
    request.subject = id;
    askFor<QueuedResource>(
        m_http, this, request,
        [project](const QByteArray &json) { return parseQueuedResource(json, project); },
        std::move(done));
}

void TpuClient::createQueuedResource(
    const NodeRef &node, const QString &id, const QByteArray &body, const QString &requestId,
    Callback<Result<Operation>> done)
{
    ApiRequest request;
    request.method = "POST";
    request.url = apiUrl(
        m_endpoints.tpu,
        tpuPath("v2alpha1", node.project.text(), node.zone.text(), "queuedResources"), {},
        {{QStringLiteral("queuedResourceId"), id}, {QStringLiteral("requestId"), requestId}});
    request.body = body;
    request.action = QStringLiteral("queue for %1").arg(node.text());
    request.subject = node.text();
    askForOperation(m_http, this, request, std::move(done));
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
    askForOperation(m_http, this, request, std::move(done));
}

void TpuClient::operation(
    const QString &name, const QString &action, Callback<Result<Operation>> done)
{
    ApiRequest request;
    request.url = apiUrl(m_endpoints.tpu, pathOf(name));
    request.action = action;
    request.subject = name;
    askForOperation(m_http, this, request, std::move(done));
}

void TpuClient::guestAttributes(
    const NodeRef &node, Callback<Result<std::vector<WorkerAttributes>>> done)
{
    ApiRequest request;
    request.method = "POST";
    request.url = apiUrl(
        m_endpoints.tpu, nodePath("v2", node), QStringLiteral(":getGuestAttributes"),
        {{QStringLiteral("fields"), QLatin1String(GuestAttributeFields)}});
    // As gcloud: one empty id stands for all workers.
    request.body = R"({"workerIds":[""]})";
    request.action = QStringLiteral("read the guest attributes of %1").arg(node.text());
    request.subject = node.text();
    askInPool<std::vector<WorkerAttributes>>(
        m_http, this, request, parseGuestAttributes, std::move(done));
}

} // namespace podium::cloud
