// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/clients/auditclient.h"

#include "core/cloud/clients/httpclient.h"
#include "core/cloud/clients/pages.h"

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
    QList<QPair<QString, QString>> page;
    pages.addTo(page);
    for (const auto &[name, value] : page) {
        body[name] = value;
    }
    return QJsonDocument(body).toJson(QJsonDocument::Compact);
}

} // namespace

struct AuditClient::Reading
{
    NodeRef node;
    std::vector<AuditEntry> entries;
    Pages pages;
    Callback<Result<std::vector<AuditEntry>>> done;
};

AuditClient::AuditClient(HttpClient &http, ApiEndpoints endpoints, QObject *parent)
    : QObject(parent)
    , m_http(http)
    , m_endpoints(std::move(endpoints))
{}

void AuditClient::ofNode(const NodeRef &node, Callback<Result<std::vector<AuditEntry>>> done)
{
    auto reading = std::make_shared<Reading>();
    reading->node = node;
    reading->pages =
        Pages(QStringLiteral("read the audit log of %1").arg(node.project.text()), node.text());
    reading->done = std::move(done);
    askForPage(reading);
}

void AuditClient::askForPage(const std::shared_ptr<Reading> &reading)
{
    ApiRequest request;
    request.method = "POST";
    request.repeatable = true; // it only reads
    request.url =
        apiUrl(m_endpoints.logging, {QStringLiteral("v2"), QStringLiteral("entries:list")}, {}, {});
    request.body = question(reading->node, reading->pages);
    request.action = reading->pages.action();
    request.subject = reading->node.text();
    m_http.send(request, {this, [this, reading](const Result<QByteArray> &body) {
                              handlePage(
                                  reading, body ? parseAuditPage(*body, reading->node)
                                                : Result<AuditPage>(failure(body.error())));
                          }});
}

/// A page may be empty: Google has not searched further within its time. And one of names that only
/// begin like the node's.
void AuditClient::handlePage(const std::shared_ptr<Reading> &reading, const Result<AuditPage> &page)
{
    if (!page) {
        reading->done(failure(page.error()));
        return;
    }
    auto &entries = reading->entries;
    entries.insert(entries.end(), page->entries.begin(), page->entries.end());
    const auto goesOn = reading->pages.next(page->nextPageToken);
    if (!goesOn) {
        reading->done(failure(goesOn.error()));
    } else if (*goesOn && entries.size() < MostEntries) {
        askForPage(reading);
    } else {
        entries.resize(std::min(entries.size(), MostEntries));
        reading->done(std::move(entries));
    }
}

} // namespace podium::cloud
