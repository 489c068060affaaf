// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/tpu/tputask.h"

#include "app/podiumctl/people/peopletask.h"
#include "app/podiumctl/terminal.h"
#include "core/inventory/inventory.h"
#include "core/lifecycle/tputype.h"
#include "core/tpu/tpuscripts.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <unistd.h>
#include <utility>

namespace podium::ctl {

namespace {

constexpr auto ProbeLimit = std::chrono::seconds(120);

std::vector<tpu::WorkerHolders> holdersOf(const std::vector<TpuWorker> &workers)
{
    std::vector<tpu::WorkerHolders> all;
    for (const TpuWorker &worker : workers) {
        all.push_back(worker.holders);
    }
    return all;
}

Json eachWorker(const std::vector<TpuWorker> &workers, Json (*toJson)(const TpuWorker &))
{
    Json list = Json::array();
    for (const TpuWorker &worker : workers) {
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
    for (const WorkerRef &worker : workers) {
        TpuWorker one;
        one.worker = worker;
        one.holders.unknown = QStringLiteral("the worker gave no answer");
        m_workers.push_back(std::move(one));
    }
    std::vector<std::size_t> all(m_workers.size());
    std::iota(all.begin(), all.end(), std::size_t(0));
    if (m_arguments.action == TpuArguments::Action::Check) {
        send(
            tpu::checkScript(), all, {{}},
            [this](TpuWorker &worker, const remote::Answer &answer) {
                worker.health = tpu::readHealth(answer, expectedOf(worker.worker));
            },
            [this] { probe(); });
        return;
    }
    const bool isFree = m_arguments.action == TpuArguments::Action::Free;
    send(
        tpu::holdersScript(), all, {{}},
        [](TpuWorker &worker, const remote::Answer &answer) {
            worker.holders = tpu::readHolders(answer);
        },
        [this, isFree] { isFree ? planFree() : showHolders(); });
}

void TpuTask::send(
    const remote::Script &script, const std::vector<std::size_t> &places,
    const std::vector<std::vector<remote::Record>> &data, const OnAnswer &onAnswer,
    const std::function<void()> &after)
{
    std::vector<WorkerRef> workers;
    for (const std::size_t place : places) {
        workers.push_back(m_workers[place].worker);
    }
    m_run = std::make_unique<remote::RemoteRun>(runService(), script, workers, data);
    if (!m_run->narrowed().isEmpty()) {
        printNote(m_run->narrowed());
    }
    connect(
        m_run.get(), &remote::RemoteRun::reported, this,
        [this, onAnswer](const remote::Report &report) {
            const auto worker =
                std::find_if(m_workers.begin(), m_workers.end(), [&](const TpuWorker &each) {
                    return each.worker == report.worker;
                });
            if (report.answer) {
                onAnswer(*worker, *report.answer);
                return;
            }
            worker->error = report.answer.error();
            if (!worker->error->isCancelled()) {
                printError(*worker->error);
            }
        });
    connect(m_run.get(), &remote::RemoteRun::finished, this, [this, after] {
        m_isInterrupted ? emit finished(ExitInterrupted) : after();
    });
    m_run->start();
}

void TpuTask::showHolders()
{
    if (m_arguments.json) {
        printJson(
            {{"summary", text(tpu::holdersSummary(holdersOf(m_workers)))},
             {"workers", eachWorker(m_workers, tpuHoldersJson)}},
            2);
    } else {
        printTpuHolders(m_workers);
        printNote(tpu::holdersSummary(holdersOf(m_workers)));
    }
    end(std::any_of(m_workers.begin(), m_workers.end(), [](const TpuWorker &worker) {
        return !worker.holders.unknown.isEmpty();
    }));
}

void TpuTask::planFree()
{
    bool isEmpty = true;
    for (TpuWorker &worker : m_workers) {
        worker.plan = tpu::planFree(worker.holders, m_arguments.users);
        isEmpty = isEmpty && worker.plan.isEmpty();
    }
    if (!m_arguments.json) {
        printTpuPlan(m_workers);
    }
    const QStringList others = tpu::otherUsers(holdersOf(m_workers));
    for (const QString &user : others) {
        if (!m_arguments.users.contains(user)) {
            printNote(QStringLiteral("%1 holds some of it, too. --user %1 ends those as well: ask "
                                     "first.")
                          .arg(user));
        }
    }
    if (isEmpty) {
        showOutcomes();
        return;
    }
    const bool mayAsk = isTerminal(STDIN_FILENO) && !m_arguments.json;
    if (m_arguments.yes || (mayAsk && confirm(QStringLiteral("Do this?")))) {
        free();
        return;
    }
    if (m_arguments.json) {
        printJson({{"done", false}, {"workers", eachWorker(m_workers, tpuFreeJson)}}, 2);
    }
    printError(
        {ErrorKind::Refused,
         QStringLiteral("Nothing was ended."),
         {},
         QStringLiteral("Say --yes to do it."),
         {}});
    emit finished(ExitRefused);
}

void TpuTask::free()
{
    std::vector<std::size_t> places;
    std::vector<std::vector<remote::Record>> data;
    for (std::size_t place = 0; place < m_workers.size(); ++place) {
        if (!m_workers[place].plan.isEmpty()) {
            places.push_back(place);
            data.push_back(m_workers[place].plan.data());
        }
    }
    send(
        tpu::freeScript(), places, data,
        [](TpuWorker &worker, const remote::Answer &answer) {
            worker.outcome = tpu::readFreeOutcome(worker.plan, answer);
        },
        [this] { showOutcomes(); });
}

void TpuTask::showOutcomes()
{
    if (m_arguments.json) {
        printJson({{"done", true}, {"workers", eachWorker(m_workers, tpuFreeJson)}}, 2);
    } else {
        printTpuOutcomes(m_workers);
    }
    end(std::any_of(m_workers.begin(), m_workers.end(), [](const TpuWorker &worker) {
        const tpu::WorkerHolders &now = worker.outcome ? worker.outcome->now : worker.holders;
        return !now.isFree() || now.hasStaleLock();
    }));
}

tpu::Expected TpuTask::expectedOf(const WorkerRef &worker) const
{
    tpu::Expected expected;
    expected.workerNumber = worker.index;
    const auto *entry = m_services.inventory.snapshot().find(worker.node);
    const auto type = entry ? lifecycle::parseTpuType(entry->node.acceleratorType) : std::nullopt;
    const int workers = entry ? int(entry->node.workers.size()) : 0;
    if (type && workers > 0 && type->chips % workers == 0) {
        expected.chips = type->chips / workers;
    }
    return expected;
}

std::vector<std::size_t> TpuTask::mayProbe() const
{
    std::map<NodeRef, std::size_t> good;
    for (const TpuWorker &worker : m_workers) {
        good[worker.worker.node] +=
            !worker.error && worker.health.verdict == tpu::Health::Verdict::Good ? 1 : 0;
    }
    std::vector<std::size_t> places;
    for (std::size_t place = 0; place < m_workers.size(); ++place) {
        const NodeRef &node = m_workers[place].worker.node;
        const auto *entry = m_services.inventory.snapshot().find(node);
        if (entry && good[node] == entry->node.workers.size()) {
            places.push_back(place);
        }
    }
    return places;
}

void TpuTask::probe()
{
    const std::vector<std::size_t> places =
        m_arguments.onlyLook ? std::vector<std::size_t>() : mayProbe();
    if (!m_arguments.onlyLook) {
        for (TpuWorker &worker : m_workers) {
            worker.probe = tpu::Probe{
                tpu::Probe::Verdict::Unknown,
                QStringLiteral("Not tried: not all workers of the node are good and asked for."),
                {},
                {}};
        }
    }
    if (places.empty()) {
        showCheck();
        return;
    }
    send(
        tpu::probeScript(), places, {tpu::probeData(ProbeLimit, m_arguments.python)},
        [](TpuWorker &worker, const remote::Answer &answer) {
            worker.probe = tpu::readProbe(answer);
        },
        [this] { showCheck(); });
}

void TpuTask::showCheck()
{
    if (m_arguments.json) {
        printJson({{"workers", eachWorker(m_workers, tpuCheckJson)}}, 2);
    } else {
        printTpuCheck(m_workers);
    }
    end(std::any_of(m_workers.begin(), m_workers.end(), [this](const TpuWorker &worker) {
        return worker.health.verdict != tpu::Health::Verdict::Good ||
               (!m_arguments.onlyLook && worker.probe->verdict != tpu::Probe::Verdict::Answers);
    }));
}

void TpuTask::end(bool isDifferent)
{
    const bool isMissing =
        std::any_of(m_workers.begin(), m_workers.end(), [](const TpuWorker &worker) {
            return worker.error.has_value();
        });
    emit finished(isMissing ? ExitUnreachable : isDifferent ? ExitDifferent : ExitDone);
}

void TpuTask::interrupt()
{
    if (!m_run || m_run->isFinished()) {
        emit finished(ExitInterrupted);
        return;
    }
    m_isInterrupted = true;
    m_run->stop();
}

} // namespace podium::ctl
