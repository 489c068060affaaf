// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/valuesjson.h" // first: it has what Format is

#include "app/podiumctl/lifecycle/createarguments.h"
#include "app/podiumctl/task.h"
#include "core/inventory/cloudnodesource.h"
#include "core/inventory/inventory.h"
#include "core/lifecycle/grantcoverage.h"
#include "core/lifecycle/grantstore.h"
#include "core/lifecycle/request/noderequestrun.h"

#include <memory>
#include <optional>

namespace podium::ctl {

struct CreateServices
{
    lifecycle::GrantStore &grants;
    lifecycle::RequestStore &requests;
    inventory::CloudNodeSource &source; ///< of the inventory
    inventory::Inventory &inventory;
    cloud::TpuClient &tpu;
    const Clock &clock;
};

/// Carries a node request out in the foreground and tells how it goes; the base of those that do.
class NodeRequestTask : public Task
{
    Q_OBJECT

public:
    /// The services must outlive this.
    NodeRequestTask(CreateServices services, CreateArguments arguments, QObject *parent = nullptr);
    void interrupt() override;

protected:
    /// Claims the request and begins, or gives it up where that is asked for.
    void carryOut(const lifecycle::NodeRequest &request);
    /// More for the JSON document.
    [[nodiscard]] virtual Json details() const { return Json::object(); }
    void end(const Error &error, ExitCode code);
    void printResult(const std::optional<lifecycle::NodeRequest> &request) const;

    CreateServices m_services;
    CreateArguments m_arguments;

private:
    void tell();
    void handleEnd();

    std::optional<FileLock> m_claim;
    std::unique_ptr<lifecycle::NodeRequestRun> m_run;
    QString m_told;
};

/// `podiumctl create`.
class CreateTask final : public NodeRequestTask
{
    Q_OBJECT

public:
    using NodeRequestTask::NodeRequestTask;
    void start() override;

private:
    struct Coverage
    {
        lifecycle::TpuRequest request;
        lifecycle::GrantVerdict verdict;
    };
    void plan(const lifecycle::TpuGrants &grants);
    [[nodiscard]] bool isCovered() const;
    [[nodiscard]] bool isConfirmed() const;
    void printPlan() const;
    [[nodiscard]] Json details() const override;

    std::optional<lifecycle::NodeRequest> m_request;
    std::vector<Coverage> m_coverage;
};

/// `podiumctl requests`, `request resume` and `request cancel`.
class RequestsTask final : public NodeRequestTask
{
    Q_OBJECT

public:
    using NodeRequestTask::NodeRequestTask;
    void start() override;

private:
    void list(const lifecycle::NodeRequests &requests);
    void change(const lifecycle::NodeRequests &requests);
};

} // namespace podium::ctl
