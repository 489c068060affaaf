// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/base/result.h"
#include "core/cloud/http/apiendpoints.h"
#include "core/cloud/values/nodejson.h"
#include "core/cloud/values/operationjson.h"
#include "core/cloud/values/queuedresource.h"

#include <QObject>

#include <vector>

namespace podium::cloud {

class HttpClient;

/// What can be done to a node as a whole. PerformMaintenance: a pending maintenance, now.
enum class NodeChange { Start, Stop, Delete, PerformMaintenance };

/// The Cloud TPU API v2. Lives on one thread; answers are parsed in the pool.
class TpuClient final : public QObject
{
    Q_OBJECT

public:
    /// The client must outlive this.
    TpuClient(HttpClient &http, ApiEndpoints endpoints, QObject *parent = nullptr);

    /// All nodes of all zones of a project, over all pages. Partial answers are no error: see
    /// NodeList::unreachable and NodeList::errors. `failedTry`: see ApiRequest.
    void listNodes(
        const ProjectId &project, Callback<Result<NodeList>> done, Callback<Error> failedTry = {});
    /// One node; NotFound where there is none (any more).
    void node(const NodeRef &node, Callback<Result<Node>> done);
    /// The same as the API's own JSON (v2alpha1), with what parseNode() does not keep.
    void nodeDocument(const NodeRef &node, Callback<Result<QByteArray>> done);
    /// What each worker, in worker order, says of itself: host keys, instance name.
    void guestAttributes(const NodeRef &node, Callback<Result<std::vector<WorkerAttributes>>> done);
    /// Asks for the change and gives the operation, which then goes on by itself for minutes. Sent
    /// once: after Network, Timeout or Unavailable nobody knows whether it was heard.
    void change(const NodeRef &node, NodeChange what, Callback<Result<Operation>> done);
    /// Asks for a new node; `body` is the API's Node in JSON. A second call with the same
    /// `requestId` counts as the first one (v2alpha1). Sent once, as change().
    void createNode(
        const NodeRef &node, const QByteArray &body, const QString &requestId,
        Callback<Result<Operation>> done);
    /// All queued resources of all zones of a project, over all pages; see NodeList.
    void listQueuedResources(const ProjectId &project, Callback<Result<QueuedResourceList>> done);
    /// One; NotFound where there is none (any more).
    void queuedResource(
        const ProjectId &project, const Zone &zone, const QString &id,
        Callback<Result<QueuedResource>> done);
    /// Asks for one that makes the node; `body` is the API's QueuedResource in JSON (v2alpha1). As
    /// for createNode().
    void createQueuedResource(
        const NodeRef &node, const QString &id, const QByteArray &body, const QString &requestId,
        Callback<Result<Operation>> done);
    /// Deletes a queued resource with the nodes that it made. `name` is its full name, `node` one
    /// of those nodes, for errors. As for change().
    void deleteQueuedResource(
        const QString &name, const NodeRef &node, Callback<Result<Operation>> done);
    /// How far an operation is; `action` says for errors what it does: "stop lab/zone/node".
    void operation(const QString &name, const QString &action, Callback<Result<Operation>> done);

private:
    HttpClient &m_http;
    ApiEndpoints m_endpoints;
};

} // namespace podium::cloud
