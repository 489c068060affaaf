// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/gatewaytransport.h"

#include "core/gateway/gatewayerrors.h"
#include "core/run/detached/orphanedrun.h"
#include "core/run/sentcommand.h"

#include <QHostAddress>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace podium::gateway {

namespace {

/// Between TERM and KILL, of a command whose time is over.
constexpr int GraceMs = 5000;

} // namespace

GatewayTransport::GatewayTransport(
    ssh::Transport &transport, GatewayRoute route, const Clock &clock, QObject *parent)
    : Transport(parent)
    , m_transport(transport)
    , m_route(std::move(route))
    , m_clock(clock)
    , m_since(clock.now())
{}

GatewayTransport::~GatewayTransport() = default;

ssh::CommandHandle GatewayTransport::start(const ssh::CommandRequest &request)
{
    const ssh::CommandId id = ++m_lastId;
    const auto worker =
        std::find(m_route.workers.begin(), m_route.workers.end(), request.endpoint.worker);
    m_commands.emplace(id, Command{std::size_t(worker - m_route.workers.begin()), nullptr, {}, {}});
    m_waiting.emplace_back(id, request);
    sendSoon();
    return {id, *this};
}

void GatewayTransport::endWhenIdle()
{
    m_isAbandoned = true;
    if (m_commands.empty() && m_running == 0) {
        deleteLater();
    }
}

/// What is wished for at one moment goes together.
void GatewayTransport::sendSoon()
{
    if (!std::exchange(m_isSending, true)) {
        QMetaObject::invokeMethod(this, &GatewayTransport::send, Qt::QueuedConnection);
    }
}

void GatewayTransport::send()
{
    m_isSending = false;
    if (!m_waiting.empty()) {
        m_isAgentReady ? launch() : makeAgent();
    }
    for (const ssh::StopKind kind : {ssh::StopKind::Polite, ssh::StopKind::Kill}) {
        launchStops(kind);
    }
    endEarly();
    flush();
}

void GatewayTransport::makeAgent()
{
    if (m_agent) {
        return;
    }
    std::vector<ssh::AllowedLogin> logins;
    for (std::size_t worker = 0; worker < m_route.workers.size(); ++worker) {
        const SshTarget target = targetOf(worker);
        logins.push_back({target.user, target.endpoint.hostKeys});
    }
    m_agent = std::make_unique<ssh::RestrictedAgent>(
        m_route.endpointOf(m_route.workers[m_route.gateway]), m_route.agentSocket,
        std::move(logins));
    connect(m_agent.get(), &ssh::RestrictedAgent::ready, this, &GatewayTransport::onAgent);
    m_agent->start();
}

/// It is there, and has keys, only for as long as something needs it.
void GatewayTransport::dropAgent()
{
    if (m_running == 0 && m_commands.empty()) {
        m_agent.reset();
        m_isAgentReady = false;
    }
}

void GatewayTransport::onAgent(const Result<> &how)
{
    m_isAgentReady = true;
    if (!how) {
        for (const auto &[id, request] : std::exchange(m_waiting, {})) {
            refuse(id, how.error());
        }
    }
    sendSoon();
}

std::optional<Error> GatewayTransport::problemOf(const ssh::CommandRequest &request) const
{
    const QString name = request.endpoint.worker.text();
    const InternalEndpoint endpoint = m_route.internalEndpointOf(request.endpoint.worker);
    if (QHostAddress(endpoint.address).isNull()) {
        return forRun(noInternalAddress(name));
    }
    if (endpoint.hostKeys.isEmpty()) {
        return forRun(noHostKey(name));
    }
    if (!isLoginName(request.endpoint.user.toUtf8())) {
        return notForGateway(QStringLiteral("The login name \"%1\"").arg(request.endpoint.user));
    }
    if (request.terminal || request.keepsInputOpen) {
        return notForGateway(QStringLiteral("Typing to a command"));
    }
    return request.isForward() ? std::optional(notForGateway(QStringLiteral("A tunnel")))
                               : std::nullopt;
}

void GatewayTransport::refuse(ssh::CommandId id, const Error &why)
{
    end(id, why.kind == ErrorKind::Network ? ssh::Ending(ssh::Unreachable{why})
                                           : ssh::Ending(ssh::Refused{why}));
}

void GatewayTransport::launch()
{
    auto waiting = std::exchange(m_waiting, {});
    while (!waiting.empty()) {
        const ssh::CommandRequest first = waiting.front().second;
        std::vector<ssh::CommandId> same;
        decltype(waiting) others;
        for (auto &[id, request] : waiting) {
            if (const auto problem = problemOf(request)) {
                refuse(id, *problem);
            } else if (request.command == first.command && request.input == first.input) {
                same.push_back(id);
            } else {
                others.emplace_back(id, std::move(request));
            }
        }
        waiting = std::move(others);
        if (!same.empty()) {
            launchGroup(first, same);
        }
    }
}

void GatewayTransport::launchGroup(
    const ssh::CommandRequest &request, const std::vector<ssh::CommandId> &ids)
{
    GatewayCommand *command =
        newCommand(ids, request.command, request.input, request.connectLimit, false);
    // When its turn comes is seen by its command alone; a login has a limit of its own.
    const bool isByTurns = m_route.atOnce > 0 && std::size_t(m_route.atOnce) < ids.size();
    for (const ssh::CommandId id : ids) {
        m_commands.at(id).by = command;
        m_commands.at(id).limit = isByTurns ? request.totalLimit : std::chrono::milliseconds();
        tell(
            id, ssh::RouteChosen{
                    {ssh::Route::By::Openssh,
                     {},
                     {QStringLiteral("via ClusterShell on the gateway")},
                     {},
                     m_route.workers[m_route.gateway].text()}});
    }
    m_groups.push_back(command);
    command->start();
    if (!isByTurns) {
        startLimit(ids, request.totalLimit);
    }
}

void GatewayTransport::startLimit(
    const std::vector<ssh::CommandId> &ids, std::chrono::milliseconds limit)
{
    if (limit.count() <= 0) {
        return;
    }
    const std::chrono::milliseconds part = waitPart(limit);
    QTimer::singleShot(part, this, [this, ids, left = limit - part] {
        left.count() > 0 ? startLimit(ids, left) : onLimit(ids, ssh::StopKind::Polite);
    });
}

GatewayCommand *GatewayTransport::newCommand(
    const std::vector<ssh::CommandId> &ids, const QByteArray &command, const QByteArray &input,
    std::chrono::milliseconds connectLimit, bool isStop)
{
    GatewayCommandRequest request;
    request.gateway = gatewayEndpoint();
    request.command = command;
    request.input = input;
    request.atOnce = isStop ? 0 : m_route.atOnce;
    request.connectLimit = connectLimit;
    std::unordered_map<std::size_t, ssh::CommandId> idOf;
    for (const ssh::CommandId id : ids) {
        const std::size_t worker = m_commands.at(id).worker;
        request.targets.push_back(targetOf(worker));
        request.names << m_route.workers[worker].text();
        idOf.emplace(worker, id);
    }
    auto *made = new GatewayCommand(
        m_transport, request,
        [this, isStop, idOf = std::move(idOf)](std::size_t worker, const auto &what) {
            const auto *ending = std::get_if<ssh::Ending>(&what);
            const auto asked = m_commands.find(idOf.at(worker));
            if (!isStop) {
                onHappened(idOf.at(worker), what);
            } else if (ending && asked != m_commands.end()) {
                const bool isGone = *ending == ssh::Ending(ssh::Exited{0});
                end(asked->first, asked->second.state.onAnswer(isGone));
            }
        },
        this);
    connect(made, &GatewayCommand::told, this, &GatewayTransport::flush);
    connect(made, &GatewayCommand::finished, this, [this, made] {
        made->deleteLater();
        m_groups.erase(std::remove(m_groups.begin(), m_groups.end(), made), m_groups.end());
        --m_running;
        dropAgent();
        if (m_isAbandoned) {
            endWhenIdle();
        }
    });
    ++m_running;
    return made;
}

SshTarget GatewayTransport::targetOf(std::size_t worker) const
{
    const WorkerRef &ref = m_route.workers[worker];
    return {worker, m_route.internalEndpointOf(ref), m_route.endpointOf(ref).user.toUtf8()};
}

ssh::Endpoint GatewayTransport::gatewayEndpoint() const
{
    ssh::Endpoint endpoint = m_route.endpointOf(m_route.workers[m_route.gateway]);
    endpoint.forwardedAgent = m_agent->socketPath();
    return endpoint;
}

void GatewayTransport::onHappened(
    ssh::CommandId id, const decltype(ssh::TransportEvent::what) &what)
{
    const auto found = m_commands.find(id);
    if (found == m_commands.end()) {
        return;
    }
    Command &command = found->second;
    if (const auto *ending = std::get_if<ssh::Ending>(&what)) {
        command.by = nullptr;
        end(id, command.state.onEnding(*ending));
        return;
    }
    const auto *phase = std::get_if<ssh::PhaseChanged>(&what);
    if (phase && phase->phase == ssh::Phase::Running) {
        command.state.begin();
        startLimit({id}, std::exchange(command.limit, {}));
        sendSoon(); // it may be one that could not be stopped before
    }
    tell(id, what);
}

bool GatewayTransport::control(ssh::CommandId id, const ssh::CommandControl &what)
{
    const auto found = m_commands.find(id);
    if (found == m_commands.end()) {
        return false;
    }
    if (const auto *order = std::get_if<ssh::StopCommand>(&what)) {
        stop(id, order->kind);
        return true;
    }
    if (std::holds_alternative<ssh::LeaveRunning>(what)) {
        m_commands.erase(found);
        sendSoon();
        return true;
    }
    return false; // its stdin is the same for all
}

void GatewayTransport::stop(ssh::CommandId id, ssh::StopKind kind)
{
    const auto waiting = std::find_if(
        m_waiting.begin(), m_waiting.end(), [id](const auto &each) { return each.first == id; });
    if (waiting != m_waiting.end()) {
        m_waiting.erase(waiting);
        end(id, ssh::Stopped{true});
    } else {
        end(id, m_commands.at(id).state.stop(kind));
    }
    sendSoon();
}

/// Ends what has begun, where that was asked for and has not been sent.
void GatewayTransport::launchStops(ssh::StopKind kind)
{
    std::vector<ssh::CommandId> ids;
    for (auto &[id, command] : m_commands) {
        if (command.state.needsStop(kind)) {
            command.state.stopSent();
            ids.push_back(id);
        }
    }
    if (ids.empty()) {
        return;
    }
    run::OrphanedRun run;
    run.id = m_route.runId;
    run.isMarked = !m_route.runId.isEmpty();
    run.startedAt = m_since;
    run.lastNoteAt = m_clock.now();
    const run::RunSpec spec = run::orphanEnd(run, kind == ssh::StopKind::Kill);
    newCommand(ids, run::sentCommand(spec), spec.input, spec.connectLimit, true)->start();
}

/// Of a group of which nothing is wanted any more, and nothing has begun, nothing is to begin.
void GatewayTransport::endEarly()
{
    for (GatewayCommand *group : m_groups) {
        bool isWanted = false;
        for (const auto &[id, command] : m_commands) {
            if (command.by == group) {
                isWanted = isWanted || command.state.hasBegun() || !command.state.isStopping();
            }
        }
        if (!isWanted && group->isGoingOn()) {
            group->stop();
        }
    }
}

void GatewayTransport::onLimit(const std::vector<ssh::CommandId> &ids, ssh::StopKind kind)
{
    bool isAnyLeft = false;
    for (const ssh::CommandId id : ids) {
        const auto command = m_commands.find(id);
        if (command != m_commands.end() && command->second.state.endTime()) {
            isAnyLeft = true;
            stop(id, kind);
        }
    }
    if (isAnyLeft && kind == ssh::StopKind::Polite) {
        QTimer::singleShot(GraceMs, this, [this, ids] { onLimit(ids, ssh::StopKind::Kill); });
    }
}

/// Does nothing where there is none yet; then a stop may be due.
void GatewayTransport::end(ssh::CommandId id, const std::optional<ssh::Ending> &ending)
{
    if (ending) {
        m_commands.erase(id);
        tell(id, *ending);
    } else {
        sendSoon();
    }
}

void GatewayTransport::tell(ssh::CommandId id, const decltype(ssh::TransportEvent::what) &what)
{
    m_events.push_back({id, what});
}

void GatewayTransport::flush()
{
    if (!m_events.empty()) {
        emit happened(std::exchange(m_events, {}));
    }
    if (m_isAbandoned) {
        endWhenIdle();
    }
}

} // namespace podium::gateway
