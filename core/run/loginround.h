// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/run/loginpace.h"
#include "core/run/runplan.h"
#include "core/run/runspec.h"
#include "core/run/runstate.h"
#include "core/ssh/transport.h"

#include <QHash>
#include <QObject>

#include <functional>
#include <optional>
#include <vector>

namespace podium::run {

/// The round before a run that starts everywhere or not at all (RunSpec::allOrNone): logs in on
/// each worker, and has a command that does nothing end there. The connections are kept for the
/// run. Goes to the end also where somebody is missing, so that all who are can be named. Lives on
/// the run's thread; what goes on is stopped when it is destroyed.
class LoginRound final : public QObject
{
    Q_OBJECT

public:
    using EndpointOf = std::function<ssh::Endpoint(const WorkerRef &)>;

    /// All references must outlive it.
    LoginRound(
        const RunSpec &spec, ssh::Transport &transport, EndpointOf endpointOf, const Clock &clock,
        QObject *parent = nullptr);
    ~LoginRound() override;

    void start();
    /// Nobody waits for it any more: stops what goes on, and says nothing from here on.
    void abandon();
    struct Missing
    {
        int slot;
        WorkerEnding why;
    };
    /// Once finished, all that could not be logged in on.
    [[nodiscard]] const std::vector<Missing> &missing() const { return m_missing; }

signals:
    /// Waiting: it is logged in, and waits for the others.
    void entered(int slot, podium::ssh::Phase phase);
    void finished(); ///< once

private:
    void startNext();
    void startSlot(int slot);
    void end(int slot, std::optional<WorkerEnding> why);
    void onEvents(const std::vector<ssh::TransportEvent> &events);

    const RunSpec m_spec; ///< of the logins
    ssh::Transport &m_transport;
    const EndpointOf m_endpointOf;
    RunPlan m_plan;
    LoginPace m_pace;
    struct Login
    {
        ssh::CommandHandle command;
        int slot;
    };
    QHash<ssh::CommandId, Login> m_logins; ///< under way
    std::vector<Missing> m_missing;
    int m_left = 0;
    bool m_hasFinished = false; ///< finished() was emitted; the pace may still ask for more
};

} // namespace podium::run
