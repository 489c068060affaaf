// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/faketransport.h"

#include <algorithm>
#include <utility>

namespace podium::tests {

FakeScript &FakeScript::login()
{
    return phase(ssh::Phase::Connecting)
        .phase(ssh::Phase::KeyExchange)
        .phase(ssh::Phase::Login)
        .phase(ssh::Phase::Running);
}

FakeScript &FakeScript::out(const QByteArray &bytes)
{
    return add(ssh::OutputArrived{ssh::OutputStream::Out, bytes});
}

FakeScript &FakeScript::err(const QByteArray &bytes)
{
    return add(ssh::OutputArrived{ssh::OutputStream::Err, bytes});
}

FakeScript &FakeScript::ignoreTerm()
{
    m_ignoresTerm = true;
    return *this;
}

FakeScript &FakeScript::add(Step step)
{
    m_steps.push_back(std::move(step));
    return *this;
}

FakeTransport::FakeTransport(ScriptOf scriptOf, QObject *parent)
    : ssh::Transport(parent)
    , m_scriptOf(std::move(scriptOf))
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &FakeTransport::step);
}

ssh::CommandHandle FakeTransport::start(const ssh::CommandRequest &request)
{
    const FakeScript script = m_scriptOf ? m_scriptOf(request) : FakeScript().login().exit(0);
    const ssh::CommandId id = m_commands.size() + 1;
    m_commands.push_back({.id = id, .request = request, .typed = {}, .size = request.terminal});
    m_playing.push_back({script.steps(), script.ignoresTerm()});
    m_mostActive = std::max(m_mostActive, active());
    m_mostLoggingIn = std::max(m_mostLoggingIn, loggingIn());
    schedule();
    return {id, *this};
}

bool FakeTransport::control(ssh::CommandId id, const ssh::CommandControl &what)
{
    Command &command = m_commands.at(std::size_t(id - 1));
    return !command.hasEnded &&
           std::visit([&](const auto &how) { return apply(command, how); }, what);
}

bool FakeTransport::apply(Command &command, const ssh::StopCommand &stop)
{
    Playing &playing = m_playing[std::size_t(command.id - 1)];
    ++(stop.kind == ssh::StopKind::Polite ? command.termCount : command.killCount);
    if (stop.kind == ssh::StopKind::Kill || !playing.ignoresTerm) {
        playing.steps.assign(1, ssh::Ending(ssh::Stopped{true}));
        schedule();
    }
    return true;
}

bool FakeTransport::apply(Command &command, const ssh::LeaveRunning &)
{
    command.isLeft = true;
    return true;
}

bool FakeTransport::apply(Command &command, const ssh::LiftTotalLimit &)
{
    command.isLimitLifted = true;
    return true;
}

bool FakeTransport::apply(Command &command, const ssh::TypeInput &typed)
{
    const bool isOpen = command.request.keepsInputOpen || command.request.terminal;
    if (command.inputEnded || command.refusesTyping || !isOpen ||
        command.typed.size() + typed.bytes.size() > ssh::CommandHandle::MostTyped) {
        return false;
    }
    command.typed += typed.bytes;
    return true;
}

bool FakeTransport::apply(Command &command, const ssh::EndInput &)
{
    if (command.request.terminal) {
        command.typed += '\x04';
    } else {
        command.inputEnded = true;
    }
    return true;
}

bool FakeTransport::apply(Command &command, const ssh::ResizeTerminal &resized)
{
    command.size = resized.size;
    return true;
}

void FakeTransport::setAutomatic(bool automatic)
{
    m_automatic = automatic;
    schedule();
}

void FakeTransport::schedule()
{
    const bool hasSteps = std::any_of(
        m_playing.begin(), m_playing.end(), [](const Playing &p) { return !p.steps.empty(); });
    if (m_automatic && hasSteps) {
        m_timer.start(0);
    } else {
        m_timer.stop();
    }
}

void FakeTransport::step()
{
    std::vector<ssh::TransportEvent> batch;
    std::vector<std::size_t> order(m_playing.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        order[i] = i;
    }
    if (m_random) {
        std::shuffle(order.begin(), order.end(), *m_random);
    }
    for (const std::size_t index : order) {
        take(index, m_random ? int((*m_random)() % 4) : 1, batch);
    }
    // Before the signal: what it sets off may start more.
    schedule();
    if (!batch.empty()) {
        emit happened(batch);
    }
}

void FakeTransport::take(std::size_t index, int count, std::vector<ssh::TransportEvent> &batch)
{
    std::deque<FakeScript::Step> &steps = m_playing[index].steps;
    for (; count > 0 && !steps.empty(); --count) {
        note(m_commands[index], steps.front());
        batch.push_back({m_commands[index].id, std::move(steps.front())});
        steps.pop_front();
    }
}

void FakeTransport::note(Command &command, const FakeScript::Step &what)
{
    if (const auto *phase = std::get_if<ssh::PhaseChanged>(&what)) {
        command.isLoggedIn = command.isLoggedIn || phase->phase == ssh::Phase::Running;
    } else if (std::holds_alternative<ssh::Ending>(what)) {
        command.hasEnded = true;
        m_playing[std::size_t(command.id - 1)].steps.resize(1); // after an ending nothing comes
    }
}

void FakeTransport::say(ssh::CommandId id, FakeScript::Step what)
{
    const bool isEnding = std::holds_alternative<ssh::Ending>(what);
    note(m_commands.at(std::size_t(id - 1)), what);
    if (isEnding) {
        m_playing[std::size_t(id - 1)].steps.clear();
    }
    emit happened({{id, std::move(what)}});
}

const FakeTransport::Command *FakeTransport::commandOf(const WorkerRef &worker) const
{
    const auto found =
        std::find_if(m_commands.rbegin(), m_commands.rend(), [&worker](const Command &c) {
            return c.request.endpoint.worker == worker;
        });
    return found == m_commands.rend() ? nullptr : &*found;
}

int FakeTransport::active() const
{
    return int(std::count_if(
        m_commands.begin(), m_commands.end(), [](const Command &c) { return !c.hasEnded; }));
}

int FakeTransport::loggingIn() const
{
    return int(std::count_if(m_commands.begin(), m_commands.end(), [](const Command &c) {
        return !c.hasEnded && !c.isLoggedIn;
    }));
}

} // namespace podium::tests
