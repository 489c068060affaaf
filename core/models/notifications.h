// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/snapshot.h"

#include <QDateTime>
#include <QHash>
#include <QString>

#include <vector>

namespace podium::models {

/// A message for the desktop. Plain text.
struct Notification
{
    QString title;
    QString text;
    bool operator==(const Notification &) const = default;
};

/// Which events deserve to disturb a person: changed IPs, preemptions, announced maintenance.
/// One message a node, and none that says the same again within an hour.
class NotificationRules final
{
public:
    [[nodiscard]] std::vector<Notification>
    notificationsFor(const std::vector<inventory::Event> &events, const QDateTime &now);

private:
    QHash<QString, QDateTime> m_told; ///< what was said, when
};

} // namespace podium::models
