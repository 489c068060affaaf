// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/snapshot.h"
#include "core/lifecycle/grant.h"

#include <QDate>
#include <QDateTime>

#include <optional>
#include <vector>

namespace podium::lifecycle {

/// A stretch in which a node was seen in one state, from the first look that saw it to the last.
struct Stay
{
    NodeRef node;
    cloud::NodeState state = cloud::NodeState::Unspecified;
    QString type;             ///< its accelerator type; empty: not known
    std::optional<bool> spot; ///< nothing: not known
    QDateTime made;           ///< when this life of the node was first seen, or made
    QDateTime from;           ///< UTC, as the next
    QDateTime to;
    bool operator==(const Stay &) const = default;
};

/// A stretch in which a worker was seen with an external address.
struct AddressStay
{
    NodeRef node;
    bool spot = false;
    QDateTime from;
    QDateTime to;
    bool operator==(const AddressStay &) const = default;
};

/// What somebody has seen of nodes.
struct Observations
{
    std::vector<Stay> stays;
    std::vector<AddressStay> addresses;
    /// Nobody has looked longer ago than that, as far as is kept; invalid: never.
    QDateTime since;
    QDateTime asOf; ///< of the last look
};

/// Dollars by list price: of nobody's bill.
struct CostAmount
{
    double covered = 0; ///< what a grant has paid for, would have cost that
    double notCovered = 0;
    /// At most: of external addresses of TPU workers Google does not say it.
    double addresses = 0;
    qint64 chargedSeconds = 0; ///< in a state that is charged for
    /// Of those, and of states of which Google does not say it: without a price that is known.
    qint64 unknownSeconds = 0;
    bool operator==(const CostAmount &) const = default;

    CostAmount &operator+=(const CostAmount &more);
};

struct CostDay
{
    QDate day; ///< of UTC
    CostAmount amount;
    bool operator==(const CostDay &) const = default;
};

struct CostNode
{
    NodeRef node;
    QString type; ///< the last one; empty: not known
    CostAmount amount;
    bool operator==(const CostNode &) const = default;
};

/// What stood how long, and what Google asks for that without a grant or a discount.
struct CostReport
{
    std::vector<CostDay> days;   ///< each of the asked ones, in order
    std::vector<CostNode> nodes; ///< the dearest first; without those that cost nothing
    CostAmount total;
    bool operator==(const CostReport &) const = default;
};

/// By the prices of the table and the grants that are written down now. Only what was seen is
/// counted: not the time between the last look at one state and the first at the next. A project
/// narrows the report, not what draws on grants. Pure.
[[nodiscard]] CostReport costReport(
    const Observations &seen, const TpuGrants &grants, const QDate &first, const QDate &last,
    const std::optional<ProjectId> &project = {});

/// "37 h", "12 min": for how long something was.
[[nodiscard]] QString durationText(qint64 seconds);
/// One line: "$1,238.40 + 3 h at a price that is unknown".
[[nodiscard]] QString costText(double dollars, qint64 unknownSeconds);

} // namespace podium::lifecycle
