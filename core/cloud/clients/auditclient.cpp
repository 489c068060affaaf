// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/clients/auditclient.h"

#include "core/cloud/clients/httpclient.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace podium::cloud {

namespace {

constexpr int MostEntries = 100;

/// As text in a filter of Cloud Logging.
QString quoted(QString text)
{
    text.replace(QLatin1Char('\\'), QStringLiteral("\\\\"));
    text.replace(QLatin1Char('"'), QStringLiteral("\\\""));
    return QLatin1Char('"') + text + QLatin1Char('"');
}

QByteArray question(const NodeRef &node)
{
    // The log may name the project by its number.
    const QString about =
        QStringLiteral("/locations/%1/nodes/%2").arg(node.zone.text(), node.name.text());
    const QString project = QStringLiteral("projects/") + node.project.text();
    const QString filter = QStringLiteral("logName:\"cloudaudit.googleapis.com\" AND "
                                          "protoPayload.resourceName:") +
                           quoted(about);
    const QJsonObject body{
        {QStringLiteral("resourceNames"), QJsonArray{project}},
        {QStringLiteral("filter"), filter},
        {QStringLiteral("orderBy"), QStringLiteral("timestamp desc")},
        {QStringLiteral("pageSize"), MostEntries}};
    return QJsonDocument(body).toJson(QJsonDocument::Compact);
}

} // namespace

AuditClient::AuditClient(HttpClient &http, ApiEndpoints endpoints, QObject *parent)
    : QObject(parent)
    , m_http(http)
    , m_endpoints(std::move(endpoints))
{}

void AuditClient::ofNode(const NodeRef &node, Callback<Result<std::vector<AuditEntry>>> done)
{
    ApiRequest request;
    request.method = "POST";
    request.repeatable = true; // it only reads
    request.url =
        apiUrl(m_endpoints.logging, {QStringLiteral("v2"), QStringLiteral("entries:list")}, {}, {});
    request.body = question(node);
    request.action = QStringLiteral("read the audit log of %1").arg(node.project.text());
    request.subject = node.text();
    m_http.send(request, {this, [node, done = std::move(done)](const Result<QByteArray> &body) {
                              done(body ? parseAuditEntries(*body, node) : failure(body.error()));
                          }});
}

} // namespace podium::cloud
