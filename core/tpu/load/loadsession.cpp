// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tpu/load/loadsession.h"

#include "core/tpu/tpuscripts.h"

#include <algorithm>
#include <utility>

namespace podium::tpu {

namespace {

/// Workers that are due within this are looked at together.
constexpr qint64 TogetherMs = 100;

} // namespace

LoadSession::LoadSession(World world, const std::vector<WorkerRef> &workers, QObject *parent)
    : QObject(parent)
    , m_world(std::move(world))
    , m_service(m_world.transport, m_world.endpointOf, m_world.clock)
    , m_schedule(int(workers.size()), m_world.pace)
    , m_metrics(std::make_unique<MetricsQuery>(m_world.transport))
{
    for (const WorkerRef &worker : workers) {
        m_places.emplace(worker, int(m_workers.size()));
        m_workers.push_back({worker});
    }
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &LoadSession::lookAtDue);
}

LoadSession::~LoadSession() = default;

void LoadSession::setVisible(const std::vector<int> &places)
{
    m_schedule.setVisible(places);
    wait();
}

void LoadSession::start()
{
    if (!std::exchange(m_isRunning, true)) {
        m_schedule.forgetFailures();
        wait();
    }
}

void LoadSession::pause()
{
    m_isRunning = false;
    m_timer.stop();
}

void LoadSession::wait()
{
    const auto next = m_schedule.next();
    if (m_isRunning && next) {
        const qint64 now = m_world.clock.monotonicMs();
        m_timer.start(int(std::clamp<qint64>(*next <= now ? 0 : *next - now, 0, 60'000)));
    }
}

void LoadSession::lookAtDue()
{
    m_runs.erase(
        std::remove_if(
            m_runs.begin(), m_runs.end(), [](const auto &run) { return run->isFinished(); }),
        m_runs.end());
    const std::vector<int> places = m_schedule.take(m_world.clock.monotonicMs() + TogetherMs);
    if (!places.empty()) {
        std::vector<WorkerRef> workers;
        workers.reserve(places.size());
        for (const int place : places) {
            workers.push_back(m_workers[std::size_t(place)].worker);
        }
        m_runs.push_back(std::make_unique<remote::RemoteRun>(m_service, loadScript(), workers));
        connect(
            m_runs.back().get(), &remote::RemoteRun::reported, this,
            [this](const remote::Report &report) { onReport(m_places.at(report.worker), report); });
        m_runs.back()->start();
    }
    wait();
}

void LoadSession::onReport(int place, const remote::Report &report)
{
    if (!report.answer) {
        m_workers[std::size_t(place)].error = report.answer.error();
        end(place, false);
        return;
    }
    const auto counters = readHostCounters(*report.answer);
    // One after the other: a connection serves one command at a time, and both at once would be a
    // second login, and a second connection that is kept, for each worker.
    m_metrics->ask(
        m_world.endpointOf(report.worker),
        Callback<RuntimeMetrics>(this, [this, place, counters](const RuntimeMetrics &metrics) {
            m_workers[std::size_t(place)].take(counters, metrics, m_world.clock.monotonicMs());
            end(place, true);
        }));
}

void LoadSession::end(int place, bool hasAnswered)
{
    m_schedule.ended(place, hasAnswered, m_world.clock.monotonicMs());
    wait();
    emit looked(place);
}

} // namespace podium::tpu
