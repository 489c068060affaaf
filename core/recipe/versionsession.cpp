// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/recipe/versionsession.h"

#include <algorithm>
#include <utility>

namespace podium::recipe {

VersionSession::VersionSession(
    const run::RunService &service, std::vector<WorkerRef> workers, VersionsAsked asked,
    RuntimeOf runtimeOf, QObject *parent)
    : QObject(parent)
    , m_asked(std::move(asked))
    , m_runtimeOf(std::move(runtimeOf))
{
    for (const WorkerRef &worker : workers) {
        m_found.push_back(readVersions(worker, m_asked, m_runtimeOf(worker), {}));
    }
    m_run = std::make_unique<remote::RemoteRun>(
        service, versionsScript(), std::move(workers),
        std::vector<std::vector<remote::Record>>{versionsData(m_asked)});
    connect(m_run.get(), &remote::RemoteRun::reported, this, &VersionSession::onReport);
    connect(m_run.get(), &remote::RemoteRun::finished, this, &VersionSession::done);
}

VersionSession::~VersionSession() = default;

void VersionSession::start()
{
    m_run->start();
}

void VersionSession::stop()
{
    m_run->stop();
}

void VersionSession::onReport(const remote::Report &report)
{
    const auto place =
        std::find_if(m_found.begin(), m_found.end(), [&report](const WorkerVersions &each) {
            return each.worker == report.worker;
        });
    if (place == m_found.end()) {
        return;
    }
    *place = report.answer
                 ? readVersions(report.worker, m_asked, m_runtimeOf(report.worker), *report.answer)
                 : unreadVersions(report.worker, m_asked, report.answer.error());
}

} // namespace podium::recipe
