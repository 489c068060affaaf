// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <QDateTime>
#include <QMap>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace podium::cloud {

/// Node.State of the Cloud TPU API v2. Unrecognised: a word this version does not know; the
/// word itself is in Node::stateText.
enum class NodeState {
    Unspecified,
    Creating,
    Ready,
    Restarting,
    Reimaging,
    Deleting,
    Repairing,
    Stopped,
    Stopping,
    Starting,
    Preempted,
    Terminated,
    Hiding,
    Hidden,
    Unhiding,
    Unknown,
    Unrecognised,
};

/// Node.Health of the Cloud TPU API v2. Unrecognised counts as unhealthy.
enum class NodeHealth {
    Unspecified,
    Healthy,
    Timeout,
    UnhealthyTensorflow,
    UnhealthyMaintenance,
    Unrecognised,
};

/// One host of a node; its index is its place in Node::workers.
struct Worker
{
    QString internalIp; ///< may be empty
    QString externalIp; ///< empty where the worker has none (now); changes at any restart
    /// Public host keys "TYPE BASE64" as the node's guest attributes give them: Google vouches
    /// for these. Empty where the attributes were not read or are switched off.
    QStringList hostKeys;
    /// What Compute Engine calls the machine ("t1v-n-0a1b2c3d-w-0"), by the guest attribute
    /// "hostname"; IAP's tunnels take it. Empty where the attributes were not read.
    QString instanceName = {};
    bool operator==(const Worker &) const = default;
};

/// UpcomingMaintenance of the Cloud TPU API.
struct Maintenance
{
    QString type;   ///< SCHEDULED, UNSCHEDULED …
    QString status; ///< PENDING, ONGOING …
    QDateTime windowStart;
    QDateTime windowEnd;
    bool canReschedule = false;
    bool operator==(const Maintenance &) const = default;
};

/// A TPU VM or pod slice as the Cloud TPU API v2 describes it (Node). All texts come from the
/// cloud and may be hostile: plain text on screen, never part of a command.
struct Node
{
    NodeRef ref;
    QString id; ///< int64 as text; new at every recreate. Empty for half-made nodes
    NodeState state = NodeState::Unspecified;
    QString stateText; ///< the API's own word
    NodeHealth health = NodeHealth::Unspecified;
    QString healthText;        ///< the API's own word, empty where it gave none
    QString healthDescription; ///< a sentence, mostly empty
    QString acceleratorType;   ///< "v4-64"; where only a configuration is given: "V4 2x4x4"
    QString topology;          ///< in chips, "2x4x4"; may be empty
    QString runtimeVersion;
    bool spot = false; ///< spot or preemptible: may be taken away
    QDateTime createTime;
    std::vector<Worker> workers; ///< primary network endpoints, in worker order
    QMap<QString, QString> labels;
    /// Only what says who may log in: "ssh-keys", "block-project-ssh-keys", "enable-oslogin".
    /// Start scripts and the rest are not kept.
    QMap<QString, QString> metadata;
    QString queuedResource; ///< full name, where one made the node
    /// Names of its data disks, in its own zone: for the memory of people. What may be done with
    /// one is asked of the cloud (DisksClient).
    QStringList dataDisks{};
    std::optional<Maintenance> maintenance;
    bool operator==(const Node &) const = default;
};

/// The API's word for a state, e.g. "READY"; Unrecognised gives "UNRECOGNISED".
[[nodiscard]] QString nodeStateName(NodeState state);
[[nodiscard]] NodeState nodeStateFromName(const QString &name);
[[nodiscard]] QString nodeHealthName(NodeHealth health);
[[nodiscard]] NodeHealth nodeHealthFromName(const QString &name);

/// Whether logging in can succeed now (READY, RESTARTING, REIMAGING, UNKNOWN and the like pass;
/// STOPPED, PREEMPTED … do not).
[[nodiscard]] bool mayBeReached(NodeState state);
/// Something is under way, so it is worth looking again soon.
[[nodiscard]] bool isInTransition(NodeState state);

/// A Google Cloud project.
struct Project
{
    ProjectId id;
    QString number; ///< may be empty
    QString name;   ///< display name
    bool operator==(const Project &) const = default;
};

} // namespace podium::cloud
