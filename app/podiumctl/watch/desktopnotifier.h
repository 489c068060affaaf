// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/lifecycle/request/noderequest.h"
#include "core/models/activity/grantnotices.h"
#include "core/models/activity/notifications.h"

#include <QObject>

namespace podium::store {
class History;
}

namespace podium::ctl {

/// Tells on the desktop what is worth it, through org.freedesktop.Notifications on the session
/// bus; silent where there is none. What another Podium has told is not told again.
class DesktopNotifier final : public QObject
{
    Q_OBJECT

public:
    /// All references must outlive it.
    DesktopNotifier(store::History &history, const Clock &clock, QObject *parent = nullptr);

    void tell(const std::vector<inventory::Event> &events);
    void tellRequest(const lifecycle::NodeRequest &request);
    /// The ends of these grants, where something stands on them.
    void tellGrantEnds(const std::vector<lifecycle::GrantEnd> &ends);

private:
    void send(const std::vector<models::Notification> &notifications);

    store::History &m_history;
    const Clock &m_clock;
};

} // namespace podium::ctl
