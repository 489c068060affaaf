// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/remote/remoterun.h"
#include "core/tpu/load/lookschedule.h"
#include "core/tpu/load/metricsquery.h"
#include "core/tpu/load/workerload.h"

#include <QObject>
#include <QTimer>

#include <map>
#include <memory>
#include <vector>

namespace podium::tpu {

/// Looks at how busy some workers are, again and again: a script over the kept connection, then
/// libtpu's own server. Each worker for itself: one that hangs holds up nobody.
class LoadSession final : public QObject
{
    Q_OBJECT

public:
    struct World
    {
        ssh::Transport &transport; ///< not owned; must outlive the session, as what is below
        run::Run::EndpointOf endpointOf;
        const Clock &clock;
        LookPace pace = {};
    };

    /// `workers` without doubles. All are visible at first.
    LoadSession(World world, const std::vector<WorkerRef> &workers, QObject *parent = nullptr);
    ~LoadSession() override;

    /// In the order that was given.
    [[nodiscard]] const std::vector<WorkerLoad> &workers() const { return m_workers; }
    /// Places of those that somebody sees: only they are looked at often.
    void setVisible(const std::vector<int> &places);

    void start();
    /// No more looks from now on; what is known stays. start() goes on.
    void pause();
    [[nodiscard]] bool isRunning() const { return m_isRunning; }
    /// A worker has been asked and has not answered yet.
    [[nodiscard]] bool isLooking() const { return m_schedule.isUnderWay(); }

signals:
    /// A worker has answered or failed.
    void looked(int place);

private:
    void lookAtDue();
    void wait();
    void onReport(int place, const remote::Report &report);
    void end(int place, bool hasAnswered);

    const World m_world;
    const run::RunService m_service;
    std::vector<WorkerLoad> m_workers;
    std::map<WorkerRef, int> m_places; ///< of the workers
    LookSchedule m_schedule;
    std::unique_ptr<MetricsQuery> m_metrics;
    std::vector<std::unique_ptr<remote::RemoteRun>> m_runs;
    QTimer m_timer;
    bool m_isRunning = false;
};

} // namespace podium::tpu
