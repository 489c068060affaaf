// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/base/result.h"
#include "core/cloud/http/apiendpoints.h"
#include "core/cloud/values/nodejson.h"

#include <QObject>

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
    /// `older`: v1.
    void listBy(bool older, Callback<Result<ProjectList>> done);

    HttpClient &m_http;
    ApiEndpoints m_endpoints;
};

} // namespace podium::cloud
