// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/base/result.h"
#include "core/store/activity.h"
#include "core/store/database.h"
#include "core/store/facts.h"
#include "core/store/retention.h"

#include <QDateTime>

#include <chrono>

#include <optional>
#include <vector>

namespace podium::store {

/// Which activity is wanted.
struct ActivityQuery
{
    std::optional<ActivityKind> kind;
    QString text;     ///< part of subject, text or detail, any case; empty: all
    QDateTime since;  ///< invalid: from the beginning
    QDateTime before; ///< only older ones than this, to page on; invalid: from now back
    int limit = 500;
    bool hasEvents = true; ///< those of the inventory among them
};

/// Which inventory events are wanted.
struct EventQuery
{
    std::optional<NodeRef> node;
    QDateTime since; ///< invalid: from the beginning
    int limit = 500;
};

/// All that is kept of one node.
struct NodeHistory
{
    NodeRef node;
    std::vector<Fact> facts;              ///< by time of the first look
    std::vector<inventory::Event> events; ///< newest first
    std::vector<Span> looks;              ///< when somebody looked
    QDateTime asOf;                       ///< of the last look of all
};

/// What happened, kept over restarts: inventory events and the rest of the activity. All calls
/// return at once; answers come on the callback's thread. Two processes may share the file.
class History final
{
public:
    /// The queue must outlive this.
    explicit History(DatabaseQueue &queue) : m_queue(queue) {}

    /// An entry of an action that is there already takes its place. Failures are logged and, where
    /// `done` is given, told.
    void append(const ActivityEntry &entry, Callback<Result<>> done = {});
    /// Newest first, inventory events among them, as activityOf() puts them together.
    void activity(const ActivityQuery &query, Callback<Result<std::vector<ActivityEntry>>> done);
    /// Newest first.
    void events(const EventQuery &query, Callback<Result<std::vector<inventory::Event>>> done);
    /// Of a node that there is or was; empty of one that nobody ever saw.
    void node(const NodeRef &node, Callback<Result<NodeHistory>> done);
    /// What was seen of all nodes since then, as far as their price goes.
    void seenNodes(const QDateTime &since, Callback<Result<SeenNodes>> done);
    /// The nodes that [PROJECT/[ZONE/]]NODE names, also those that are gone.
    void nodesNamed(const QString &word, Callback<Result<std::vector<NodeRef>>> done);
    /// Which of `what` nobody has said within `silence`, in this process or another; they count as
    /// said now.
    void claim(
        const QStringList &what, const QDateTime &now, std::chrono::seconds silence,
        Callback<QStringList> done);

private:
    DatabaseQueue &m_queue;
};

} // namespace podium::store
