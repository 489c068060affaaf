// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/loginpace.h"

#include <QHash>
#include <QThread>

#include <sys/resource.h>

#include <algorithm>
#include <utility>

namespace podium::run {

namespace {

std::chrono::microseconds lengthOf(const timeval &time)
{
    return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

/// A number for each worker's zone: all in one are about as far away.
std::vector<int> zonesOf(const std::vector<WorkerRef> &workers)
{
    QHash<QString, int> numbers;
    std::vector<int> zones;
    zones.reserve(workers.size());
    for (const WorkerRef &worker : workers) {
        const int next = numbers.size();
        const QString zone = worker.node.zone.text();
        zones.push_back(numbers.contains(zone) ? numbers[zone] : *numbers.insert(zone, next));
    }
    return zones;
}

/// It connected, and was closed before the server's first line: too many were not logged in there.
bool isTurnedAway(const ssh::Ending &ending)
{
    const auto *unreachable = std::get_if<ssh::Unreachable>(&ending);
    return unreachable != nullptr && unreachable->error.kind == ErrorKind::Protocol;
}

} // namespace

CpuTime CpuTime::now()
{
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return {lengthOf(usage.ru_utime) + lengthOf(usage.ru_stime)};
}

LoginPace::LoginPace(const RunSpec &spec, const Clock &clock, std::function<void()> onMore)
    : m_clock(clock)
    , m_fixed(spec.viaGateway ? int(spec.workers.size()) : spec.loginsAtOnce)
    , m_processors(std::max(1, QThread::idealThreadCount()))
    , m_groups(zonesOf(spec.workers))
    , m_window(m_processors, spec.connectLimit)
    , m_measuredMs(clock.monotonicMs())
    , m_cpu(CpuTime::now())
{
    m_again.setSingleShot(true);
    QObject::connect(&m_again, &QTimer::timeout, &m_again, std::move(onMore));
}

void LoginPace::started(int slot)
{
    if (m_fixed == 0) {
        m_window.started(slot, m_groups.at(std::size_t(slot)), m_clock.monotonicMs());
    }
}

void LoginPace::note(int slot, const decltype(ssh::TransportEvent::what) &what)
{
    if (m_fixed != 0 || std::holds_alternative<ssh::OutputArrived>(what)) {
        return;
    }
    const qint64 now = m_clock.monotonicMs();
    if (const auto *phase = std::get_if<ssh::PhaseChanged>(&what)) {
        if (phase->phase == ssh::Phase::Running) {
            m_window.loggedIn(slot, now);
        } else if (phase->phase > ssh::Phase::Connecting) {
            m_window.advanced(slot, now);
        }
    } else if (const auto *waited = std::get_if<ssh::AgentWaited>(&what)) {
        m_window.waitsForAgent(slot, waited->wait != ssh::AgentWait::None);
    } else if (const auto *ending = std::get_if<ssh::Ending>(&what)) {
        m_window.ended(
            slot, isTurnedAway(*ending) ? LoginWindow::End::TurnedAway : LoginWindow::End::Other,
            now);
    }
}

void LoginPace::startNext(RunPlan &plan, const std::function<void(int)> &start)
{
    if (m_fixed == 0) {
        const qint64 now = m_clock.monotonicMs();
        measureCpu(now);
        plan.setLoginsAtOnce(m_window.size(now));
    }
    while (const std::optional<int> slot = plan.next()) {
        start(*slot);
    }
    if (m_fixed == 0 && plan.isHeldUp()) {
        m_again.start(int(m_window.nextLookMs()));
    }
}

void LoginPace::measureCpu(qint64 nowMs)
{
    constexpr qint64 longEnough = 100;
    const qint64 passed = nowMs - m_measuredMs;
    if (passed < longEnough) {
        return;
    }
    const CpuTime cpu = CpuTime::now();
    const auto used = std::chrono::duration<double, std::milli>(cpu.used - m_cpu.used).count();
    m_window.setBusy(used / double(passed) / m_processors);
    m_cpu = cpu;
    m_measuredMs = nowMs;
}

} // namespace podium::run
