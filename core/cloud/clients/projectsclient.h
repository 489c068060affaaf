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

/// The Resource Manager API: which projects the credentials can see.
class ProjectsClient final : public QObject
{
    Q_OBJECT

public:
    /// The client must outlive this.
    ProjectsClient(HttpClient &http, ApiEndpoints endpoints, QObject *parent = nullptr);

    /// Active projects, over all pages: v3 projects:search, or v1 where that is refused. A list
    /// that breaks off is an error.
    void list(Callback<Result<ProjectList>> done);

private:
    struct Listing;
    void askForPage(const std::shared_ptr<Listing> &listing);
    void handlePage(const std::shared_ptr<Listing> &listing, const Result<ProjectPage> &page);
    void handleError(const std::shared_ptr<Listing> &listing, const Error &error);

    HttpClient &m_http;
    ApiEndpoints m_endpoints;
};

} // namespace podium::cloud
