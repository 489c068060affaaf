// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/inventory/inventory.h"
#include "core/lifecycle/cost/costreport.h"
#include "core/models/projects/grantbook.h"
#include "core/store/history.h"

#include <QObject>

#include <memory>
#include <optional>

namespace podium::models {

/// What the last days of one project have cost by list price, as Podium has seen them.
struct ProjectCost
{
    ProjectId project;
    lifecycle::CostReport report;
    QDateTime since;                 ///< nobody has looked before; invalid: nobody ever has
    std::optional<Error> error = {}; ///< why it is not known
};

/// Keeps the cost of the project that somebody looks at. Works in the pool.
class CostFeed final : public QObject
{
    Q_OBJECT

public:
    /// How many days are told, today among them.
    static constexpr int Days = 30;

    /// All must outlive it.
    CostFeed(
        store::History &history, const GrantBook &grants, const inventory::Inventory &inventory,
        const Clock &clock, QObject *parent = nullptr);

    /// Null: of this project it is not known yet, nor why not.
    [[nodiscard]] const ProjectCost *of(const ProjectId &project) const;
    /// Computes it; of what was wanted while that goes on, the last one follows.
    void want(const ProjectId &project);

signals:
    void changed(const podium::ProjectId &project);
    void failed(const podium::Error &error);

private:
    void compute(const ProjectId &project, const store::SeenNodes &seen);
    void fail(const ProjectId &project, const Error &error);
    void finish();

    store::History &m_history;
    const GrantBook &m_grants;
    const inventory::Inventory &m_inventory;
    const Clock &m_clock;
    std::optional<ProjectCost> m_cost;
    bool m_isBusy = false;
    std::optional<ProjectId> m_next;
};

} // namespace podium::models
