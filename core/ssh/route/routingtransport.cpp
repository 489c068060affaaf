// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/route/routingtransport.h"

#include <utility>

namespace podium::ssh {

namespace {

/// Whatever the way: only `ssh` does that.
Route withAgentForwarded(Route route)
{
    if (route.by == Route::By::Libssh) {
        route.by = Route::By::Openssh;
        route.why << QStringLiteral("an agent is forwarded");
    }
    return route;
}

} // namespace

RoutingTransport::RoutingTransport(
    Transport &libssh, Transport &openssh, RouteOf routeOf, QObject *parent)
    : Transport(parent)
    , m_libssh(libssh)
    , m_openssh(openssh)
    , m_routeOf(std::move(routeOf))
{
    for (Transport *transport : {&m_libssh, &m_openssh}) {
        connect(transport, &Transport::happened, this, [this, transport](const auto &events) {
            onEvents(*transport, events);
        });
    }
}

CommandHandle RoutingTransport::start(const CommandRequest &request)
{
    const CommandId id = ++m_lastId;
    m_commands.emplace(id, Command{DeferredCommand(request)});
    const bool forwardsAgent = !request.endpoint.forwardedAgent.isEmpty();
    m_routeOf(
        request.endpoint, Callback<Route>(this, [this, id, forwardsAgent](const Route &route) {
            choose(id, forwardsAgent ? withAgentForwarded(route) : route);
        }));
    return {id, *this};
}

void RoutingTransport::choose(CommandId id, const Route &route)
{
    const auto found = m_commands.find(id);
    if (found == m_commands.end()) {
        return; // stopped meanwhile
    }
    Command &command = found->second;
    command.isByLibssh = route.by == Route::By::Libssh;
    if (!route.configName.isEmpty()) {
        command.deferred.request().endpoint.configName = route.configName;
    }
    if (m_limiter.enter(id, route.proxyId)) {
        passOn(id);
    }
    if (route != Route()) {
        emit happened({{id, RouteChosen{route}}});
    }
}

/// Its turn has come.
void RoutingTransport::passOn(CommandId id)
{
    Command &command = m_commands.at(id);
    const CommandId there = command.deferred.startBy(command.isByLibssh ? m_libssh : m_openssh);
    (command.isByLibssh ? m_ofLibssh : m_ofOpenssh)[there] = id;
    command.deferred.keepNoMore();
}

void RoutingTransport::leaveQueue(CommandId id)
{
    if (const std::optional<CommandId> next = m_limiter.leave(id)) {
        passOn(*next);
    }
}

bool RoutingTransport::control(CommandId id, const CommandControl &what)
{
    const auto found = m_commands.find(id);
    if (found == m_commands.end()) {
        return false;
    }
    DeferredCommand &deferred = found->second.deferred;
    if (!deferred.isStarted() && std::holds_alternative<StopCommand>(what)) {
        m_commands.erase(found);
        leaveQueue(id);
        tellStopped(*this, id);
        return true;
    }
    return deferred.control(what);
}

void RoutingTransport::onEvents(Transport &from, const std::vector<TransportEvent> &events)
{
    auto &ids = &from == &m_libssh ? m_ofLibssh : m_ofOpenssh;
    std::vector<TransportEvent> passed;
    passed.reserve(events.size());
    for (const TransportEvent &event : events) {
        const auto found = ids.find(event.id);
        if (found == ids.end()) {
            continue;
        }
        const CommandId id = found->second;
        passed.push_back({id, event.what});
        const auto *phase = std::get_if<PhaseChanged>(&event.what);
        if (std::holds_alternative<Ending>(event.what)) {
            m_commands.erase(id);
            ids.erase(found);
            leaveQueue(id);
        } else if (phase && phase->phase == Phase::Running) {
            leaveQueue(id);
        }
    }
    if (!passed.empty()) {
        emit happened(passed);
    }
}

} // namespace podium::ssh
