// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/route/routingtransport.h"

#include <utility>

namespace podium::ssh {

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

RoutingTransport::Command *RoutingTransport::find(CommandId id)
{
    const auto found = m_commands.find(id);
    return found == m_commands.end() ? nullptr : &found->second;
}

CommandId RoutingTransport::start(const CommandRequest &request)
{
    const CommandId id = ++m_lastId;
    Command &command = m_commands[id];
    command.request = request;
    command.isInputOpen = request.keepsInputOpen || request.terminal;
    m_routeOf(request.endpoint, Callback<Route>(this, [this, id](const Route &route) {
                  choose(id, route);
              }));
    return id;
}

void RoutingTransport::choose(CommandId id, const Route &route)
{
    Command *command = find(id);
    if (!command) {
        return; // stopped meanwhile
    }
    command->isByLibssh = route.by == Route::By::Libssh;
    if (!route.configName.isEmpty()) {
        command->request.endpoint.configName = route.configName;
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
    command.transport = command.isByLibssh ? &m_libssh : &m_openssh;
    command.id = command.transport->start(command.request);
    (command.isByLibssh ? m_ofLibssh : m_ofOpenssh)[command.id] = id;
    if (!command.isInputOpen && command.request.keepsInputOpen) {
        command.transport->endInput(command.id);
    }
    command.request = {};
}

void RoutingTransport::leaveQueue(CommandId id)
{
    if (const std::optional<CommandId> next = m_limiter.leave(id)) {
        passOn(*next);
    }
}

void RoutingTransport::leaveRunning(CommandId id)
{
    Command *command = find(id);
    if (command && command->transport) {
        command->transport->leaveRunning(command->id);
    } else if (command) {
        command->request.lossLimit = {};
    }
}

void RoutingTransport::stop(CommandId id, StopKind kind)
{
    const Command *command = find(id);
    if (command && command->transport) {
        command->transport->stop(command->id, kind);
    } else if (command) {
        m_commands.erase(id);
        leaveQueue(id);
        // Later, as any event: nothing was run.
        QMetaObject::invokeMethod(
            this,
            [this, id] {
                emit happened({{id, Ending(Stopped{true})}});
            },
            Qt::QueuedConnection);
    }
}

bool RoutingTransport::write(CommandId id, const QByteArray &bytes)
{
    Command *command = find(id);
    if (!command) {
        return false;
    }
    if (command->transport) {
        return command->transport->write(command->id, bytes);
    }
    const bool isTaken = command->isInputOpen && command->typed + bytes.size() <= MostTyped;
    if (isTaken) {
        command->typed += bytes.size();
        command->request.input += bytes;
    }
    return isTaken;
}

void RoutingTransport::endInput(CommandId id)
{
    Command *command = find(id);
    if (command && command->transport) {
        command->transport->endInput(command->id);
    } else if (command && command->request.terminal) {
        constexpr char EndOfTransmission = 4; // Ctrl+D
        [[maybe_unused]] const bool isTaken = write(id, QByteArray(1, EndOfTransmission));
    } else if (command) {
        command->isInputOpen = false;
    }
}

void RoutingTransport::resize(CommandId id, TerminalSize size)
{
    Command *command = find(id);
    if (command && command->transport) {
        command->transport->resize(command->id, size);
    } else if (command && command->request.terminal) {
        command->request.terminal = size;
    }
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
