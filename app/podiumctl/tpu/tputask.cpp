// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/tpu/tputask.h"

#include "app/podiumctl/run/reasons.h"
#include "app/podiumctl/terminal.h"
#include "core/inventory/inventory.h"
#include "core/models/activity/workeractivity.h"
#include "core/models/nodes/tpumodel.h"

#include <algorithm>
#include <utility>

namespace podium::ctl {

namespace {

using tpu::WorkerTpu;

Json eachWorker(const std::vector<WorkerTpu> &workers, Json (*toJson)(const WorkerTpu &))
{
    Json list = Json::array();
    for (const WorkerTpu &worker : workers) {
        list.push_back(toJson(worker));
    }
    return list;
}

} // namespace

TpuTask::TpuTask(RunServices services, TpuArguments arguments, QObject *parent)
    : TargetTask(std::move(services), arguments.targets, parent)
    , m_arguments(std::move(arguments))
{}

void TpuTask::runOn(const std::vector<WorkerRef> &workers)
{
    m_session =
        std::make_unique<tpu::TpuSession>(runService(), workers, [this](const WorkerRef &worker) {
            return models::expectedTpu(m_services.inventory.snapshot(), worker);
        });
    connect(m_session.get(), &tpu::TpuSession::narrowed, this, &printNote);
    switch (m_arguments.action) {
    case TpuArguments::Action::Holders:
        then(&TpuTask::showHolders);
        m_session->look();
        break;
    case TpuArguments::Action::Free:
        then(&TpuTask::planFree);
        m_session->look();
        break;
    case TpuArguments::Action::Check:
        then(&TpuTask::showCheck);
        m_session->check(!m_arguments.onlyLook, m_arguments.python);
        break;
    }
}

void TpuTask::then(void (TpuTask::*next)())
{
    disconnect(m_session.get(), &tpu::TpuSession::done, this, nullptr);
    connect(m_session.get(), &tpu::TpuSession::done, this, [this, next] {
        if (m_isFreeing) {
            keepFreed();
        }
        if (m_isInterrupted) {
            emit finished(ExitInterrupted);
            return;
        }
        printErrors();
        (this->*next)();
    });
}

WorkerName TpuTask::shortNames() const
{
    return [this](const WorkerRef &worker) { return namesOf({worker}); };
}

void TpuTask::printErrors() const
{
    std::vector<WorkerError> errors;
    for (const WorkerTpu &worker : m_session->workers()) {
        if (worker.error) {
            errors.push_back({worker.worker, *worker.error});
        }
    }
    printReasons(errors, namer());
}

void TpuTask::showHolders()
{
    if (m_arguments.json) {
        printJson(
            {{"summary", text(tpu::holdersSummary(m_session->holders()))},
             {"workers", eachWorker(m_session->workers(), tpuHoldersJson)}},
            2);
    } else {
        printTpuHolders(m_session->workers(), shortNames());
        printNote(tpu::holdersHeadline(m_session->holders()));
    }
    end(std::any_of(
        m_session->workers().begin(), m_session->workers().end(),
        [](const WorkerTpu &worker) { return !worker.holders.unknown.isEmpty(); }));
}

void TpuTask::planFree()
{
    m_session->planFree(m_arguments.users);
    const auto &workers = m_session->workers();
    const bool isEmpty = std::all_of(workers.begin(), workers.end(), [](const WorkerTpu &worker) {
        return worker.plan.isEmpty();
    });
    if (!m_arguments.json) {
        printTpuPlan(m_session->workers(), shortNames());
    }
    const QStringList others = tpu::otherUsers(m_session->holders());
    for (const QString &user : others) {
        if (!m_arguments.users.contains(user)) {
            printNote(QStringLiteral("%1 holds some of it, too. --user %1 ends those as well: ask "
                                     "first.")
                          .arg(user));
        }
    }
    if (isEmpty) {
        if (!m_arguments.json) {
            printNote(QStringLiteral("Nothing is to be ended: %1.")
                          .arg(tpu::holdersHeadline(m_session->holders())));
        }
        showOutcomes();
        return;
    }
    if (isWished(QStringLiteral("Do this?"), m_arguments.yes, !m_arguments.json)) {
        m_isFreeing = true;
        then(&TpuTask::showOutcomes);
        m_session->free();
        return;
    }
    if (m_arguments.json) {
        printJson({{"done", false}, {"workers", eachWorker(m_session->workers(), tpuFreeJson)}}, 2);
    }
    printError(needsYes(QStringLiteral("Nothing was ended.")));
    emit finished(ExitRefused);
}

void TpuTask::keepFreed()
{
    const auto entry = models::activityOfFreedTpu(m_session->workers(), m_services.clock.now());
    if (entry) {
        m_services.history.append(*entry);
    }
}

void TpuTask::showOutcomes()
{
    const std::vector<WorkerTpu> &workers = m_session->workers();
    const bool isDifferent =
        std::any_of(workers.begin(), workers.end(), [](const WorkerTpu &worker) {
            const bool isGood =
                worker.health && worker.health->verdict == tpu::Health::Verdict::Good;
            return worker.error || !worker.holders.isFree() || worker.holders.hasStaleLock() ||
                   (worker.outcome && !isGood);
        });
    if (m_arguments.json) {
        printJson({{"done", !isDifferent}, {"workers", eachWorker(workers, tpuFreeJson)}}, 2);
    } else {
        printTpuOutcomes(workers, shortNames());
    }
    end(isDifferent);
}

void TpuTask::showCheck()
{
    if (m_arguments.json) {
        printJson({{"workers", eachWorker(m_session->workers(), tpuCheckJson)}}, 2);
    } else {
        printTpuCheck(m_session->workers(), shortNames());
    }
    end(std::any_of(
        m_session->workers().begin(), m_session->workers().end(), [this](const WorkerTpu &worker) {
            return !worker.health || worker.health->verdict != tpu::Health::Verdict::Good ||
                   (!m_arguments.onlyLook && worker.probe->verdict != tpu::Probe::Verdict::Answers);
        }));
}

void TpuTask::end(bool isDifferent)
{
    const bool isMissing = std::any_of(
        m_session->workers().begin(), m_session->workers().end(),
        [](const WorkerTpu &worker) { return worker.error.has_value(); });
    emit finished(isMissing ? ExitUnreachable : isDifferent ? ExitDifferent : ExitDone);
}

void TpuTask::interrupt()
{
    interruptSession(m_session.get());
}

} // namespace podium::ctl
