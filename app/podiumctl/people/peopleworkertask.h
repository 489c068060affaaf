// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/people/peoplearguments.h"
#include "app/podiumctl/run/runprinter.h"
#include "app/podiumctl/task.h"
#include "app/podiumctl/valuesjson.h"
#include "app/podiumctl/workstatus.h"
#include "core/cloud/clients/computeclient.h"
#include "core/models/people/peoplestory.h"
#include "core/people/asked.h"
#include "core/people/peopleservice.h"
#include "core/store/history.h"

#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace podium::ctl {

/// `podiumctl people plan|apply|audit`: asks the cloud where the workers are, the workers what is
/// there, and for apply brings them to what the roster says.
class PeopleWorkerTask final : public Task
{
    Q_OBJECT

public:
    /// All references must outlive it. `journalFolder`: see run::journalFolder().
    PeopleWorkerTask(
        people::PeopleService::World world, cloud::ComputeClient &compute, store::History &history,
        QString journalFolder, PeopleArguments arguments, QObject *parent = nullptr);
    ~PeopleWorkerTask() override;
    void start() override;
    void interrupt() override;

    using PrintDocument = std::function<void(const Json &)>;
    /// Who prints the document of an apply: others add to it. Else it is printed at once.
    void setPrintApplied(PrintDocument print) { m_printDocument = std::move(print); }

private:
    void begin();
    /// Who is in the metadata of the workers' projects, one project after the other; then looks.
    void readMetadata(std::vector<ProjectId> projects);
    void check();
    void onChecked();
    void printUnreached(); ///< why, once for all workers that share it
    void printPlan();
    void printAudit();
    void apply();
    void runApply();
    void endApply();
    void printApplied(const people::AppliedCounts &counts);
    [[nodiscard]] int changedWorkers() const; ///< with steps
    [[nodiscard]] QString namesOf(const std::vector<WorkerRef> &workers) const;
    [[nodiscard]] bool isBlocked() const;
    [[nodiscard]] people::Asked asked() const;
    [[nodiscard]] int exitCodeNow() const; ///< of what could not be reached

    people::PeopleService::World m_world;
    cloud::ComputeClient &m_compute;
    store::History &m_history;
    const QString m_journalFolder;
    PeopleArguments m_arguments;
    people::PeopleService m_service;
    std::vector<WorkerRef> m_workers;
    std::unique_ptr<run::Run> m_run;
    models::PeopleStory m_story;
    WorkStatus m_status;
    std::unique_ptr<RunPrinter> m_printer;
    PrintDocument m_printDocument = [](const Json &json) { printJson(json, 2); };
    bool m_isInterrupted = false;
};

} // namespace podium::ctl
