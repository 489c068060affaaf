// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/snapshot.h"
#include "core/models/mark.h"

#include <QDateTime>
#include <QString>
#include <QVariant>

#include <tuple>
#include <variant>

namespace podium::models {

enum class NodeColumn {
    Name,
    State,
    Type,
    Zone,
    Workers,
    Address,
    DayPrice,
    Age,
    Spot,
    LastChange,
    Holders,
    Project,
    Version,
};
constexpr int NodeColumnCount = int(NodeColumn::Version) + 1;

/// The newest thing that happened to a node.
struct LastChange
{
    QDateTime time;
    QString text; ///< a few words, e.g. "IP"
    bool operator==(const LastChange &) const = default;
};

/// A row of the node list: a node, or a zone or project that did not answer. Refers to what a
/// snapshot holds, which must outlive it.
struct NodeRow
{
    std::variant<const inventory::NodeEntry *, const inventory::ScopeProblem *> what;
    LastChange change;

    /// Problems stand before the nodes that they concern. Valid while the snapshot is.
    using Key = std::tuple<const ProjectId &, const Zone &, int, const NodeName &>;
    [[nodiscard]] Key key() const;
    [[nodiscard]] const inventory::NodeEntry *node() const;
    [[nodiscard]] const inventory::ScopeProblem *problem() const;
};

/// Whether a view would show the same for both; the time of the last answer counts only where
/// it is shown.
[[nodiscard]] bool looksSame(const NodeRow &a, const NodeRow &b);

/// The rows of a snapshot, sorted by key, each key once.
[[nodiscard]] std::vector<NodeRow> nodeRows(const inventory::Snapshot &snapshot);

[[nodiscard]] Mark markOf(const cloud::Node &node);
/// The API's own words: "READY", "READY · UNHEALTHY_MAINTENANCE".
[[nodiscard]] QString stateText(const cloud::Node &node);
/// "34.69.74.175", "35.186.12.4 +7"; internal addresses where there are no external ones.
[[nodiscard]] QString addressText(const cloud::Node &node);
/// The first worker's address, for copying; may be empty.
[[nodiscard]] QString firstAddress(const cloud::Node &node);

[[nodiscard]] QString cellText(const NodeRow &row, NodeColumn column, const QDateTime &now);
[[nodiscard]] QString cellToolTip(const NodeRow &row, NodeColumn column);
/// A value that sorts as a person expects.
[[nodiscard]] QVariant cellSortValue(const NodeRow &row, NodeColumn column);
/// All that the filter looks into.
[[nodiscard]] QString searchText(const NodeRow &row);
[[nodiscard]] QString columnTitle(NodeColumn column);
/// Why what is known of a stale node may be old: "you are not signed in", "its zone does not
/// answer".
[[nodiscard]] QString whyStale(const inventory::Snapshot &snapshot, const NodeRef &node);
/// "us-east5-a did not answer: …, since 5 min".
[[nodiscard]] QString problemText(const inventory::ScopeProblem &problem, const QDateTime &now);

} // namespace podium::models
