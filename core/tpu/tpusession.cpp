// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tpu/tpusession.h"

#include "core/tpu/tpuscripts.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace podium::tpu {

namespace {

constexpr auto ComputeLimit = std::chrono::seconds(120);

} // namespace

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

bool TpuSession::hasWork() const
{
    return std::any_of(m_workers.begin(), m_workers.end(), [](const WorkerTpu &worker) {
        return !worker.holders.holders.empty() || worker.holders.hasStaleLock();
    });
}

void TpuSession::forget()
{
    for (WorkerTpu &worker : m_workers) {
        worker = {worker.worker};
        worker.holders.unknown = QStringLiteral("the worker has not answered");
    }
}

std::vector<std::size_t> TpuSession::all() const
{
    std::vector<std::size_t> places(m_workers.size());
    std::iota(places.begin(), places.end(), std::size_t(0));
    return places;
}

void TpuSession::send(
    const remote::Script &script, const std::vector<std::size_t> &places,
    const std::vector<std::vector<remote::Record>> &data, const OnAnswer &onAnswer,
    const std::function<void()> &after)
{
    std::vector<WorkerRef> refs;
    refs.reserve(places.size());
    for (const std::size_t place : places) {
        refs.push_back(m_workers[place].worker);
    }
    m_isStopping = false;
    // The one before may be telling its end at this moment.
    if (m_run) {
        m_run.release()->deleteLater();
    }
    m_run = std::make_unique<remote::RemoteRun>(m_service, script, refs, data);
    if (!m_run->narrowed().isEmpty()) {
        emit narrowed(m_run->narrowed());
    }
    connect(
        m_run.get(), &remote::RemoteRun::reported, this,
        [this, onAnswer](const remote::Report &report) {
            const auto worker =
                std::find_if(m_workers.begin(), m_workers.end(), [&](const WorkerTpu &each) {
                    return each.worker == report.worker;
                });
            if (report.answer) {
                worker->error.reset();
                onAnswer(*worker, *report.answer);
            } else {
                worker->error = report.answer.error();
            }
            emit changed();
        });
    connect(m_run.get(), &remote::RemoteRun::finished, this, [this, after] {
        if (m_isStopping) {
            emit done();
        } else {
            after();
        }
    });
    emit changed();
    m_run->start();
}

void TpuSession::look()
{
    forget();
    send(
        holdersScript(), all(), {{}},
        [](WorkerTpu &worker, const remote::Answer &answer) {
            worker.holders = readHolders(answer);
        },
        [this] { emit done(); });
}

void TpuSession::planFree(const QStringList &others)
{
    for (WorkerTpu &worker : m_workers) {
        worker.plan = tpu::planFree(worker.holders, others);
    }
}

void TpuSession::free()
{
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
        freeScript(), places, data,
        [](WorkerTpu &worker, const remote::Answer &answer) {
            worker.outcome = readFreeOutcome(worker.plan, answer);
            worker.holders = worker.outcome->now;
            worker.health.reset();
            worker.probe.reset();
        },
        [this] { emit done(); });
}

void TpuSession::check(bool computes, const QString &python)
{
    forget();
    send(
        checkScript(), all(), {{}},
        [this](WorkerTpu &worker, const remote::Answer &answer) {
            worker.health = readHealth(answer, m_expectedOf(worker.worker));
            worker.holders = worker.health->holders;
        },
        [this, computes, python] {
            if (computes) {
                compute(python);
            } else {
                emit done();
            }
        });
}

std::vector<std::size_t> TpuSession::mayCompute() const
{
    std::map<NodeRef, int> good;
    for (const WorkerTpu &worker : m_workers) {
        const bool isGood =
            !worker.error && worker.health && worker.health->verdict == Health::Verdict::Good;
        good[worker.worker.node] += isGood ? 1 : 0;
    }
    std::vector<std::size_t> places;
    for (std::size_t place = 0; place < m_workers.size(); ++place) {
        const WorkerRef &worker = m_workers[place].worker;
        if (good[worker.node] > 0 && good[worker.node] == m_expectedOf(worker).workersOfNode) {
            places.push_back(place);
        }
    }
    return places;
}

void TpuSession::compute(const QString &python)
{
    for (WorkerTpu &worker : m_workers) {
        worker.probe = Probe{
            Probe::Verdict::Unknown,
            QStringLiteral("Not tried: not all workers of the node are good and asked for."),
            {},
            {}};
    }
    const std::vector<std::size_t> places = mayCompute();
    if (places.empty()) {
        emit done();
        return;
    }
    std::vector<std::vector<remote::Record>> data;
    for (const std::size_t place : places) {
        m_workers[place].probe->text = QStringLiteral("It has not answered.");
        const int workers = m_expectedOf(m_workers[place].worker).workersOfNode;
        data.push_back(probeData(ComputeLimit, workers, python));
    }
    send(
        probeScript(false), places, data,
        [this](WorkerTpu &worker, const remote::Answer &answer) {
            worker.probe = readProbe(answer, m_expectedOf(worker.worker));
        },
        [this] { emit done(); });
}

void TpuSession::stop()
{
    if (isBusy()) {
        m_isStopping = true;
        m_run->stop();
    }
}

} // namespace podium::tpu
