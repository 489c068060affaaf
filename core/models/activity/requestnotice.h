// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/request/noderequest.h"
#include "core/models/activity/notifications.h"

#include <optional>

namespace podium::models {

/// What stands for the end or the question of a request when Podiums settle who says it; empty
/// where there is nothing to say: a person cancelled it, or it goes on.
[[nodiscard]] QString requestNoticeKey(const lifecycle::NodeRequest &request);
/// The message for the desktop about it: that its node stands, that it was given up, or what it
/// asks.
[[nodiscard]] Notification requestNotice(const lifecycle::NodeRequest &request);

} // namespace podium::models
