// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/clients/auditclient.h"

#include "core/cloud/clients/calls.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <utility>

namespace podium::cloud {

namespace {

constexpr std::size_t MostEntries = 100;
constexpr int LargestPage = 1000;

/// As text in a filter of Cloud Logging.
QString quoted(QString text)
{
    text.replace(QLatin1Char('\\'), QStringLiteral("\\\\"));
    text.replace(QLatin1Char('"'), QStringLiteral("\\\""));
    return QLatin1Char('"') + text + QLatin1Char('"');
}

QByteArray question(const NodeRef &node, const Pages &pages)
{
    // The log may name the project by its number.
    const QString about =
        QStringLiteral("/locations/%1/nodes/%2").arg(node.zone.text(), node.name.text());
    const QString project = QStringLiteral("projects/") + node.project.text();
    const QString filter = QStringLiteral("logName:\"cloudaudit.googleapis.com\" AND "
                                          "protoPayload.resourceName:") +
                           quoted(about);
    QJsonObject body{
        {QStringLiteral("resourceNames"), QJsonArray{project}},
        {QStringLiteral("filter"), filter},
        {QStringLiteral("orderBy"), QStringLiteral("timestamp desc")},
        {QStringLiteral("pageSize"), LargestPage}};
    ApiQuery page;
    pages.addTo(page);
    for (const auto &[name, value] : page) {
        body[name] = value;
    }
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
    using Entries = std::vector<AuditEntry>;
    Listing<Entries, AuditPage> reading;
    reading.pages =
        Pages(QStringLiteral("read the audit log of %1").arg(node.project.text()), node.text());
    reading.request = [this, node](const Pages &pages) {
        ApiRequest request;
        request.method = "POST";
        request.repeatable = true; // it only reads
        request.url =
            apiUrl(m_endpoints.logging, {QStringLiteral("v2"), QStringLiteral("entries:list")});
        request.body = question(node, pages);
        return request;
    };
    reading.parse = [node](const QByteArray &json) { return parseAuditPage(json, node); };
    // A page may be empty: Google has not searched further within its time. And one of names that
    // only begin like the node's.
    reading.add = [](Entries &entries, AuditPage page) {
        entries.insert(entries.end(), page.entries.begin(), page.entries.end());
        entries.resize(std::min(entries.size(), MostEntries));
    };
    reading.isEnough = [](const Entries &entries) { return entries.size() >= MostEntries; };
    reading.done = std::move(done);
    list(m_http, this, std::move(reading));
}

} // namespace podium::cloud
