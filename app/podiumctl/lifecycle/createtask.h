// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/lifecycle/noderequesttask.h"

namespace podium::ctl {

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
    void readQueued(const lifecycle::TpuGrants &grants);
    void plan(const lifecycle::TpuGrants &grants);
    [[nodiscard]] bool isCovered() const;
    [[nodiscard]] bool isConfirmed() const;
    void printPlan() const;
    [[nodiscard]] Json details() const override;

    std::optional<lifecycle::NodeRequest> m_request;
    std::vector<Coverage> m_coverage;
    lifecycle::ProjectQueue m_queue;
};

} // namespace podium::ctl
