// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/snapshot.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <vector>

namespace podium::models {

/// A message for the desktop. Plain text.
struct Notification
{
    QString title;
    QString text;
    bool operator==(const Notification &) const = default;
};

/// For how long the same is not said again, by any Podium of this person.
constexpr std::chrono::hours NotificationSilence{1};

/// What stands for an event when Podiums settle who says it; empty where it is not worth
/// disturbing a person. Worth it are: changed IPs, preemptions, recreated nodes, changed host keys
/// and announced maintenance.
[[nodiscard]] QString notificationKey(const inventory::Event &event);
/// Those of all these events, without the empty ones.
[[nodiscard]] QStringList notificationKeys(const std::vector<inventory::Event> &events);

/// The messages for the events whose keys are among `keys`: one for a node however many workers
/// it has, and one for all nodes where the same happened to many.
[[nodiscard]] std::vector<Notification>
notificationsFor(const std::vector<inventory::Event> &events, const QStringList &keys);

} // namespace podium::models
