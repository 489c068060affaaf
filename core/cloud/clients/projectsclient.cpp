// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/clients/projectsclient.h"

#include "core/base/jobs.h"
#include "core/cloud/clients/httpclient.h"
#include "core/cloud/clients/pages.h"
#include "core/cloud/values/nodejson.h"

#include <algorithm>

namespace podium::cloud {

namespace {

constexpr int ProjectPageSize = 500;
/// What parseProjectPage() reads of each API's answer.
constexpr const char *Fields = "projects(name,projectId,displayName,state),nextPageToken";
constexpr const char *OlderFields =
    "projects(name,projectId,projectNumber,lifecycleState),nextPageToken";

Pages fromTheFirst()
{
    return Pages(QStringLiteral("list the projects"), {});
}

/// v3 may be refused where v1 is not: it is a newer method of the same API.
bool isWorthTheOlderApi(const Error &error)
{
    switch (error.kind) {
    case ErrorKind::PermissionDenied:
    case ErrorKind::NotFound:
    case ErrorKind::InvalidArgument:
        return true;
    default:
        return false;
    }
}

} // namespace

struct ProjectsClient::Listing
{
    bool older = false; ///< v1
    std::vector<Project> projects;
    Pages pages = fromTheFirst();
    std::optional<Error> newerError; ///< why v3 was given up
    Callback<Result<ProjectList>> done;
};

ProjectsClient::ProjectsClient(HttpClient &http, ApiEndpoints endpoints, QObject *parent)
    : QObject(parent)
    , m_http(http)
    , m_endpoints(std::move(endpoints))
{}

void ProjectsClient::list(Callback<Result<ProjectList>> done)
{
    auto listing = std::make_shared<Listing>();
    listing->done = std::move(done);
    askForPage(listing);
}

void ProjectsClient::askForPage(const std::shared_ptr<Listing> &listing)
{
    QList<QPair<QString, QString>> query{
        {QStringLiteral("pageSize"), QString::number(ProjectPageSize)},
        {QStringLiteral("fields"),
         listing->older ? QLatin1String(OlderFields) : QLatin1String(Fields)}};
    query.append(
        listing->older
            ? qMakePair(QStringLiteral("filter"), QStringLiteral("lifecycleState:ACTIVE"))
            : qMakePair(QStringLiteral("query"), QStringLiteral("state:ACTIVE")));
    listing->pages.addTo(query);
    ApiRequest request;
    request.url = apiUrl(
        m_endpoints.resourceManager,
        {listing->older ? QStringLiteral("v1") : QStringLiteral("v3"), QStringLiteral("projects")},
        listing->older ? QString() : QStringLiteral(":search"), query);
    request.action = listing->pages.action();
    m_http.send(request, {this, [this, listing](const Result<QByteArray> &body) {
                              if (!body) {
                                  handleError(listing, body.error());
                                  return;
                              }
                              runJob(
                                  this, [json = *body] { return parseProjectPage(json); },
                                  [this, listing](const Result<ProjectPage> &page) {
                                      handlePage(listing, page);
                                  });
                          }});
}

void ProjectsClient::handleError(const std::shared_ptr<Listing> &listing, const Error &error)
{
    if (!listing->older && isWorthTheOlderApi(error)) {
        listing->older = true;
        listing->newerError = error;
        listing->projects.clear();
        listing->pages = fromTheFirst();
        askForPage(listing);
        return;
    }
    // What v3 said is the better hint where v1 is only as forbidden.
    listing->done(failure(listing->newerError.value_or(error)));
}

void ProjectsClient::handlePage(
    const std::shared_ptr<Listing> &listing, const Result<ProjectPage> &page)
{
    if (!page) {
        handleError(listing, page.error());
        return;
    }
    auto &all = listing->projects;
    all.insert(all.end(), page->projects.begin(), page->projects.end());
    const auto goesOn = listing->pages.next(page->nextPageToken);
    if (!goesOn) {
        listing->done(failure(goesOn.error()));
        return;
    }
    if (*goesOn) {
        askForPage(listing);
        return;
    }
    std::sort(
        all.begin(), all.end(), [](const Project &a, const Project &b) { return a.id < b.id; });
    const auto same = [](const Project &a, const Project &b) { return a.id == b.id; };
    all.erase(std::unique(all.begin(), all.end(), same), all.end());
    listing->done(ProjectList{std::move(all), page->isEmpty});
}

} // namespace podium::cloud
