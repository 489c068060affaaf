// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/route/vouchedtransport.h"

#include <QSet>

#include <algorithm>
#include <utility>

namespace podium::ssh {

namespace {

const Refused *asOtherHostKey(const TransportEvent &event)
{
    const auto *ending = std::get_if<Ending>(&event.what);
    const auto *refused = ending ? std::get_if<Refused>(ending) : nullptr;
    return refused && refused->error.kind == ErrorKind::HostKey ? refused : nullptr;
}

bool isSameKeys(const QStringList &a, const QStringList &b)
{
    return QSet<QString>(a.begin(), a.end()) == QSet<QString>(b.begin(), b.end());
}

/// The refusal, with what came of asking again.
Refused afterAsking(Refused refused, const QString &answer)
{
    refused.error.detail += refused.error.detail.isEmpty() ? answer : QLatin1Char(' ') + answer;
    return refused;
}

} // namespace

VouchedTransport::VouchedTransport(Transport &transport, AskKeys askKeys, QObject *parent)
    : Transport(parent)
    , m_transport(transport)
    , m_askKeys(std::move(askKeys))
{
    connect(&m_transport, &Transport::happened, this, &VouchedTransport::onEvents);
}

VouchedTransport::Command *VouchedTransport::find(CommandId id)
{
    const auto found = m_commands.find(id);
    return found == m_commands.end() ? nullptr : &found->second;
}

CommandId VouchedTransport::start(const CommandRequest &request)
{
    const CommandId id = ++m_lastId;
    Command &command = m_commands[id];
    command.request = request;
    command.isInputOpen = request.keepsInputOpen || request.terminal;
    startThere(id, command);
    return id;
}

void VouchedTransport::startThere(CommandId id, Command &command)
{
    command.step = Step::LoggingIn;
    command.id = m_transport.start(command.request);
    m_ours[command.id] = id;
    if (!command.isInputOpen && command.request.keepsInputOpen) {
        m_transport.endInput(command.id);
    }
}

void VouchedTransport::stop(CommandId id, StopKind kind)
{
    Command *command = find(id);
    if (command && command->step == Step::Asking) {
        m_commands.erase(id);
        endLater(id, Stopped{true}); // nothing was run
    } else if (command) {
        command->isStopping = true;
        m_transport.stop(command->id, kind);
    }
}

void VouchedTransport::endLater(CommandId id, const Ending &ending)
{
    QMetaObject::invokeMethod(
        this,
        [this, id, ending] {
            emit happened({{id, ending}});
        },
        Qt::QueuedConnection);
}

void VouchedTransport::leaveRunning(CommandId id)
{
    if (Command *command = find(id)) {
        command->request.lossLimit = {};
        if (command->step != Step::Asking) {
            m_transport.leaveRunning(command->id);
        }
    }
}

bool VouchedTransport::write(CommandId id, const QByteArray &bytes)
{
    Command *command = find(id);
    if (!command) {
        return false;
    }
    bool isTaken = false;
    if (command->step == Step::Asking) {
        isTaken = command->isInputOpen && command->typed + bytes.size() <= MostTyped;
        command->typed += isTaken ? bytes.size() : 0;
    } else {
        isTaken = m_transport.write(command->id, bytes);
    }
    if (isTaken && command->step != Step::Running) {
        command->request.input += bytes; // nothing of it has left yet
    }
    return isTaken;
}

void VouchedTransport::endInput(CommandId id)
{
    Command *command = find(id);
    if (!command) {
        return;
    }
    if (command->step == Step::Running) {
        m_transport.endInput(command->id);
    } else if (command->request.terminal) {
        constexpr char EndOfTransmission = 4; // Ctrl+D
        [[maybe_unused]] const bool isTaken = write(id, QByteArray(1, EndOfTransmission));
    } else {
        command->isInputOpen = false;
        if (command->step == Step::LoggingIn) {
            m_transport.endInput(command->id);
        }
    }
}

void VouchedTransport::resize(CommandId id, TerminalSize size)
{
    if (Command *command = find(id)) {
        if (command->request.terminal) {
            command->request.terminal = size;
        }
        if (command->step != Step::Asking) {
            m_transport.resize(command->id, size);
        }
    }
}

void VouchedTransport::onEvents(const std::vector<TransportEvent> &events)
{
    std::vector<TransportEvent> passed;
    passed.reserve(events.size());
    for (const TransportEvent &event : events) {
        const auto found = m_ours.find(event.id);
        if (found == m_ours.end()) {
            continue;
        }
        const CommandId id = found->second;
        Command &command = m_commands.at(id);
        if (std::holds_alternative<Ending>(event.what)) {
            m_ours.erase(found);
        }
        if (keepBack(id, command, event)) {
            continue;
        }
        passed.push_back({id, event.what});
        const auto *phase = std::get_if<PhaseChanged>(&event.what);
        if (phase && phase->phase == Phase::Running) {
            command.step = Step::Running;
            command.request.input.clear();
        } else if (std::holds_alternative<Ending>(event.what)) {
            m_commands.erase(id);
        }
    }
    if (!passed.empty()) {
        emit happened(passed);
    }
}

/// What is told when the cloud has answered, and what was told before.
bool VouchedTransport::keepBack(CommandId id, Command &command, const TransportEvent &event)
{
    if (const auto *phase = std::get_if<PhaseChanged>(&event.what)) {
        const bool isNews = !command.told || *command.told < phase->phase;
        command.told = std::max(command.told.value_or(phase->phase), phase->phase);
        return !isNews;
    }
    if (const Refused *refused = asOtherHostKey(event);
        refused && !command.isAgain && !command.isStopping) {
        ask(id, command, *refused);
        return true;
    }
    return command.isAgain && std::holds_alternative<RouteChosen>(event.what);
}

void VouchedTransport::ask(CommandId id, Command &command, const Refused &refused)
{
    command.step = Step::Asking;
    command.isAgain = true;
    command.refused = refused;
    m_askKeys(
        command.request.endpoint,
        Callback<Result<QStringList>>(
            this, [this, id](const Result<QStringList> &keys) { handleKeys(id, keys); }));
}

void VouchedTransport::handleKeys(CommandId id, const Result<QStringList> &keys)
{
    Command *command = find(id);
    if (!command) {
        return; // stopped meanwhile
    }
    QString answer;
    if (!keys) {
        answer = QStringLiteral("Google could not say anew which keys it has: %1")
                     .arg(keys.error().text());
    } else if (keys->isEmpty()) {
        answer = QStringLiteral("Google, asked again, reports no keys of it.");
    } else if (isSameKeys(*keys, command->request.endpoint.pinnedHostKeys)) {
        answer = QStringLiteral("Google, asked again, still reports the known keys and no others.");
    } else {
        command->request.endpoint.pinnedHostKeys = *keys;
        startThere(id, *command);
        return;
    }
    const Refused refused = afterAsking(command->refused, answer);
    m_commands.erase(id);
    emit happened({{id, Ending(refused)}});
}

} // namespace podium::ssh
