// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/cloud/values/node.h"
#include "core/inventory/coverage.h"

#include <QDateTime>

#include <memory>
#include <optional>
#include <vector>

namespace podium::inventory {

/// A node and how fresh what we know of it is.
struct NodeEntry
{
    cloud::Node node;
    QDateTime seenAt;   ///< when the cloud last said this
    bool stale = false; ///< its zone or project did not answer since: kept as it was
    bool operator==(const NodeEntry &) const = default;
};

/// A project or a zone of it that did not answer, or answered with an error.
struct ScopeProblem
{
    ProjectId project;
    std::optional<Zone> zone; ///< none: the whole project
    Error error;
    QDateTime since; ///< of the first failure in a row
    bool operator==(const ScopeProblem &) const = default;
};

/// All that is known of the person's nodes at one time: a value, shared by copying.
struct Snapshot
{
    QDateTime asOf; ///< of the last refresh that brought any answer; invalid: never
    std::vector<cloud::Project> projects;
    std::vector<NodeEntry> nodes; ///< sorted by ref
    std::vector<ScopeProblem> problems;
    std::optional<Error> error; ///< nothing at all could be asked, e.g. no credentials
    /// Why there may be projects that are not in `projects`; none: these are all, or all that
    /// were asked for.
    std::optional<Error> projectsError;
    /// Why host keys that the cloud has may be missing. Of the last look of this process: not
    /// stored.
    std::optional<Error> keysError;
    Coverage coverage; ///< where a node that is not in `nodes` is gone
    bool operator==(const Snapshot &) const = default;

    /// The entry of `ref`, or null. Valid while the snapshot is.
    [[nodiscard]] const NodeEntry *find(const NodeRef &ref) const;
};

/// What changed between two snapshots.
enum class EventKind {
    Appeared,
    Gone,
    Recreated, ///< same name, new node id: new machines, new host keys
    StateChanged,
    HealthChanged,
    IpChanged,      ///< one worker's external IP
    HostKeyChanged, ///< one worker's host keys, under the same node id
    Maintenance,    ///< an upcoming maintenance appeared or changed
};

struct Event
{
    EventKind kind = EventKind::Appeared;
    NodeRef node;
    int worker = -1; ///< for IpChanged and HostKeyChanged
    QString before;  ///< state, health, IP … ; empty: none
    QString after;
    QDateTime time; ///< when it was noticed
    bool operator==(const Event &) const = default;
};

/// A stable word for scripts and the database, e.g. "ip-changed".
[[nodiscard]] QString eventKindName(EventKind kind);

/// A snapshot that many may read and nobody changes.
using SharedSnapshot = std::shared_ptr<const Snapshot>;

} // namespace podium::inventory

Q_DECLARE_METATYPE(podium::inventory::Event)
