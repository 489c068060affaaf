// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/activity/notifier.h"

namespace podium::ctl {

/// Through org.freedesktop.Notifications on the session bus; silent where there is none.
class DesktopNotifier final : public models::Notifier
{
    Q_OBJECT

public:
    using Notifier::Notifier;

private:
    [[nodiscard]] bool canTell() const override { return true; }
    void tell(const std::vector<models::Notification> &notifications) override;
};

} // namespace podium::ctl
