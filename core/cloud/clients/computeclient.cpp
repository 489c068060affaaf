// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/clients/computeclient.h"

#include "core/cloud/clients/calls.h"

#include <QTimer>

#include <utility>

namespace podium::cloud {

using namespace std::chrono_literals;

namespace {

/// Others write seldom; who always loses against that many has met something else.
constexpr int MostTries = 20;
constexpr int MostQuestions = 600; ///< for an operation's end, half a second apart
constexpr auto Pause = 500ms;

QString readAction(const ProjectId &project)
{
    return QStringLiteral("read the metadata of ") % project.text();
}

QString writeAction(const ProjectId &project)
{
    return QStringLiteral("change the metadata of ") % project.text();
}

} // namespace

struct ComputeClient::Changing
{
    ProjectId project;
    QString key;
    Change change;
    Callback<Result<ProjectMetadata>> done;
    ProjectMetadata written;
    int tries = 0;
    int questions = 0;
};

ComputeClient::ComputeClient(HttpClient &http, ApiEndpoints endpoints, QObject *parent)
    : QObject(parent)
    , m_http(http)
    , m_endpoints(std::move(endpoints))
{}

void ComputeClient::metadata(const ProjectId &project, Callback<Result<ProjectMetadata>> done)
{
    ApiRequest request;
    request.url = apiUrl(m_endpoints.compute, {QStringLiteral("projects"), project.text()});
    request.action = readAction(project);
    request.subject = project.text();
    askFor<ProjectMetadata>(
        m_http, this, request,
        [project](const QByteArray &json) { return parseProjectMetadata(json, project.text()); },
        std::move(done));
}

void ComputeClient::changeMetadata(
    const ProjectId &project, const QString &key, Change change,
    Callback<Result<ProjectMetadata>> done)
{
    auto changing = std::make_shared<Changing>();
    changing->project = project;
    changing->key = key;
    changing->change = std::move(change);
    changing->done = std::move(done);
    readForChange(changing);
}

void ComputeClient::readForChange(const std::shared_ptr<Changing> &changing)
{
    ++changing->tries;
    metadata(changing->project, {this, [this, changing](const Result<ProjectMetadata> &read) {
                                     if (!read) {
                                         changing->done(read);
                                         return;
                                     }
                                     write(changing, *read);
                                 }});
}

void ComputeClient::write(const std::shared_ptr<Changing> &changing, ProjectMetadata read)
{
    const QString before = read.value(changing->key);
    const auto after = changing->change(before);
    if (!after) {
        changing->done(failure(after.error()));
        return;
    }
    if (*after == before) {
        changing->done(std::move(read));
        return;
    }
    changing->written = std::move(read);
    changing->written.set(changing->key, *after);
    ApiRequest request;
    request.method = "POST";
    request.url = apiUrl(
        m_endpoints.compute, {QStringLiteral("projects"), changing->project.text(),
                              QStringLiteral("setCommonInstanceMetadata")});
    request.body = projectMetadataToJson(changing->written);
    request.action = writeAction(changing->project);
    request.subject = changing->project.text();
    m_http.send(
        request,
        {this, [this, changing](const Result<QByteArray> &body) {
             if (body) {
                 handleOperation(changing, *body);
             } else if (body.error().kind == ErrorKind::Conflict && changing->tries < MostTries) {
                 // Somebody else wrote since we read: begin with what they left.
                 readForChange(changing);
             } else {
                 changing->done(failure(body.error()));
             }
         }});
}

void ComputeClient::handleOperation(
    const std::shared_ptr<Changing> &changing, const QByteArray &body)
{
    const QString project = changing->project.text();
    const auto operation = parseComputeOperation(body, project);
    if (!operation) {
        changing->done(failure(operation.error()));
        return;
    }
    if (!operation->isDone && ++changing->questions < MostQuestions) {
        QTimer::singleShot(Pause, this, [this, changing, name = operation->name] {
            askOperation(changing, name);
        });
        return;
    }
    if (!operation->isDone || !operation->error.isEmpty()) {
        changing->done(failure(
            {operation->isDone ? ErrorKind::Unavailable : ErrorKind::Timeout,
             QStringLiteral("Cannot %1.").arg(writeAction(changing->project)), operation->error,
             QStringLiteral("Look at the metadata, then try again."), project}));
        return;
    }
    changing->done(changing->written);
}

void ComputeClient::askOperation(const std::shared_ptr<Changing> &changing, const QString &name)
{
    ApiRequest request;
    request.url = apiUrl(
        m_endpoints.compute, {QStringLiteral("projects"), changing->project.text(),
                              QStringLiteral("global"), QStringLiteral("operations"), name});
    request.action = writeAction(changing->project);
    request.subject = changing->project.text();
    m_http.send(request, {this, [this, changing](const Result<QByteArray> &body) {
                              body ? handleOperation(changing, *body)
                                   : changing->done(failure(body.error()));
                          }});
}

} // namespace podium::cloud
