// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/run/loginwindow.h"
#include "core/run/runplan.h"
#include "core/run/runspec.h"
#include "core/ssh/transport.h"

#include <QTimer>

#include <functional>
#include <vector>

namespace podium::run {

/// What a process has used of its processors.
struct CpuTime
{
    std::chrono::microseconds used{0}; ///< user and system, of all threads
    /// Of this process.
    [[nodiscard]] static CpuTime now();
};

/// How many logins of a run may be in progress: the number that was asked for, or what a
/// LoginWindow makes of what the transport tells. On the run's thread; blocks nothing.
class LoginPace final
{
public:
    /// `onMore`: there may be room for more though nothing happened. `clock` must outlive it.
    LoginPace(const RunSpec &spec, const Clock &clock, std::function<void()> onMore);

    void started(int slot);
    /// Of a worker that was started, whatever it is.
    void note(int slot, const decltype(ssh::TransportEvent::what) &what);

    /// Calls `start` for all that may start now. Where others wait for those that are on their way,
    /// onMore() is called when it may be worth asking again.
    void startNext(RunPlan &plan, const std::function<void(int slot)> &start);

private:
    void measureCpu(qint64 nowMs);

    const Clock &m_clock;
    const int m_fixed;
    const int m_processors;
    const std::vector<int> m_groups; ///< slot by slot
    LoginWindow m_window;
    qint64 m_measuredMs = 0;
    CpuTime m_cpu;
    QTimer m_again;
};

} // namespace podium::run
