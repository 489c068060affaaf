// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/route/retryingtransport.h"

#include <QSet>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace podium::ssh {

namespace {

using std::chrono::milliseconds;

const Refused *asOtherHostKey(const TransportEvent &event)
{
    const auto *ending = std::get_if<Ending>(&event.what);
    const auto *refused = ending ? std::get_if<Refused>(ending) : nullptr;
    return refused && refused->error.kind == ErrorKind::HostKey ? refused : nullptr;
}

/// The worker did not answer, or not to the end of the key exchange.
bool isOutOfReach(const TransportEvent &event)
{
    const auto *ending = std::get_if<Ending>(&event.what);
    const auto *timedOut = ending ? std::get_if<TimedOut>(ending) : nullptr;
    return ending && (std::holds_alternative<Unreachable>(*ending) ||
                      (timedOut && timedOut->phase < Phase::Login));
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

RetryingTransport::RetryingTransport(
    Transport &transport, AskKeys askKeys, milliseconds pause, QObject *parent)
    : Transport(parent)
    , m_transport(transport)
    , m_askKeys(std::move(askKeys))
    , m_pause(pause)
{
    connect(&m_transport, &Transport::happened, this, &RetryingTransport::onEvents);
}

CommandHandle RetryingTransport::start(const CommandRequest &request)
{
    const CommandId id = ++m_lastId;
    Command &command = m_commands.emplace(id, Command{DeferredCommand(request)}).first->second;
    command.since.start();
    command.totalLimit = request.totalLimit;
    startThere(id, command);
    return {id, *this};
}

void RetryingTransport::startThere(CommandId id, Command &command)
{
    m_ours[command.deferred.startBy(m_transport)] = id;
}

bool RetryingTransport::control(CommandId id, const CommandControl &what)
{
    const auto found = m_commands.find(id);
    if (found == m_commands.end()) {
        return false;
    }
    Command &command = found->second;
    const bool isStop = std::holds_alternative<StopCommand>(what);
    if (isStop && !command.deferred.isStarted()) {
        m_commands.erase(found);
        tellStopped(*this, id);
        return true;
    }
    command.isStopping = command.isStopping || isStop;
    return command.deferred.control(what);
}

void RetryingTransport::onEvents(const std::vector<TransportEvent> &events)
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
            command.deferred.keepNoMore();
        } else if (std::holds_alternative<Ending>(event.what)) {
            m_commands.erase(id);
        }
    }
    if (!passed.empty()) {
        emit happened(passed);
    }
}

/// What is told when the cloud has answered, and what was told before.
bool RetryingTransport::keepBack(CommandId id, Command &command, const TransportEvent &event)
{
    if (const auto *phase = std::get_if<PhaseChanged>(&event.what)) {
        const bool isNews = !command.told || *command.told < phase->phase;
        command.told = std::max(command.told.value_or(phase->phase), phase->phase);
        return !isNews;
    }
    if (const Refused *refused = asOtherHostKey(event);
        refused && !command.hasAsked && !command.isStopping) {
        ask(id, command, *refused);
        return true;
    }
    if (isOutOfReach(event) && mayTryAgain(command)) {
        tryLater(id, command);
        return true;
    }
    return command.isAgain && std::holds_alternative<RouteChosen>(event.what);
}

bool RetryingTransport::mayTryAgain(Command &command) const
{
    const milliseconds next = milliseconds(command.since.elapsed()) + m_pause;
    return !command.isStopping && next <= command.deferred.request().retryLimit &&
           (command.totalLimit == milliseconds::zero() || next < command.totalLimit);
}

void RetryingTransport::tryLater(CommandId id, Command &command)
{
    command.deferred.takeBack();
    command.isAgain = true;
    QTimer::singleShot(m_pause, this, [this, id] {
        const auto found = m_commands.find(id);
        if (found == m_commands.end()) {
            return; // stopped meanwhile
        }
        Command &again = found->second;
        if (again.totalLimit > milliseconds::zero()) {
            const milliseconds left = again.totalLimit - milliseconds(again.since.elapsed());
            again.deferred.request().totalLimit = std::max(milliseconds(1), left);
        }
        startThere(id, again);
    });
}

void RetryingTransport::ask(CommandId id, Command &command, const Refused &refused)
{
    command.deferred.takeBack();
    command.isAgain = true;
    command.hasAsked = true;
    command.refused = refused;
    m_askKeys(
        command.deferred.request().endpoint,
        Callback<Result<QStringList>>(
            this, [this, id](const Result<QStringList> &keys) { handleKeys(id, keys); }));
}

void RetryingTransport::handleKeys(CommandId id, const Result<QStringList> &keys)
{
    const auto found = m_commands.find(id);
    if (found == m_commands.end()) {
        return; // stopped meanwhile
    }
    Command &command = found->second;
    QStringList &known = command.deferred.request().endpoint.pinnedHostKeys;
    QString answer;
    if (!keys) {
        answer = QStringLiteral("Google could not say anew which keys it has: %1")
                     .arg(keys.error().text());
    } else if (keys->isEmpty()) {
        answer = QStringLiteral("Google, asked again, reports no keys of it.");
    } else if (isSameKeys(*keys, known)) {
        answer = QStringLiteral("Google, asked again, still reports the known keys and no others.");
    } else {
        known = *keys;
        startThere(id, command);
        return;
    }
    const Refused refused = afterAsking(command.refused, answer);
    m_commands.erase(found);
    emit happened({{id, Ending(refused)}});
}

} // namespace podium::ssh
