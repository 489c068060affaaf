// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/lifecycle/costarguments.h"
#include "app/podiumctl/task.h"
#include "core/base/ids.h"
#include "core/lifecycle/cost/costreport.h"

#include <optional>

namespace podium::app {
struct Services;
}

namespace podium::ctl {

/// `podiumctl cost`.
class CostTask final : public Task
{
    Q_OBJECT

public:
    /// The services must outlive this.
    CostTask(app::Services &services, CostArguments arguments, QObject *parent = nullptr);
    void start() override;

private:
    void addUp(const lifecycle::TpuGrants &grants, const inventory::Snapshot &standing);
    void print(const lifecycle::Observations &seen, const lifecycle::CostReport &report);
    void refuse(const Error &error);

    app::Services &m_services;
    CostArguments m_arguments;
    std::optional<ProjectId> m_project;
};

} // namespace podium::ctl
