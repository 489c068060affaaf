// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/loginround.h"

#include "core/run/sentcommand.h"

#include <utility>

namespace podium::run {

namespace {

constexpr auto ShellLimit = std::chrono::seconds(30);

/// With the limits of a login, and a little for the command that does nothing. There is none for
/// all of it: it would not stand still while the person's ssh agent signs for one after the other.
RunSpec loginsOf(const RunSpec &wanted)
{
    RunSpec spec;
    spec.workers = wanted.workers;
    spec.command = "true"; // every shell has it
    spec.loginsAtOnce = wanted.loginsAtOnce;
    spec.connectLimit = wanted.connectLimit;
    spec.phaseLimits = wanted.phaseLimits;
    spec.retryLimit = wanted.retryLimit;
    spec.firstOutputLimit = ShellLimit;
    spec.idleLimit = ShellLimit; // of start files that talk
    return spec;
}

} // namespace

LoginRound::LoginRound(
    const RunSpec &spec, ssh::Transport &transport, EndpointOf endpointOf, const Clock &clock,
    QObject *parent)
    : QObject(parent)
    , m_spec(loginsOf(spec))
    , m_transport(transport)
    , m_endpointOf(std::move(endpointOf))
    , m_plan(m_spec)
    , m_pace(m_spec, clock, [this] { startNext(); })
    , m_left(int(m_spec.workers.size()))
{
    connect(&transport, &ssh::Transport::happened, this, &LoginRound::onEvents);
}

LoginRound::~LoginRound()
{
    abandon();
}

void LoginRound::abandon()
{
    disconnect(&m_transport, nullptr, this, nullptr);
    m_plan.close();
    for (const Login &login : std::exchange(m_logins, {})) {
        login.command.stop(ssh::StopKind::Polite);
    }
}

void LoginRound::start()
{
    startNext();
}

void LoginRound::startNext()
{
    m_pace.startNext(m_plan, [this](int slot) { startSlot(slot); });
    if (m_left == 0 && !std::exchange(m_hasFinished, true)) {
        emit finished();
    }
}

void LoginRound::startSlot(int slot)
{
    const WorkerRef &worker = m_spec.workers.at(std::size_t(slot));
    ssh::Endpoint endpoint = m_endpointOf(worker);
    emit entered(slot, ssh::Phase::Connecting);
    if (endpoint.address.isEmpty()) {
        end(slot, ssh::Unreachable{noAddressError(endpoint, worker)});
        return;
    }
    m_pace.started(slot);
    const ssh::CommandHandle command =
        m_transport.start(requestFor(m_spec, std::move(endpoint), {}));
    m_logins.insert(command.id(), {command, slot});
}

void LoginRound::end(int slot, std::optional<WorkerEnding> why)
{
    m_plan.ended(slot, why.has_value());
    if (why) {
        m_missing.push_back({slot, *std::move(why)});
    }
    --m_left;
}

void LoginRound::onEvents(const std::vector<ssh::TransportEvent> &events)
{
    bool hasMoved = false;
    for (const ssh::TransportEvent &event : events) {
        const auto found = m_logins.constFind(event.id);
        if (found == m_logins.constEnd()) {
            continue;
        }
        const int slot = found->slot;
        m_pace.note(slot, event.what);
        if (const auto *phase = std::get_if<ssh::PhaseChanged>(&event.what)) {
            hasMoved = true;
            const bool isLoggedIn = phase->phase == ssh::Phase::Running;
            if (isLoggedIn) {
                m_plan.loggedIn(slot);
            }
            emit entered(slot, isLoggedIn ? ssh::Phase::Waiting : phase->phase);
        } else if (const auto *ending = std::get_if<ssh::Ending>(&event.what)) {
            m_logins.remove(event.id);
            const bool isThere = std::holds_alternative<ssh::Exited>(*ending);
            end(slot, isThere ? std::nullopt : std::optional(workerEnding(*ending)));
            hasMoved = true;
        }
    }
    if (hasMoved) {
        startNext();
    }
}

} // namespace podium::run
