// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/values/queuedresource.h"
#include "core/inventory/snapshot.h"
#include "core/lifecycle/grant.h"

#include <QDateTime>

#include <functional>
#include <optional>
#include <vector>

namespace podium::lifecycle {

/// A TPU that somebody wants, or has.
struct TpuRequest
{
    ProjectId project;
    Zone zone;
    TpuType type;
    bool spot = false;
    bool isFlexStart = false; ///< then `spot` says nothing
};

/// Whether a grant pays for a request. Quota is not asked: every project has some that costs money.
struct GrantVerdict
{
    enum class Kind { Covered, NotCovered, Unknown };
    /// Where what stands in the zone is unknown, for what reason.
    enum class Gap { None, Project, Zone, Type, Queue };
    Kind kind = Kind::Unknown;
    Gap gap = Gap::None;
    QString reason;            ///< a sentence
    QString hint;              ///< what else could be done, or empty
    bool hasLeftovers = false; ///< the quota that is missing is held by some, partly or wholly
    /// The row and grant that cover it; of all verdicts but Covered, those that come nearest.
    std::optional<TpuGrantRow> row;
    std::optional<TpuGrant> grant;
    int left = 0;                        ///< of the row, once it is there; in the row's unit
    std::optional<double> dollarsPerDay; ///< list price; nothing: the price table has none
};

using QueuedResources = std::vector<cloud::QueuedResource>;

/// The queued resources of one project, those that Podium did not make, too, as far as they are
/// known.
struct ProjectQueue
{
    QueuedResources resources;
    QStringList unreachable;    ///< zones whose own are missing
    std::optional<Error> error; ///< why they are not known at all

    bool operator==(const ProjectQueue &) const = default;
};
[[nodiscard]] ProjectQueue projectQueue(const Result<cloud::QueuedResourceList> &list);

/// What draws on a row, by what was last seen: nodes in any state, as what was preempted or failed
/// holds its quota until it is deleted, and queued resources in any state.
struct RowUse
{
    int used = 0;                                      ///< in the row's unit
    std::vector<const inventory::NodeEntry *> nodes;   ///< of the snapshot, while it is there
    std::vector<const cloud::QueuedResource *> queued; ///< whose nodes are not among these
    /// Why that may not be all, and of what.
    GrantVerdict::Gap gap = GrantVerdict::Gap::None;
    QString gapText;
};
/// `queue`: of the project; what is not known of it is a gap.
[[nodiscard]] RowUse rowUse(
    const ProjectId &project, const TpuGrantRow &row, const inventory::Snapshot &standing,
    const ProjectQueue &queue = {});

/// What is counted together: of one zone, spot or not.
struct TpuPool
{
    ProjectId project;
    Zone zone;
    bool spot = false;
    std::function<int(const TpuType &)> amountOf; ///< what a node of that type takes; 0: nothing
};
[[nodiscard]] RowUse
poolUse(const TpuPool &pool, const inventory::Snapshot &standing, const ProjectQueue &queue);

/// How far a row comes towards a request: the first thing that does not fit, in this order.
enum class RowMatch {
    OtherProject,
    OtherGeneration,
    OtherZone,
    OtherClass,
    OtherQuota,
    OtherTime,
    Fits
};
[[nodiscard]] RowMatch
matchOf(const TpuRequest &request, const TpuGrant &grant, const TpuGrantRow &row, const QDate &day);
/// Why nothing fits `request`: all that it needs but the size. `best` is the furthest match.
[[nodiscard]] GrantVerdict mismatchVerdict(
    const TpuRequest &request, const TpuGrants &grants, const QDate &day, RowMatch best);

/// Whether one more node is covered, beside what stands.
[[nodiscard]] GrantVerdict grantVerdict(
    const TpuRequest &request, const TpuGrants &grants, const inventory::Snapshot &standing,
    const QDateTime &now, const ProjectQueue &queue = {});

/// The type of a node by its type or topology; nothing where neither can be read.
[[nodiscard]] std::optional<TpuType> typeOf(const cloud::Node &node);
/// Preempted, suspended, failed or ended: it does nothing any more but hold quota and name.
[[nodiscard]] bool isLeftover(const cloud::Node &node);
/// Whether the node came of that queued resource.
[[nodiscard]] bool isMadeBy(const cloud::QueuedResource &resource, const cloud::Node &node);

} // namespace podium::lifecycle
