// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/clients/monitoringclient.h"

#include "core/cloud/clients/httpclient.h"
#include "core/cloud/clients/pages.h"

#include <utility>

namespace podium::cloud {

namespace {

constexpr qint64 AskedSeconds = 10 * 60; ///< a value is up to three minutes late

} // namespace

struct MonitoringClient::Reading
{
    ProjectId project;
    QDateTime from;
    QDateTime until;
    std::vector<ChipIdle> chips;
    Pages pages;
    Callback<Result<std::vector<ChipIdle>>> done;
};

MonitoringClient::MonitoringClient(
    HttpClient &http, ApiEndpoints endpoints, const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_http(http)
    , m_endpoints(std::move(endpoints))
    , m_clock(clock)
{}

void MonitoringClient::idleChips(
    const ProjectId &project, Callback<Result<std::vector<ChipIdle>>> done)
{
    const QDateTime now = m_clock.now().toUTC();
    auto reading = std::make_shared<Reading>(
        Reading{project, now.addSecs(-AskedSeconds), now, {}, {}, std::move(done)});
    reading->pages = Pages(
        QStringLiteral("read from Cloud Monitoring how idle the TPUs of %1 are")
            .arg(project.text()),
        project.text());
    askForPage(reading);
}

void MonitoringClient::askForPage(const std::shared_ptr<Reading> &reading)
{
    QList<QPair<QString, QString>> query{
        {QStringLiteral("filter"),
         QStringLiteral("metric.type=\"tpu.googleapis.com/tpu/tensorcore/idle_duration\"")},
        {QStringLiteral("interval.startTime"), reading->from.toString(Qt::ISODate)},
        {QStringLiteral("interval.endTime"), reading->until.toString(Qt::ISODate)},
        {QStringLiteral("pageSize"), QStringLiteral("10000")}};
    reading->pages.addTo(query);
    ApiRequest request;
    request.url = apiUrl(
        m_endpoints.monitoring,
        {QStringLiteral("v3"), QStringLiteral("projects"), reading->project.text(),
         QStringLiteral("timeSeries")},
        {}, query);
    request.action = reading->pages.action();
    request.subject = reading->project.text();
    m_http.send(request, {this, [this, reading](const Result<QByteArray> &body) {
                              const auto page =
                                  body ? parseChipIdlePage(*body, reading->project.text())
                                       : Result<ChipIdlePage>(failure(body.error()));
                              if (!page) {
                                  reading->done(failure(page.error()));
                                  return;
                              }
                              reading->chips.insert(
                                  reading->chips.end(), page->chips.begin(), page->chips.end());
                              const auto goesOn = reading->pages.next(page->nextPageToken);
                              if (!goesOn) {
                                  reading->done(failure(goesOn.error()));
                              } else if (*goesOn) {
                                  askForPage(reading);
                              } else {
                                  reading->done(std::move(reading->chips));
                              }
                          }});
}

} // namespace podium::cloud
