// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tpu/tpusession.h"

#include "core/tpu/tpuscripts.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace podium::tpu {

WorkerHolders heldAt(const WorkerTpu &worker, const QDateTime &now)
{
    WorkerHolders held = worker.holders;
    const qint64 since = worker.foundAt.isValid() ? qMax(0LL, worker.foundAt.secsTo(now)) : 0;
    for (Holder &holder : held.holders) {
        if (holder.ageSeconds) {
            *holder.ageSeconds += since;
        }
    }
    return held;
}

FreePlan planAt(const WorkerTpu &worker, const QDateTime &now)
{
    const std::vector<Holder> held = heldAt(worker, now).holders;
    FreePlan plan = worker.plan;
    for (std::size_t i = 0; i < plan.steps.size() && i < held.size(); ++i) {
        plan.steps[i].holder.ageSeconds = held[i].ageSeconds; // a step for each, in their order
    }
    return plan;
}

TpuSession::TpuSession(
    run::RunService service, std::vector<WorkerRef> workers, ExpectedOf expectedOf, QObject *parent)
    : QObject(parent)
    , m_service(std::move(service))
    , m_expectedOf(std::move(expectedOf))
{
    for (WorkerRef &worker : workers) {
        m_workers.push_back({std::move(worker)});
    }
    forget();
}

TpuSession::~TpuSession() = default;

std::vector<WorkerHolders> TpuSession::holders() const
{
    std::vector<WorkerHolders> found;
    found.reserve(m_workers.size());
    for (const WorkerTpu &worker : m_workers) {
        found.push_back(worker.holders);
    }
    return found;
}

std::vector<WorkerHolders> TpuSession::holdersAt(const QDateTime &now) const
{
    std::vector<WorkerHolders> found;
    found.reserve(m_workers.size());
    for (const WorkerTpu &worker : m_workers) {
        found.push_back(heldAt(worker, now));
    }
    return found;
}

bool TpuSession::hasWork() const
{
    return std::any_of(m_workers.begin(), m_workers.end(), [](const WorkerTpu &worker) {
        return !worker.holders.holders.empty() || worker.holders.hasStaleLock();
    });
}

void TpuSession::forget()
{
    m_askedAt = m_service.clock().now();
    for (WorkerTpu &worker : m_workers) {
        worker = {worker.worker};
        worker.askedAt = m_askedAt;
        worker.holders.unknown = QStringLiteral("the worker has not answered");
    }
}

std::vector<std::size_t> TpuSession::all() const
{
    std::vector<std::size_t> places(m_workers.size());
    std::iota(places.begin(), places.end(), std::size_t(0));
    return places;
}

bool TpuSession::isBusy() const
{
    return std::any_of(
        m_runs.begin(), m_runs.end(), [](const auto &run) { return !run->isFinished(); });
}

void TpuSession::send(
    const std::vector<Part> &parts, const OnAnswer &onAnswer, const std::function<void()> &after)
{
    m_isStopping = false;
    // Those before may be telling their end at this moment.
    for (auto &run : m_runs) {
        run.release()->deleteLater();
    }
    m_runs.clear();
    m_asked = 0;
    m_told = 0;
    for (const Part &part : parts) {
        m_asked += int(part.places.size());
        std::vector<WorkerRef> refs;
        refs.reserve(part.places.size());
        for (const std::size_t place : part.places) {
            refs.push_back(m_workers[place].worker);
        }
        auto run = std::make_unique<remote::RemoteRun>(m_service, part.script, refs, part.data);
        if (!run->narrowed().isEmpty()) {
            emit narrowed(run->narrowed());
        }
        const bool together = part.script.together;
        connect(
            run.get(), &remote::RemoteRun::reported, this,
            [this, onAnswer, together](const remote::Report &report) {
                take(report, onAnswer, together);
            });
        connect(run.get(), &remote::RemoteRun::finished, this, [this, after] {
            if (isBusy()) {
                return;
            }
            if (m_isStopping) {
                emit done();
            } else {
                after();
            }
        });
        m_runs.push_back(std::move(run));
    }
    emit changed();
    for (std::size_t i = 0; i < m_runs.size(); ++i) {
        m_runs[i]->start();
    }
}

void TpuSession::take(const remote::Report &report, const OnAnswer &onAnswer, bool together)
{
    const auto worker =
        std::find_if(m_workers.begin(), m_workers.end(), [&](const WorkerTpu &each) {
            return each.worker == report.worker;
        });
    ++m_told;
    if (report.answer) {
        worker->error.reset();
        onAnswer(*worker, *report.answer);
    } else if (together && report.answer.error().kind == ErrorKind::Cancelled && !m_isStopping) {
        m_silent.insert(worker->worker);
    } else {
        worker->error = report.answer.error();
    }
    emit changed();
}

void TpuSession::look()
{
    forget();
    send(
        {{holdersScript(), all(), {{}}}},
        [this](WorkerTpu &worker, const remote::Answer &answer) {
            setHolders(worker, readHolders(answer));
        },
        [this] { emit done(); });
}

void TpuSession::planFree(const QStringList &others, const Processes &spared)
{
    for (WorkerTpu &worker : m_workers) {
        const auto own = spared.find(worker.worker);
        worker.plan = tpu::planFree(
            worker.holders, others, own == spared.end() ? std::set<qint64>() : own->second);
    }
}

void TpuSession::free()
{
    m_askedAt = m_service.clock().now();
    std::vector<std::size_t> places;
    std::vector<std::vector<remote::Record>> data;
    for (std::size_t place = 0; place < m_workers.size(); ++place) {
        m_workers[place].outcome.reset();
        if (!m_workers[place].plan.isEmpty()) {
            places.push_back(place);
            data.push_back(m_workers[place].plan.data());
        }
    }
    send(
        {{freeScript(), places, data}},
        [this](WorkerTpu &worker, const remote::Answer &answer) {
            worker.outcome = readFreeOutcome(worker.plan, answer);
            setHolders(worker, worker.outcome->now);
            worker.health.reset();
            worker.probe.reset();
        },
        [this, places] { verify(places); });
}

void TpuSession::verify(std::vector<std::size_t> places)
{
    const auto isLost = [this](std::size_t place) { return m_workers[place].error.has_value(); };
    places.erase(std::remove_if(places.begin(), places.end(), isLost), places.end());
    if (places.empty()) {
        emit done();
        return;
    }
    m_askedAt = m_service.clock().now();
    send(
        {{checkScript(), places, {{}}}},
        [this](WorkerTpu &worker, const remote::Answer &answer) {
            setHealth(worker, answer);
            // Who has come back since.
            const FreeOutcome later = readFreeOutcome(worker.plan, answer);
            worker.outcome->now = later.now;
            worker.outcome->cameBack = later.cameBack;
        },
        [this] { emit done(); });
}

void TpuSession::setHolders(WorkerTpu &worker, const WorkerHolders &found)
{
    worker.holders = found;
    worker.askedAt = m_askedAt;
    worker.foundAt = m_service.clock().now();
}

void TpuSession::setHealth(WorkerTpu &worker, const remote::Answer &answer)
{
    worker.health = readHealth(answer, m_expectedOf(worker.worker));
    setHolders(worker, worker.health->holders);
}

void TpuSession::check(bool computes, const QString &python, std::chrono::seconds limit)
{
    forget();
    send(
        {{checkScript(), all(), {{}}}},
        [this](WorkerTpu &worker, const remote::Answer &answer) { setHealth(worker, answer); },
        [this, computes, python, limit] {
            if (computes) {
                compute(python, limit);
            } else {
                emit done();
            }
        });
}

std::vector<std::size_t> TpuSession::mayCompute() const
{
    std::map<NodeRef, int> ready;
    for (const WorkerTpu &worker : m_workers) {
        // What could not be compared keeps nobody from trying; a holder, or that it cannot be told
        // whether there is one, does.
        const bool isFree = !worker.error && worker.health && worker.holders.isFree() &&
                            (worker.health->verdict == Health::Verdict::Good ||
                             worker.health->verdict == Health::Verdict::Unknown);
        ready[worker.worker.node] += isFree ? 1 : 0;
    }
    std::vector<std::size_t> places;
    for (std::size_t place = 0; place < m_workers.size(); ++place) {
        const WorkerRef &worker = m_workers[place].worker;
        if (ready[worker.node] > 0 && ready[worker.node] == m_expectedOf(worker).workersOfNode) {
            places.push_back(place);
        }
    }
    return places;
}

/// Of a node on which not every worker is free, as it should be, and asked.
QString TpuSession::whyNotComputed(const NodeRef &node) const
{
    std::vector<WorkerHolders> holders;
    QStringList silent;
    QStringList bad;
    int asked = 0;
    int all = 0;
    for (const WorkerTpu &each : m_workers) {
        if (each.worker.node != node) {
            continue;
        }
        const QString index = QString::number(each.worker.index);
        all = m_expectedOf(each.worker).workersOfNode;
        ++asked;
        if (each.error) {
            silent << index;
            continue;
        }
        holders.push_back(each.holders);
        if (each.health && each.health->verdict == Health::Verdict::Bad) {
            bad << index;
        }
    }
    const auto isFree = [](const WorkerHolders &each) { return each.isFree(); };
    QStringList reasons;
    if (asked < all) {
        reasons << QStringLiteral("it takes all %1 workers of the node").arg(all);
    }
    if (!silent.isEmpty()) {
        reasons << QStringLiteral("no answer from %1").arg(silent.join(QStringLiteral(", ")));
    }
    if (!bad.isEmpty()) {
        reasons << QStringLiteral("not as it should be on %1").arg(bad.join(QStringLiteral(", ")));
    }
    if (!std::all_of(holders.begin(), holders.end(), isFree)) {
        reasons << holdersSummary(holders);
    }
    return QStringLiteral("Not computed: %1.").arg(reasons.join(QStringLiteral("; ")));
}

std::vector<TpuSession::Part> TpuSession::computeParts(
    const std::vector<std::size_t> &places, const QString &python, std::chrono::seconds limit) const
{
    // A node whose only worker it is waits for nobody, and ends nobody.
    std::map<NodeRef, std::vector<std::size_t>> slices;
    std::vector<std::size_t> single;
    for (const std::size_t place : places) {
        const WorkerRef &worker = m_workers[place].worker;
        (m_expectedOf(worker).workersOfNode == 1 ? single : slices[worker.node]).push_back(place);
    }
    std::vector<Part> parts;
    if (!single.empty()) {
        parts.push_back({probeScript(false), single, {probeData(limit, 1, python)}});
    }
    for (const auto &[node, own] : slices) {
        parts.push_back({probeScript(true), own, {probeData(limit, int(own.size()), python)}});
    }
    return parts;
}

void TpuSession::compute(const QString &python, std::chrono::seconds limit)
{
    std::map<NodeRef, QString> reasons;
    for (WorkerTpu &worker : m_workers) {
        const auto [reason, isNew] = reasons.try_emplace(worker.worker.node);
        if (isNew) {
            reason->second = whyNotComputed(worker.worker.node);
        }
        worker.probe = Probe{Probe::Verdict::Unknown, reason->second, {}, {}};
    }
    const std::vector<std::size_t> places = mayCompute();
    if (places.empty()) {
        emit done();
        return;
    }
    for (const std::size_t place : places) {
        m_workers[place].probe->text = QStringLiteral("It has not answered.");
    }
    m_silent.clear();
    send(
        computeParts(places, python, limit),
        [this](WorkerTpu &worker, const remote::Answer &answer) {
            worker.probe = readProbe(answer, m_expectedOf(worker.worker));
        },
        [this] {
            nameSilent();
            emit done();
        });
}

void TpuSession::nameSilent()
{
    std::map<NodeRef, QStringList> failed;
    for (const WorkerTpu &worker : m_workers) {
        const bool hasFailed = worker.error || worker.probe->verdict != Probe::Verdict::Answers;
        if (hasFailed && m_silent.count(worker.worker) == 0) {
            failed[worker.worker.node] << QString::number(worker.worker.index);
        }
    }
    for (WorkerTpu &worker : m_workers) {
        if (m_silent.count(worker.worker) > 0) {
            worker.probe->text = QStringLiteral("It had said nothing when all workers of the node "
                                                "were ended: it failed on worker %1.")
                                     .arg(failed[worker.worker.node].join(QStringLiteral(", ")));
        }
    }
}

void TpuSession::stop()
{
    if (isBusy()) {
        m_isStopping = true;
        for (const auto &run : m_runs) {
            if (!run->isFinished()) {
                run->stop();
            }
        }
    }
}

} // namespace podium::tpu
