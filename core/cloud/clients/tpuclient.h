// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/base/result.h"
#include "core/cloud/http/apiendpoints.h"
#include "core/cloud/values/nodejson.h"

#include <QObject>

#include <memory>
#include <vector>

namespace podium::cloud {

class HttpClient;

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
    /// What each worker, in worker order, says of itself: host keys, instance name.
    void guestAttributes(const NodeRef &node, Callback<Result<std::vector<WorkerAttributes>>> done);

private:
    struct Listing;
    void askForPage(const std::shared_ptr<Listing> &listing);
    void takePage(const std::shared_ptr<Listing> &listing, Result<NodeList> page);

    HttpClient &m_http;
    ApiEndpoints m_endpoints;
};

} // namespace podium::cloud
