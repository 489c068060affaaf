// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/inventory/snapshot.h"
#include "core/store/database.h"

#include <QDateTime>

#include <optional>
#include <vector>

namespace podium::store {

/// What a fact is about.
enum class FactKind {
    Id,
    State,
    Health,
    ExternalIp,
    InternalIp,
    HostKey,
    Maintenance,
    Type,         ///< accelerator type
    Provisioning, ///< spotWord() or "on-demand"
};

/// A stable word for scripts and the database, e.g. "external-ip".
[[nodiscard]] QString factKindName(FactKind kind);
[[nodiscard]] std::optional<FactKind> factKindFromName(const QString &name);

/// What Provisioning says of a node that may be taken away.
[[nodiscard]] QString spotWord();

/// Something that was true of a node from one look to another.
struct Fact
{
    FactKind kind = FactKind::State;
    int worker = -1;  ///< of addresses and host keys
    QString value;    ///< the API's own word, an address, "TYPE BASE64"; plain, may be hostile
    QDateTime first;  ///< the first look that saw it, UTC
    QDateTime last;   ///< the last one
    bool open = true; ///< as far as is known it is true still
    bool operator==(const Fact &) const = default;
};

/// All that is true of a node at one time, in a stable order. Pure; times are not set.
[[nodiscard]] std::vector<Fact> factsOf(const cloud::Node &node);

/// Brings the facts from one snapshot to the next: what is no longer true is closed at the last
/// look that saw it, what is new is opened; of a node that was recreated that is all. Nodes that
/// did not answer stay as they were.
[[nodiscard]] Result<> recordFacts(
    Database &database, const inventory::Snapshot &before, const inventory::Snapshot &after);

/// By time of the first look. Open ones end at `asOf`, or when their node was seen last.
[[nodiscard]] Result<std::vector<Fact>>
readFacts(Database &database, const NodeRef &node, const QDateTime &asOf);

/// What was seen of one node, as far as its price goes: ids, states, types, provisioning and
/// external addresses, by time of the first look.
struct NodeFacts
{
    NodeRef node;
    std::vector<Fact> facts;
};
/// The same of all nodes, also of those that are gone.
struct SeenNodes
{
    std::vector<NodeFacts> nodes; ///< by ref
    QDateTime since;              ///< the first look that is kept of any; invalid: none
    QDateTime asOf;               ///< of the last look
};
/// What was true at `since` or later. Open facts end when their node was last seen.
[[nodiscard]] Result<SeenNodes>
readSeenNodes(Database &database, const QDateTime &since, const QDateTime &asOf);

/// The nodes that the history knows whose name is `name` and that fit the other parts; empty
/// parts fit all.
[[nodiscard]] Result<std::vector<NodeRef>> readKnownNodes(
    Database &database, const QString &project, const QString &zone, const QString &name);

} // namespace podium::store
