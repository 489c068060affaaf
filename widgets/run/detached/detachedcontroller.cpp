// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/detached/detachedcontroller.h"

#include "core/run/runoption.h"

#include <algorithm>
#include <utility>

namespace podium::ui {

namespace {

/// Nobody would be there to keep the limit, or to type.
Error cannotBeLeft()
{
    return {
        ErrorKind::Refused,
        DetachedController::tr("A background run has no time limit and takes no typed input."),
        {},
        DetachedController::tr("Clear those options, or let the run stop with Podium.")};
}

/// What somebody has to be there for; nothing where none of it is asked for.
std::optional<Error> attachedOnly(const run::RunSpec &spec)
{
    for (const run::RunFlag &flag : run::RunFlag::all()) {
        if (flag.isForAttached && spec.*flag.value) {
            return Error{
                ErrorKind::Refused,
                DetachedController::tr("A background run goes on where Podium ends, which “%1” "
                                       "cannot.")
                    .arg(run::RunFlag::tr(flag.label)),
                {},
                DetachedController::tr("Clear that option under Options.")};
        }
    }
    return std::nullopt;
}

bool isTimed(const run::RunSpec &spec)
{
    return spec.totalLimit.count() > 0 || spec.firstOutputLimit.count() > 0 ||
           spec.idleLimit.count() > 0;
}

/// Nothing of it is on its way to a worker any more.
bool isSent(const run::Run &run)
{
    const auto &workers = run.state().workers();
    return std::none_of(workers.begin(), workers.end(), [](const run::WorkerState &worker) {
        return worker.isRunning() && worker.phase < ssh::Phase::Running;
    });
}

void whenSent(run::Run &run, const std::function<void()> &then)
{
    if (isSent(run)) {
        then();
        return;
    }
    auto *waiting = new QObject(&run);
    QObject::connect(&run, &run::Run::statesChanged, waiting, [&run, waiting, then] {
        if (isSent(run)) {
            run.disconnect(waiting);
            waiting->deleteLater();
            then();
        }
    });
}

} // namespace

DetachedController::DetachedController(
    ssh::Transport &transport, run::Run::EndpointOf endpointOf, const Clock &clock,
    const QString &folder, QObject *parent)
    : QObject(parent)
    , m_clock(clock)
    , m_runs(transport, std::move(endpointOf), clock, folder)
{
    connect(&m_runs, &run::DetachedRuns::failed, this, &DetachedController::failed);
}

void DetachedController::start(const run::RunSpec &wanted)
{
    if (isTimed(wanted) || wanted.takesTyping()) {
        emit failed(cannotBeLeft());
        return;
    }
    if (const auto refusal = attachedOnly(wanted)) {
        emit failed(*refusal);
        return;
    }
    const QString id = run::newDetachedId();
    m_wanted.insert(id, wanted);
    m_runs.remember(
        {id, wanted.command, m_clock.now(), wanted.workers},
        [this, id, wanted](const run::DetachedRuns::Held &hold) {
            if (hold) {
                m_holds.insert(id, *hold);
                emit startRequested(run::detachedRun(wanted, id));
            } else {
                m_wanted.remove(id);
                emit failed(hold.error());
            }
        });
}

void DetachedController::open(const run::DetachedRun &detached, bool fromStart)
{
    const std::vector<run::ReadMark> marks =
        fromStart ? std::vector<run::ReadMark>(detached.workers.size()) : detached.marks;
    run::RunSpec spec = run::detachedFollow(detached.workers, detached.id, marks);
    spec.title = QString::fromUtf8(detached.command);
    spec.times = detached.times;
    m_readFrom.insert(detached.id, marks);
    emit startRequested(spec);
}

Result<run::RunSpec>
DetachedController::again(const run::RunSpec &before, const std::vector<WorkerRef> &workers) const
{
    const auto wanted = m_wanted.constFind(before.detachedId);
    if (wanted == m_wanted.constEnd()) {
        return failure(
            {ErrorKind::Refused,
             tr("This run was not started here, so its whole command is not known."),
             {},
             tr("Type the command and run it again."),
             before.title});
    }
    return wanted->onWorkers(workers);
}

std::optional<run::RunSpec> DetachedController::askedFor(const run::Run &run) const
{
    const auto wanted = m_wanted.constFind(run.spec().detachedId);
    if (wanted == m_wanted.constEnd()) {
        return std::nullopt;
    }
    run::RunSpec asked = *wanted;
    asked.detachedId = run.spec().detachedId;
    return asked;
}

void DetachedController::follow(run::Run &run)
{
    const QString id = run.spec().detachedId;
    new run::ReadMarks(run, m_readFrom.take(id));
    ++m_views[id];
    connect(&run, &QObject::destroyed, this, [this, id] {
        if (--m_views[id] == 0) { // there may be a secret in its environment
            m_views.remove(id);
            m_wanted.remove(id);
        }
    });
    if (auto hold = m_holds.take(id)) {
        connect(
            &run, &run::Run::finished, &run, [hold = std::move(hold)]() mutable { hold.reset(); });
    }
    connect(&run, &run::Run::finished, this, [this, &run] {
        keepMarks(run);
        m_runs.look();
    });
}

void DetachedController::end(const run::Run &run, bool isKill)
{
    run::DetachedRun detached;
    detached.id = run.spec().detachedId;
    detached.workers = run.spec().workers;
    m_runs.end(detached, isKill);
}

void DetachedController::keepMarks(const run::Run &run, std::function<void()> done)
{
    if (const auto *marks = run.findChild<run::ReadMarks *>()) {
        m_runs.keepMarks(
            run.spec().workers, run.spec().detachedId, marks->marks(), std::move(done));
    } else if (done) {
        done();
    }
}

void DetachedController::leave(
    const std::vector<run::Run *> &runs, const std::function<void()> &done)
{
    const auto pending = std::make_shared<std::size_t>(runs.size());
    for (run::Run *run : runs) {
        run->stopWaiting();
        whenSent(*run, [this, run, pending, done] {
            run->detach();
            keepMarks(*run, [pending, done] {
                if (--*pending == 0) {
                    done();
                }
            });
        });
    }
}

} // namespace podium::ui
