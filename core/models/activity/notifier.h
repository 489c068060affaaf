// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/lifecycle/request/noderequest.h"
#include "core/models/activity/grantnotices.h"
#include "core/models/activity/notifications.h"

#include <QObject>

#include <functional>

namespace podium::store {
class History;
}

namespace podium::models {

/// Where the window keeps, with its own state, whether the person wants to be told of nodes; it
/// counts for the watch without a window, too. Not there: yes.
[[nodiscard]] QString notifyNodesKey();

/// Tells on the desktop what is worth it, each thing once: the first Podium that can says it.
class Notifier : public QObject
{
    Q_OBJECT

public:
    /// Both must outlive it.
    Notifier(store::History &history, const Clock &clock, QObject *parent = nullptr);

    void tellEvents(const std::vector<inventory::Event> &events);
    /// What became of a node request, or what it asks.
    void tellRequest(const lifecycle::NodeRequest &request);
    /// Grants that end, where something stands on them: each stage once.
    void tellGrantEnds(const std::vector<lifecycle::GrantEnd> &ends);

private:
    /// Else nothing is claimed: what was claimed is told by nobody else.
    [[nodiscard]] virtual bool canTell() const = 0;
    virtual void tell(const std::vector<Notification> &notifications) = 0;

    using NotificationsFor = std::function<std::vector<Notification>(const QStringList &keys)>;
    void claim(const QStringList &keys, std::chrono::seconds silence, const NotificationsFor &read);

    store::History &m_history;
    const Clock &m_clock;
};

} // namespace podium::models
