// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/cloud/values/node.h"
#include "core/lifecycle/request/refusal.h"

#include <QDateTime>
#include <QMap>
#include <QStringList>

#include <optional>
#include <vector>

namespace podium::lifecycle {

/// What a node is to be, but for its zone.
struct NodeSpec
{
    QString name;
    QString type;           ///< "v4-64"
    QString runtimeVersion; ///< "tpu-ubuntu2204-base"
    bool spot = false;
    bool isInternal = false; ///< without external addresses
    QString network;         ///< empty: the project's default
    QString subnetwork;
    QString serviceAccount; ///< an email; empty: Compute Engine's default
    QStringList tags;       ///< of firewall rules
    QMap<QString, QString> labels;
    QMap<QString, QString> metadata;
    bool operator==(const NodeSpec &) const = default;
};

/// The runtime that Google's guides name for a generation of TPU; empty where the type is unknown.
[[nodiscard]] QString usualRuntime(const QString &type);
/// What is wrong with it, a sentence each; none: it can be asked for.
[[nodiscard]] QStringList problemsOf(const NodeSpec &spec);

/// One try in one zone.
struct NodeAttempt
{
    Zone zone;
    QString requestId; ///< the API takes a second request with it for the first one
    QDateTime sentAt;
    QString operation;              ///< its name, once it is known
    QDateTime endedAt;              ///< invalid: it may still become a node
    std::optional<Refusal> refusal; ///< why there is no node, where it has ended
    QString answer;                 ///< the cloud's own words
    bool operator==(const NodeAttempt &) const = default;

    [[nodiscard]] bool isOpen() const { return !endedAt.isValid(); }
};

/// One node that somebody wants, and all that was done for it. It is stored before anything is
/// sent.
struct NodeRequest
{
    enum class State {
        Active,
        Made,      ///< the node stands
        GivenUp,   ///< it ended by itself, see `reason`
        Cancelled, ///< by a person; what it made is deleted
    };
    QString id; ///< also the value of its nodes' label
    ProjectId project;
    NodeSpec spec;
    std::vector<Zone> zones; ///< in the order in which they are tried
    bool untilCapacity = false;
    QDateTime deadline; ///< of untilCapacity; invalid: none
    QDateTime createdAt;
    State state = State::Active;
    QString reason;                    ///< of GivenUp
    std::vector<NodeAttempt> attempts; ///< in order; at most the last one is open
    bool operator==(const NodeRequest &) const = default;

    [[nodiscard]] const NodeAttempt *openAttempt() const;
    [[nodiscard]] NodeAttempt *openAttempt();
    [[nodiscard]] NodeRef nodeIn(const Zone &zone) const;
};
using NodeRequests = std::vector<NodeRequest>;

/// The label whose value names the request that made a node. What does not carry it is somebody
/// else's.
[[nodiscard]] QString requestLabel();
[[nodiscard]] bool isOurs(const NodeRequest &request, const cloud::Node &node);
/// "active", "made", "given-up", "cancelled".
[[nodiscard]] QString requestStateName(NodeRequest::State state);
/// Where it stands, for a person: "waits in us-central2-b: no capacity (3 tries)".
[[nodiscard]] QString statusText(const NodeRequest &request);

} // namespace podium::lifecycle
