// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/clients/monitoringclient.h"

#include "core/cloud/clients/calls.h"

#include <utility>

namespace podium::cloud {

namespace {

constexpr qint64 AskedSeconds = 10 * 60; ///< a value is up to three minutes late

} // namespace

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
    using Chips = std::vector<ChipIdle>;
    const QDateTime now = m_clock.now().toUTC();
    Listing<Chips, ChipIdlePage> reading;
    reading.pages = Pages(
        QStringLiteral("read from Cloud Monitoring how idle the TPUs of %1 are")
            .arg(project.text()),
        project.text());
    reading.request = [this, project, now](const Pages &pages) {
        ApiQuery query{
            {QStringLiteral("filter"),
             QStringLiteral("metric.type=\"tpu.googleapis.com/tpu/tensorcore/idle_duration\"")},
            {QStringLiteral("interval.startTime"),
             now.addSecs(-AskedSeconds).toString(Qt::ISODate)},
            {QStringLiteral("interval.endTime"), now.toString(Qt::ISODate)},
            {QStringLiteral("pageSize"), QStringLiteral("10000")}};
        pages.addTo(query);
        ApiRequest request;
        request.url = apiUrl(
            m_endpoints.monitoring,
            {QStringLiteral("v3"), QStringLiteral("projects"), project.text(),
             QStringLiteral("timeSeries")},
            {}, query);
        return request;
    };
    reading.parse = [project](const QByteArray &json) {
        return parseChipIdlePage(json, project.text());
    };
    reading.add = [](Chips &chips, const ChipIdlePage &page) {
        chips.insert(chips.end(), page.chips.begin(), page.chips.end());
    };
    reading.done = std::move(done);
    list(m_http, this, std::move(reading));
}

} // namespace podium::cloud
