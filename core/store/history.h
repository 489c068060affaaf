// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/base/result.h"
#include "core/store/activity.h"
#include "core/store/database.h"

#include <QDateTime>

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
};

/// Which inventory events are wanted.
struct EventQuery
{
    std::optional<NodeRef> node;
    QDateTime since; ///< invalid: from the beginning
    int limit = 500;
};

/// What happened, kept over restarts: inventory events and the rest of the activity. All calls
/// return at once; answers come on the callback's thread. Two processes may share the file.
class History final
{
public:
    /// The queue must outlive this.
    explicit History(DatabaseQueue &queue) : m_queue(queue) {}

    /// Failures are logged and, where `done` is given, told.
    void append(const ActivityEntry &entry, Callback<Result<>> done = {});
    /// Newest first, inventory events among them.
    void activity(const ActivityQuery &query, Callback<Result<std::vector<ActivityEntry>>> done);
    /// Newest first.
    void events(const EventQuery &query, Callback<Result<std::vector<inventory::Event>>> done);

private:
    DatabaseQueue &m_queue;
};

} // namespace podium::store
