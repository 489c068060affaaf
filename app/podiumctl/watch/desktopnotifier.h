// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/activity/notifier.h"

namespace podium::ctl {

/// Through org.freedesktop.Notifications on the session bus; silent where there is none, and where
/// the window's settings say so.
class DesktopNotifier final : public models::Notifier
{
    Q_OBJECT

public:
    /// `windowState`: the window's window.ini.
    DesktopNotifier(store::History &history, const Clock &clock, QString windowState);

private:
    [[nodiscard]] bool canTell() const override;
    void tell(const std::vector<models::Notification> &notifications) override;

    QString m_windowState;
};

} // namespace podium::ctl
