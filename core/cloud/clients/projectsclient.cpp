// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/clients/projectsclient.h"

#include "core/cloud/clients/calls.h"
#include "core/cloud/values/nodejson.h"

#include <algorithm>
#include <utility>

namespace podium::cloud {

namespace {

constexpr int ProjectPageSize = 500;
/// What parseProjectPage() reads of each API's answer.
constexpr const char *Fields = "projects(name,projectId,displayName,state),nextPageToken";
constexpr const char *OlderFields =
    "projects(name,projectId,projectNumber,lifecycleState),nextPageToken";

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

ProjectList sorted(ProjectList list)
{
    auto &all = list.projects;
    std::sort(
        all.begin(), all.end(), [](const Project &a, const Project &b) { return a.id < b.id; });
    const auto same = [](const Project &a, const Project &b) { return a.id == b.id; };
    all.erase(std::unique(all.begin(), all.end(), same), all.end());
    return list;
}

} // namespace

ProjectsClient::ProjectsClient(HttpClient &http, ApiEndpoints endpoints, QObject *parent)
    : QObject(parent)
    , m_http(http)
    , m_endpoints(std::move(endpoints))
{}

void ProjectsClient::list(Callback<Result<ProjectList>> done)
{
    const auto handle = [this, done = std::move(done)](Result<ProjectList> newer) {
        if (newer || !isWorthTheOlderApi(newer.error())) {
            done(std::move(newer).map(sorted));
            return;
        }
        // What v3 said is the better hint where v1 is only as forbidden.
        const auto handleOlder = [done, newerError = newer.error()](Result<ProjectList> older) {
            done(older ? sorted(std::move(*older)) : Result<ProjectList>(failure(newerError)));
        };
        listBy(true, {this, handleOlder});
    };
    listBy(false, {this, handle});
}

void ProjectsClient::listBy(bool older, Callback<Result<ProjectList>> done)
{
    Listing<ProjectList, ProjectPage> listing;
    listing.pages = Pages(QStringLiteral("list the projects"), {});
    listing.request = [this, older](const Pages &pages) {
        ApiQuery query{
            {QStringLiteral("pageSize"), QString::number(ProjectPageSize)},
            {QStringLiteral("fields"), QLatin1String(older ? OlderFields : Fields)},
            older ? qMakePair(QStringLiteral("filter"), QStringLiteral("lifecycleState:ACTIVE"))
                  : qMakePair(QStringLiteral("query"), QStringLiteral("state:ACTIVE"))};
        pages.addTo(query);
        ApiRequest request;
        request.url = apiUrl(
            m_endpoints.resourceManager,
            {older ? QStringLiteral("v1") : QStringLiteral("v3"), QStringLiteral("projects")},
            older ? QString() : QStringLiteral(":search"), query);
        return request;
    };
    listing.parse = parseProjectPage;
    listing.add = [](ProjectList &list, const ProjectPage &page) {
        list.projects.insert(list.projects.end(), page.projects.begin(), page.projects.end());
        list.endsEmpty = page.isEmpty;
    };
    listing.done = std::move(done);
    cloud::list(m_http, this, std::move(listing));
}

} // namespace podium::cloud
