// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/cloud/http/apiendpoints.h"
#include "core/cloud/values/auditentry.h"

#include <QObject>

namespace podium::cloud {

class HttpClient;

/// Reads the audit log by Cloud Logging v2. Google allows few such calls a minute: ask when a
/// person wants to know. Lives on one thread.
class AuditClient final : public QObject
{
    Q_OBJECT

public:
    /// The client must outlive this.
    AuditClient(HttpClient &http, ApiEndpoints endpoints, QObject *parent = nullptr);

    /// Who did what to a node, newest first, at most a hundred entries.
    void ofNode(const NodeRef &node, Callback<Result<std::vector<AuditEntry>>> done);

private:
    HttpClient &m_http;
    ApiEndpoints m_endpoints;
};

} // namespace podium::cloud
