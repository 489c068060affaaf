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
    void plan(const lifecycle::RequestCoverage &coverage);
    [[nodiscard]] bool isConfirmed() const;
    void printPlan() const;
    [[nodiscard]] Json details() const override;

    std::optional<lifecycle::NodeRequest> m_request;
    lifecycle::RequestCoverage m_coverage;
};

} // namespace podium::ctl
