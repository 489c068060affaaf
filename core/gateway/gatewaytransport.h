// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/gateway/gatewaycommand.h"
#include "core/gateway/internalendpoint.h"
#include "core/gateway/stopstate.h"
#include "core/run/runengine.h"
#include "core/ssh/keys/restrictedagent.h"
#include "core/ssh/transport.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace podium::gateway {

/// A run that goes through one of its workers.
struct GatewayRoute
{
    std::vector<WorkerRef> workers; ///< of the run
    std::size_t gateway = 0;        ///< which of them
    run::Run::EndpointOf endpointOf;
    InternalEndpointOf internalEndpointOf;
    QString agentSocket; ///< of the person's agent; empty: none
    QString runId;       ///< marks the run's processes, so that they are found to be stopped
    int atOnce = 0;      ///< workers; 0: all
};

/// The next part of a wait: a timer's milliseconds are an int, and end after 24 days.
[[nodiscard]] constexpr std::chrono::milliseconds waitPart(std::chrono::milliseconds left)
{
    return std::min<std::chrono::milliseconds>(left, std::chrono::hours(24));
}

/// A transport before another one: it logs in on the gateway alone, whose ClusterShell logs in on
/// the workers, itself included, and runs there what was to be started. No key lies on the gateway:
/// this machine's keys sign over the connection, and nothing but logins on these workers, as that
/// user, bound to the host keys by which they are known.
///
/// The total limit counts from the start, as everywhere; of a worker that may have to wait there
/// for its turn (GatewayRoute::atOnce), from when its command runs.
///
/// What it cannot do: type to a command, give it a terminal, a limit for silence, another stdin on
/// each, or tell by which signal it ended. Those are refused.
class GatewayTransport final : public ssh::Transport, private ssh::CommandController
{
    Q_OBJECT

public:
    /// `transport` and `clock` must outlive it, as must what the route refers to.
    GatewayTransport(
        ssh::Transport &transport, GatewayRoute route, const Clock &clock,
        QObject *parent = nullptr);
    ~GatewayTransport() override;

    [[nodiscard]] ssh::CommandHandle start(const ssh::CommandRequest &request) override;
    /// Nobody starts more: it ends itself once all that was started has ended, or been stopped.
    void endWhenIdle();

private:
    /// A command that has not ended.
    struct Command
    {
        std::size_t worker = 0;
        GatewayCommand *by = nullptr; ///< null: not sent yet, or ended there
        StopState state;
        std::chrono::milliseconds limit{0}; ///< from when it runs; 0: none, or it counts already
    };
    bool control(ssh::CommandId id, const ssh::CommandControl &what) override;
    void stop(ssh::CommandId id, ssh::StopKind kind);
    void sendSoon();
    void send();
    void makeAgent();
    void dropAgent();
    void onAgent(const Result<> &how);
    void launch();
    void refuse(ssh::CommandId id, const Error &why);
    [[nodiscard]] std::optional<Error> problemOf(const ssh::CommandRequest &request) const;
    void launchGroup(const ssh::CommandRequest &request, const std::vector<ssh::CommandId> &ids);
    void launchStops(ssh::StopKind kind);
    void endEarly();
    void onHappened(ssh::CommandId id, const decltype(ssh::TransportEvent::what) &what);
    void startLimit(const std::vector<ssh::CommandId> &ids, std::chrono::milliseconds limit);
    void onLimit(const std::vector<ssh::CommandId> &ids, ssh::StopKind kind);
    void end(ssh::CommandId id, const std::optional<ssh::Ending> &ending);
    void tell(ssh::CommandId id, const decltype(ssh::TransportEvent::what) &what);
    void flush();
    [[nodiscard]] GatewayCommand *newCommand(
        const std::vector<ssh::CommandId> &ids, const QByteArray &command, const QByteArray &input,
        std::chrono::milliseconds connectLimit, bool isStop);
    [[nodiscard]] SshTarget targetOf(std::size_t worker) const;
    [[nodiscard]] ssh::Endpoint gatewayEndpoint() const;

    ssh::Transport &m_transport;
    const GatewayRoute m_route;
    const Clock &m_clock;
    const QDateTime m_since;
    std::unique_ptr<ssh::RestrictedAgent> m_agent;
    bool m_isAgentReady = false;
    std::unordered_map<ssh::CommandId, Command> m_commands;
    std::vector<std::pair<ssh::CommandId, ssh::CommandRequest>> m_waiting; ///< to be sent
    std::vector<ssh::TransportEvent> m_events;                             ///< to be told
    std::vector<GatewayCommand *> m_groups; ///< on the gateway, that run what was to be started
    int m_running = 0;                      ///< those, and the ones that stop
    bool m_isSending = false;
    bool m_isAbandoned = false;
    ssh::CommandId m_lastId = 0;
};

} // namespace podium::gateway
