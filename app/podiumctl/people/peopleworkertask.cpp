// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/people/peopleworkertask.h"

#include "app/podiumctl/maderun.h"
#include "app/podiumctl/nodes/listtasks.h"
#include "app/podiumctl/outofreach.h"
#include "app/podiumctl/people/peoplejson.h"
#include "app/podiumctl/people/peopletables.h"
#include "app/podiumctl/people/peopletask.h"
#include "app/podiumctl/run/reasons.h"
#include "app/podiumctl/terminal.h"
#include "core/inventory/targets.h"
#include "core/people/keys/projectkeys.h"

#include <algorithm>
#include <unistd.h>
#include <utility>

namespace podium::ctl {

using namespace podium::people;

PeopleWorkerTask::PeopleWorkerTask(
    PeopleService::World world, cloud::ComputeClient &compute, store::History &history,
    QString journalFolder, PeopleArguments arguments, QObject *parent)
    : Task(parent)
    , m_world(world)
    , m_compute(compute)
    , m_history(history)
    , m_journalFolder(std::move(journalFolder))
    , m_arguments(std::move(arguments))
    , m_service(std::move(world))
    , m_status(m_world.clock)
{}

PeopleWorkerTask::~PeopleWorkerTask() = default;

void PeopleWorkerTask::start()
{
    connect(&m_service, &PeopleService::failed, this, [this](const Error &error) {
        emit finished(printRosterFailure(error));
    });
    connect(&m_service, &PeopleService::rosterChanged, this, [this] {
        connect(
            &m_world.inventory, &inventory::Inventory::refreshed, this, &PeopleWorkerTask::begin);
        m_world.inventory.refresh();
    });
    m_service.load();
}

void PeopleWorkerTask::begin()
{
    disconnect(&m_world.inventory, nullptr, this, nullptr);
    const inventory::Snapshot &snapshot = m_world.inventory.snapshot();
    printProblems(snapshot);
    if (snapshot.error && snapshot.nodes.empty()) {
        emit finished(ExitCloud);
        return;
    }
    m_workers = m_service.workers();
    if (!m_arguments.selectors.isEmpty()) {
        const auto named = inventory::resolveTargets(snapshot, m_arguments.selectors);
        if (!named) {
            printError(named.error());
            const auto missed = inventory::problemsOfTargets(snapshot, m_arguments.selectors);
            emit finished(std::max(ExitUsage, exitCodeOf(missed)));
            return;
        }
        // The others of those named are on nodes that do not run.
        std::erase_if(m_workers, [&named](const WorkerRef &worker) {
            return std::find(named->begin(), named->end(), worker) == named->end();
        });
    } else {
        leaveOutOfReach(m_workers, m_service.roster(), snapshot, m_world.defaults());
    }
    std::vector<ProjectId> projects;
    for (const WorkerRef &worker : m_workers) {
        if (projects.empty() || projects.back() != worker.node.project) {
            projects.push_back(worker.node.project);
        }
    }
    readMetadata(std::move(projects));
}

void PeopleWorkerTask::readMetadata(std::vector<ProjectId> projects)
{
    if (projects.empty()) {
        check();
        return;
    }
    const ProjectId project = projects.back();
    projects.pop_back();
    m_compute.metadata(
        project, {this, [this, project, projects](const Result<cloud::ProjectMetadata> &read) {
                      // Who may not read it is not kept from the rest: there is only no warning.
                      if (read) {
                          const ProjectKeys keys = projectKeys(*read);
                          m_service.setMetadataLogins(project, keys.logins());
                          if (keys.usesOsLogin) {
                              printNote(QStringLiteral(
                                            "OS Login is on in %1: its machines may take no other "
                                            "keys than those of Google accounts.")
                                            .arg(project.text()));
                          }
                      }
                      readMetadata(projects);
                  }});
}

void PeopleWorkerTask::check()
{
    m_status.meter().begin(QStringLiteral("checking workers"), [this] {
        const PeopleService::Work work = m_service.work();
        return models::WorkMeter::Counts{work.done, work.total};
    });
    m_service.inspect(m_workers, {this, [this](const std::vector<WorkerRef> &) { onChecked(); }});
}

void PeopleWorkerTask::onChecked()
{
    m_status.meter().end();
    if (!m_arguments.json) {
        printUnreached();
    }
    switch (m_arguments.action) {
    case PeopleAction::Plan:
        printPlan();
        emit finished(
            std::max(exitCodeNow(), changedWorkers() > 0 || isBlocked() ? int(ExitDifferent) : 0));
        break;
    case PeopleAction::Audit:
        printAudit();
        emit finished(exitCodeNow());
        break;
    default:
        apply();
    }
}

QString PeopleWorkerTask::namesOf(const std::vector<WorkerRef> &workers) const
{
    return inventory::describeWorkers(m_world.inventory.snapshot(), workers);
}

void PeopleWorkerTask::printUnreached()
{
    std::vector<WorkerError> errors;
    for (const WorkerRef &worker : m_workers) {
        const WorkerCheck *seen = m_service.check(worker);
        if (seen && seen->error) {
            errors.push_back({worker, *seen->error});
        }
    }
    printReasons(errors, [this](const std::vector<WorkerRef> &some) { return namesOf(some); });
}

int PeopleWorkerTask::exitCodeNow() const
{
    return std::max(
        int(exitCodeOf(m_world.inventory.snapshot())),
        asked().unreached.empty() ? int(ExitDone) : int(ExitUnreachable));
}

Asked PeopleWorkerTask::asked() const
{
    const inventory::Snapshot &snapshot = m_world.inventory.snapshot();
    const auto isReached = [this](const WorkerRef &worker) {
        const WorkerCheck *seen = m_service.check(worker);
        return seen && seen->found;
    };
    return askedOf(
        m_workers, snapshot, isReached,
        stoppedNodes(snapshot, m_service.roster(), m_arguments.selectors));
}

int PeopleWorkerTask::changedWorkers() const
{
    return int(std::count_if(m_workers.begin(), m_workers.end(), [this](const WorkerRef &worker) {
        const WorkerPlan *plan = m_service.plan(worker);
        return plan && plan->stepCount() > 0;
    }));
}

bool PeopleWorkerTask::isBlocked() const
{
    return std::any_of(m_workers.begin(), m_workers.end(), [this](const WorkerRef &worker) {
        const WorkerPlan *plan = m_service.plan(worker);
        return plan &&
               std::any_of(
                   plan->accounts.begin(), plan->accounts.end(), [](const AccountPlan &account) {
                       return account.state == AccountState::Blocked;
                   });
    });
}

void PeopleWorkerTask::printPlan()
{
    if (m_arguments.json) {
        Json workers = Json::array();
        for (const WorkerRef &worker : m_workers) {
            if (const WorkerPlan *plan = m_service.plan(worker)) {
                workers.push_back(workerPlanJson(*plan, m_service.check(worker)));
            }
        }
        printJson({{"asked", askedJson(asked())}, {"workers", std::move(workers)}}, 2);
        return;
    }
    printSteps(m_service, m_workers);
    printNote(plannedText(asked(), changedWorkers()));
}

void PeopleWorkerTask::printAudit()
{
    if (m_arguments.json) {
        Json workers = Json::array();
        for (const WorkerRef &worker : m_workers) {
            workers.push_back(actualJson(worker, m_service.check(worker)));
        }
        printJson({{"asked", askedJson(asked())}, {"workers", std::move(workers)}}, 2);
        return;
    }
    printAccounts(m_service, m_workers);
    if (const QString rest = notAskedText(asked()); !rest.isEmpty()) {
        printNote(rest);
    }
}

void PeopleWorkerTask::apply()
{
    const int changed = changedWorkers();
    if (changed == 0) {
        endApply();
        return;
    }
    if (!m_arguments.yes) {
        const QString where =
            changed == 1 ? QStringLiteral("1 worker") : QStringLiteral("%1 workers").arg(changed);
        if (m_arguments.json || !isTerminal(STDIN_FILENO)) {
            printError(
                {ErrorKind::Refused,
                 QStringLiteral("Nothing was changed on %1.").arg(where),
                 {},
                 QStringLiteral(
                     "`podiumctl people plan` shows what would be; say --yes to do it.")});
            emit finished(ExitRefused);
            return;
        }
        printPlan();
        if (!isWished(QStringLiteral("Do this on %1?").arg(where), false)) {
            printNote(QStringLiteral("Nothing was done."));
            emit finished(ExitRefused);
            return;
        }
    }
    runApply();
}

void PeopleWorkerTask::runApply()
{
    run::RunService service(
        m_world.transport,
        [this](const WorkerRef &worker) {
            return run::endpointFor(m_world.inventory.snapshot(), worker, m_world.defaults());
        },
        m_world.clock);
    service.setJournalFolder(m_journalFolder);
    m_story.begin(m_workers);
    m_run = announced(service.make(m_service.application(m_workers)), this);
    if (!m_arguments.json) {
        const auto nameOf = [this](const std::vector<WorkerRef> &some) { return namesOf(some); };
        m_printer = makePrefixPrinter(*m_run, nameOf);
        m_printer->follow(this);
        m_printer->started();
    }
    m_status.meter().begin(QStringLiteral("changing workers"), [this] {
        const run::RunSummary &summary = m_run->state().summary();
        const int total = int(m_run->state().workers().size());
        return models::WorkMeter::Counts{total - summary.running - summary.waiting, total};
    });
    connect(m_run.get(), &run::Run::finished, this, [this] {
        m_status.meter().begin(QStringLiteral("proving what was taken away"));
        if (m_printer) {
            m_printer->finished();
        }
        // The answers are being planned with, and sshd is asked about what was taken away.
        const auto endWhenQuiet = [this] {
            if (!m_service.isBusy()) {
                disconnect(&m_service, &PeopleService::planned, this, nullptr);
                endApply();
            }
        };
        connect(&m_service, &PeopleService::planned, this, endWhenQuiet);
        endWhenQuiet();
    });
    connect(&m_service, &PeopleService::applied, this, [this](const ScriptReport &report) {
        if (const auto entry = m_story.applied(report, m_world.clock.now())) {
            m_history.append(*entry);
        }
    });
    connect(
        &m_service, &PeopleService::proved, this,
        [this](const WorkerRef &worker, const KeyProof &proof) {
            m_history.append(m_story.proved(worker, proof, m_world.clock.now()));
        });
    m_run->start();
}

void PeopleWorkerTask::endApply()
{
    m_status.meter().end();
    const auto proofOf = [this](const WorkerRef &worker) {
        const WorkerCheck *seen = m_service.check(worker);
        return seen && seen->proof ? &*seen->proof : nullptr;
    };
    const AppliedCounts counts = m_run ? appliedCounts(m_run->state(), proofOf) : AppliedCounts();
    for (const WorkerRef &worker : m_workers) {
        const KeyProof *proof = proofOf(worker);
        for (const QString &taken : proof ? proof->taken : QStringList()) {
            printNote(taken);
        }
        if (proof && proof->error) {
            printError(*proof->error);
        }
    }
    printApplied(counts);
    int code = exitCodeNow();
    if (m_run) {
        code = std::max(code, run::exitCode(m_run->state()));
    }
    if (changedWorkers() > 0 || isBlocked() || counts.unproven > 0) {
        code = std::max(code, int(ExitDifferent));
    }
    emit finished(m_isInterrupted ? int(ExitInterrupted) : code);
}

void PeopleWorkerTask::printApplied(const AppliedCounts &counts)
{
    if (m_arguments.json) {
        Json workers = Json::array();
        for (const WorkerRef &worker : m_workers) {
            const WorkerPlan *plan = m_service.plan(worker);
            const WorkerCheck *seen = m_service.check(worker);
            if (plan) {
                Json json = workerPlanJson(*plan, seen);
                if (seen && seen->proof) {
                    json["proof"] = proofJson(*seen->proof);
                }
                workers.push_back(std::move(json));
            }
        }
        m_printDocument(
            {{"asked", askedJson(asked())},
             {"changedWorkers", counts.changed},
             {"workers", std::move(workers)}});
        return;
    }
    std::vector<WorkerRef> differing;
    for (const WorkerRef &worker : m_workers) {
        const WorkerPlan *plan = m_service.plan(worker);
        const WorkerCheck *seen = m_service.check(worker);
        if (seen && seen->found && plan && plan->stepCount() > 0) {
            differing.push_back(worker);
        }
    }
    const Asked all = asked();
    if (!all.unreached.empty()) {
        printNote(QStringLiteral("Nothing was done on %1.").arg(namesOf(all.unreached)));
    }
    if (!differing.empty()) {
        printNote(QStringLiteral("Not as it should be yet: %1.").arg(namesOf(differing)));
    }
    printNote(appliedText(all, counts));
}

void PeopleWorkerTask::interrupt()
{
    if (!m_run || m_run->isFinished()) {
        emit finished(ExitInterrupted);
        return;
    }
    m_isInterrupted = true;
    m_run->stop();
}

} // namespace podium::ctl
