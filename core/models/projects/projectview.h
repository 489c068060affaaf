// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/access/projectaccess.h"
#include "core/lifecycle/action/nodeaction.h"
#include "core/lifecycle/grantend.h"
#include "core/models/mark.h"
#include "core/models/nodes/dayprices.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace podium::models {

/// What the Projects page knows, all of one moment.
struct ProjectFacts
{
    inventory::SharedSnapshot standing; ///< never null
    lifecycle::TpuGrants grants;
    std::optional<Error> grantsError; ///< why the grants are not known
    SharedDayPrices prices;           ///< may be null
    QDateTime now;
};

/// A project in the list.
struct ProjectRow
{
    ProjectId project;
    Mark mark = Mark::Unknown;
    QString status; ///< one line: grant, nodes, price
    QString help;   ///< sentences for a tooltip
    bool operator==(const ProjectRow &) const = default;
};

/// Those of the snapshot and of the grants, by id. Pure.
[[nodiscard]] std::vector<ProjectRow> projectRows(const ProjectFacts &facts);

/// A row of a grant as a bar.
struct GrantBar
{
    QString title; ///< "64 spot v6e chips"
    QString zone;
    int count = 0;
    int used = 0;      ///< may be more than count
    int leftovers = 0; ///< of the used: of what only holds quota
    bool isComplete = true;
    QString usage; ///< "48 of 64 chips used", with what is not known
    QString nodes; ///< who draws on it; empty: nobody
    bool operator==(const GrantBar &) const = default;
};

/// One row by what draws on it. Pure.
[[nodiscard]] GrantBar grantBar(const lifecycle::TpuGrantRow &row, const lifecycle::RowUse &use);

struct GrantCard
{
    QString name;   ///< PROJECT/FROM
    QString period; ///< "2026-11-01 to 2026-11-30"
    QString time;   ///< "10 days left"
    Mark mark = Mark::Good;
    std::vector<GrantBar> bars;
    bool operator==(const GrantCard &) const = default;
};

/// Nodes and queued resources that do nothing any more but hold quota.
struct Leftovers
{
    int count = 0; ///< those that can be deleted
    QString text;  ///< a sentence with what is freed; empty: there are none
    bool operator==(const Leftovers &) const = default;
};

/// What is said of a plan that cleans up, and what may be left over besides. Pure.
[[nodiscard]] QString cleanUpSummary(
    const ProjectId &project, const lifecycle::NodeActionPlan &plan,
    const inventory::Snapshot &standing, const lifecycle::ProjectQueue &queue);

/// What stands in one project.
struct ProjectView
{
    ProjectId project;
    QString title;                          ///< display name and number, where known
    std::optional<Error> problem;           ///< why its nodes are not known
    std::vector<GrantCard> grants;          ///< the current ones first
    std::optional<lifecycle::GrantEnd> end; ///< the next one, or one that is past
    QString endTitle;
    QString endText;
    Leftovers leftovers;
    QStringList prices; ///< a sentence each: not covered, unknown, covered, not charged
    QString addresses;  ///< a sentence on external addresses
    int nodes = 0;
};

/// Pure.
[[nodiscard]] ProjectView projectView(
    const ProjectId &project, const ProjectFacts &facts, const lifecycle::ProjectQueue &queue = {});

} // namespace podium::models
