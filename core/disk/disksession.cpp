// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/disk/disksession.h"

#include "core/disk/diskscripts.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace podium::disk {

DiskSession::DiskSession(run::RunService service, std::vector<WorkerRef> workers, QObject *parent)
    : QObject(parent)
    , m_service(std::move(service))
{
    for (WorkerRef &worker : workers) {
        m_workers.push_back({std::move(worker)});
    }
}

DiskSession::~DiskSession() = default;

bool DiskSession::isBusy() const
{
    return m_run && !m_run->isFinished();
}

bool DiskSession::hasWork() const
{
    return std::any_of(m_workers.begin(), m_workers.end(), [](const WorkerDisks &worker) {
        return !worker.error && !worker.outcome && worker.plan.canBegin();
    });
}

bool DiskSession::formats() const
{
    return std::any_of(m_workers.begin(), m_workers.end(), [](const WorkerDisks &worker) {
        return !worker.error && !worker.outcome && worker.plan.canBegin() && worker.plan.formats;
    });
}

std::vector<std::size_t> DiskSession::all() const
{
    std::vector<std::size_t> places(m_workers.size());
    std::iota(places.begin(), places.end(), std::size_t(0));
    return places;
}

void DiskSession::send(
    const remote::Script &script, const std::vector<std::size_t> &places,
    const std::vector<std::vector<remote::Record>> &data, const OnAnswer &onAnswer)
{
    if (m_run) {
        m_run->disconnect(this);        // its end is none of what begins now
        m_run.release()->deleteLater(); // it may be telling its end at this moment
    }
    m_asked = int(places.size());
    m_told = 0;
    std::vector<WorkerRef> refs;
    refs.reserve(places.size());
    for (const std::size_t place : places) {
        refs.push_back(m_workers[place].worker);
    }
    m_run = std::make_unique<remote::RemoteRun>(m_service, script, std::move(refs), data);
    if (!m_run->narrowed().isEmpty()) {
        emit narrowed(m_run->narrowed());
    }
    connect(
        m_run.get(), &remote::RemoteRun::reported, this,
        [this, onAnswer](const remote::Report &report) { take(report, onAnswer); });
    connect(m_run.get(), &remote::RemoteRun::finished, this, &DiskSession::done);
    emit changed();
    m_run->start();
}

void DiskSession::take(const remote::Report &report, const OnAnswer &onAnswer)
{
    ++m_told;
    const auto worker =
        std::find_if(m_workers.begin(), m_workers.end(), [&](const WorkerDisks &each) {
            return each.worker == report.worker;
        });
    if (report.answer) {
        worker->error.reset();
        onAnswer(*worker, *report.answer);
    } else {
        worker->error = report.answer.error();
    }
    emit changed();
}

void DiskSession::remember()
{
    m_before.clear();
    m_remembers = true;
    send(lookScript(), all(), {{}}, [this](WorkerDisks &worker, const remote::Answer &answer) {
        worker.found = readDisks(answer);
        // What was not told is no difference later.
        if (m_remembers && worker.found.unknown.isEmpty()) {
            m_before[worker.worker] = worker.found.identities();
        }
    });
}

WorkRequest DiskSession::ownRequest(const WorkRequest &request, const WorkerRef &worker) const
{
    WorkRequest own = request;
    const auto before = m_before.find(worker);
    if (before != m_before.end()) {
        own.before = before->second;
    }
    return own;
}

void DiskSession::look(const WorkRequest &request)
{
    std::vector<std::vector<remote::Record>> data;
    for (WorkerDisks &worker : m_workers) {
        worker = {worker.worker};
        data.push_back(lookData(ownRequest(request, worker.worker)));
    }
    send(
        lookScript(), all(), data,
        [this, request](WorkerDisks &worker, const remote::Answer &answer) {
            worker.found = readDisks(answer);
            worker.plan = planWork(ownRequest(request, worker.worker), worker.found);
        });
}

void DiskSession::carryOut()
{
    std::vector<std::size_t> places;
    std::vector<std::vector<remote::Record>> data;
    Work work = Work::Prepare;
    for (std::size_t place = 0; place < m_workers.size(); ++place) {
        WorkerDisks &worker = m_workers[place];
        worker.outcome.reset();
        if (!worker.error && worker.plan.canBegin()) {
            work = worker.plan.request.work;
            places.push_back(place);
            data.push_back(worker.plan.data());
        }
    }
    if (places.empty()) {
        emit done();
        return;
    }
    send(workScript(work), places, data, [](WorkerDisks &worker, const remote::Answer &answer) {
        worker.outcome = readOutcome(worker.plan, answer);
        worker.found = worker.outcome->now;
    });
}

void DiskSession::stop()
{
    if (isBusy()) {
        m_run->stop();
    }
}

} // namespace podium::disk
