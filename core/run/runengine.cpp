// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/runengine.h"

#include "core/run/loginround.h"
#include "core/run/sentcommand.h"
#include "core/run/slotset.h"

#include <QHash>
#include <QPointer>
#include <QTimer>

#include <optional>
#include <utility>

namespace podium::run {

struct Run::Private
{
    static constexpr qint64 TickMs = 16; // a frame: more often than that nobody sees

    Private(RunSpec s, ssh::Transport &t, EndpointOf e, const Clock &c, Run &run)
        : spec(std::move(s))
        , transport(t)
        , endpointOf(std::move(e))
        , clock(c)
        , refusal(runProblem(spec))
        , sentToAll(spec.inputs.empty() ? sentInput(spec, spec.input) : QByteArray())
        , plan(spec)
        , pace(spec, clock, [this, &run] { startNext(run), run.tellSoon(); })
        , state(spec)
        , output(int(spec.workers.size()), spec.output)
        , commands(spec.workers.size(), Command{.handle = {}, .size = spec.terminal})
        , changed(int(spec.workers.size()))
        , grown(int(spec.workers.size()))
        , ended(int(spec.workers.size()))
    {}

    /// What of a slot is in the transport's hands.
    struct Command
    {
        std::optional<ssh::CommandHandle> handle; ///< none: not started, or ended
        bool askedPolitely = false;
        bool inputEnded = false;
        std::optional<ssh::TerminalSize> size; ///< of its terminal
    };

    void startRound(Run &run);
    void startNext(Run &run);
    void startSlot(Run &run, int slot);
    void stopSlot(int slot, ssh::StopKind kind);
    void stopAll(ssh::StopKind kind);
    void startNoMore() { isWishedAway = true, plan.close(), endUnstarted(); }
    void endUnstarted();
    void end(int slot, WorkerEnding ending);
    void enter(int slot, ssh::Phase phase);
    [[nodiscard]] Command &command(int slot) { return commands.at(std::size_t(slot)); }

    const RunSpec spec;
    ssh::Transport &transport;
    const EndpointOf endpointOf;
    const Clock &clock;
    const std::optional<Error> refusal; ///< why none of it can be sent
    const QByteArray sentToAll;         ///< stdin, where it is the same for all: one copy
    std::unique_ptr<LoginRound> round;  ///< before it starts everywhere or not at all
    RunPlan plan;
    LoginPace pace;
    RunState state;
    OutputStore output;
    std::vector<Command> commands;
    QHash<ssh::CommandId, int> slotOf;
    SlotSet changed;
    SlotSet grown;
    SlotSet ended;
    QTimer tick;
    qint64 toldAtMs = 0;
    QDateTime startedAt;
    bool isStopping = false;
    bool isWishedAway = false; ///< a person wants no more to start
    bool hasFinished = false;  ///< finished() was emitted
};

void Run::Private::startRound(Run &run)
{
    round = std::make_unique<LoginRound>(spec, transport, endpointOf, clock);
    connect(round.get(), &LoginRound::entered, &run, [this, &run](int slot, ssh::Phase phase) {
        state.start(slot, clock.monotonicMs());
        enter(slot, phase);
        run.tellSoon();
    });
    connect(round.get(), &LoginRound::finished, &run, [this, &run] {
        for (const auto &[slot, why] : round->missing()) {
            end(slot, why);
            plan.close();
        }
        startNext(run);
        tick.start(0); // this may be within start()
    });
    round->start();
}

void Run::Private::startNext(Run &run)
{
    pace.startNext(plan, [this, &run](int slot) { startSlot(run, slot); });
    if (spec.endTogether && plan.hasFailed()) {
        stopAll(ssh::StopKind::Polite);
    }
    endUnstarted();
}

void Run::Private::startSlot(Run &run, int slot)
{
    const WorkerRef &worker = spec.workers.at(std::size_t(slot));
    ssh::Endpoint endpoint = endpointOf(worker);
    state.start(slot, clock.monotonicMs());
    state.setSent(slot, spec.times, clock.now());
    changed.add(slot);
    if (refusal) {
        end(slot, ssh::Refused{*refusal});
        return;
    }
    if (endpoint.address.isEmpty()) {
        end(slot, ssh::Unreachable{noAddressError(endpoint, worker)});
        return;
    }
    emit run.workerStarting(slot);
    auto request = requestFor(spec, std::move(endpoint), command(slot).size);
    request.input = spec.inputs.empty() ? sentToAll : sentInput(spec, spec.inputOf(slot));
    pace.started(slot);
    command(slot).handle = transport.start(request);
    slotOf.insert(command(slot).handle->id(), slot);
}

/// Where no more are started, those that wait have ended.
void Run::Private::endUnstarted()
{
    if (plan.isClosed() && round) {
        round->abandon();
    }
    for (const int slot : plan.takeUnstarted()) {
        end(slot, NeverStarted{.isAfterFailure = !isWishedAway});
    }
}

void Run::Private::stopSlot(int slot, ssh::StopKind kind)
{
    Command &sent = command(slot);
    if (!sent.handle || (kind == ssh::StopKind::Polite && sent.askedPolitely)) {
        return;
    }
    sent.askedPolitely = true;
    state.setStopping(slot);
    changed.add(slot);
    sent.handle->stop(kind);
}

void Run::Private::stopAll(ssh::StopKind kind)
{
    for (int slot = 0; slot < int(commands.size()); ++slot) {
        stopSlot(slot, kind);
    }
}

void Run::Private::end(int slot, WorkerEnding ending)
{
    if (const auto handle = std::exchange(command(slot).handle, std::nullopt)) {
        slotOf.remove(handle->id());
    }
    state.end(slot, std::move(ending), clock.monotonicMs());
    const EndingClass endingIs = endingClass(*state.workers().at(std::size_t(slot)).ending);
    output.finish(slot);
    plan.ended(slot, endingIs == EndingClass::Failed || endingIs == EndingClass::Unreachable);
    changed.add(slot);
    ended.add(slot);
}

void Run::Private::enter(int slot, ssh::Phase phase)
{
    state.setPhase(slot, phase);
    changed.add(slot);
    if (phase == ssh::Phase::Running) {
        plan.loggedIn(slot);
    }
}

Run::Run(
    RunSpec spec, ssh::Transport &transport, EndpointOf endpointOf, const Clock &clock,
    QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(std::move(spec), transport, std::move(endpointOf), clock, *this))
{
    d->tick.setSingleShot(true);
    d->tick.setTimerType(Qt::PreciseTimer);
    connect(&d->tick, &QTimer::timeout, this, &Run::tell);
    connect(&transport, &ssh::Transport::happened, this, &Run::onEvents);
    d->output.setOnRevised([this](int slot) {
        d->grown.add(slot);
        if (!d->tick.isActive()) {
            d->tick.start(int(Private::TickMs));
        }
    });
}

Run::~Run()
{
    // Nobody could end them any more.
    d->stopAll(ssh::StopKind::Polite);
}

const RunSpec &Run::spec() const
{
    return d->spec;
}

const RunState &Run::state() const
{
    return d->state;
}

const OutputStore &Run::output() const
{
    return d->output;
}

QDateTime Run::startedAt() const
{
    return d->startedAt;
}

bool Run::isFinished() const
{
    return d->startedAt.isValid() && d->state.summary().isFinished();
}

void Run::start()
{
    if (d->startedAt.isValid()) {
        return;
    }
    d->startedAt = d->clock.now();
    const QPointer<Run> alive(this);
    emit started();
    if (alive) {
        d->spec.allOrNone && !d->refusal ? d->startRound(*this) : d->startNext(*this);
        d->tick.start(0);
    }
}

void Run::stop()
{
    const bool isSecond = std::exchange(d->isStopping, true);
    d->startNoMore();
    d->stopAll(isSecond ? ssh::StopKind::Kill : ssh::StopKind::Polite);
    d->tick.start(0);
}

void Run::stopWorker(int slot)
{
    if (d->plan.skip(slot)) {
        d->end(slot, NeverStarted{});
    } else {
        d->stopSlot(
            slot, d->command(slot).askedPolitely ? ssh::StopKind::Kill : ssh::StopKind::Polite);
    }
    d->tick.start(0);
}

void Run::detach()
{
    disconnect(&d->transport, nullptr, this, nullptr);
    d->slotOf.clear();
    for (Private::Command &command : d->commands) {
        if (const auto handle = std::exchange(command.handle, std::nullopt)) {
            handle->leaveRunning();
        }
    }
    d->startNoMore();
    tell();
}

void Run::stopWaiting()
{
    d->startNoMore();
    d->tick.start(0);
}

void Run::expectStop()
{
    for (int slot = 0; slot < int(d->commands.size()); ++slot) {
        d->state.setStopping(slot);
        d->changed.add(slot);
    }
    d->tick.start(0);
}

bool Run::takesTyping(int slot) const
{
    const Private::Command &command = d->command(slot);
    return d->spec.takesTyping() && command.handle && !command.inputEnded;
}

bool Run::type(int slot, const QByteArray &bytes)
{
    return takesTyping(slot) && d->command(slot).handle->write(bytes);
}

void Run::endInput(int slot)
{
    if (takesTyping(slot)) {
        d->command(slot).inputEnded = !d->spec.terminal;
        d->command(slot).handle->endInput();
    }
}

void Run::resizeTerminal(int slot, ssh::TerminalSize size)
{
    Private::Command &command = d->command(slot);
    if (!command.size || *command.size == size) {
        return;
    }
    command.size = size;
    if (command.handle) {
        command.handle->resize(size);
    }
}

void Run::onEvents(const std::vector<ssh::TransportEvent> &events)
{
    const QPointer<Run> alive(this);
    bool ours = false;
    for (const ssh::TransportEvent &event : events) {
        const auto found = d->slotOf.constFind(event.id);
        if (found == d->slotOf.constEnd()) {
            continue; // another run's
        }
        const int slot = *found;
        ours = true;
        d->pace.note(slot, event.what);
        if (const auto *output = std::get_if<ssh::OutputArrived>(&event.what)) {
            d->output.append(slot, output->stream, output->bytes);
            d->grown.add(slot);
            emit outputArrived(slot, output->stream, output->bytes);
        } else if (const auto *phase = std::get_if<ssh::PhaseChanged>(&event.what)) {
            d->enter(slot, phase->phase);
        } else if (d->state.note(slot, event.what)) {
            d->changed.add(slot);
        } else if (const auto *chosen = std::get_if<ssh::RouteChosen>(&event.what)) {
            d->state.setRoute(slot, chosen->route);
            d->changed.add(slot);
            emit routeChosen(slot);
        } else {
            d->end(slot, workerEnding(std::get<ssh::Ending>(event.what)));
        }
        if (!alive) {
            return;
        }
    }
    if (ours) {
        d->startNext(*this);
        tellSoon();
    }
}

/// At once when it was quiet or is over, otherwise with the next frame.
void Run::tellSoon()
{
    const qint64 since = d->clock.monotonicMs() - d->toldAtMs;
    if (d->state.summary().isFinished() || since >= Private::TickMs || since < 0) {
        tell();
    } else if (!d->tick.isActive()) {
        d->tick.start(int(Private::TickMs - since));
    }
}

void Run::tell()
{
    d->tick.stop();
    d->toldAtMs = d->clock.monotonicMs();
    const QPointer<Run> alive(this);
    const QVector<int> grown = d->grown.take();
    const QVector<int> changed = d->changed.take();
    const QVector<int> ended = d->ended.take();
    if (!grown.isEmpty()) {
        emit outputGrew(grown);
    }
    if (alive && !changed.isEmpty()) {
        emit statesChanged(changed);
    }
    for (const int slot : ended) {
        if (alive) {
            emit workerEnded(slot);
        }
    }
    if (alive && isFinished() && !d->hasFinished && d->ended.isEmpty()) {
        d->hasFinished = true;
        emit finished();
    }
}

} // namespace podium::run
