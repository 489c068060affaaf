// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

class QSettings;

namespace podium::ui {

/// What the person wants of the desktop around the window. Kept with the window's own state.
struct DesktopOptions
{
    bool closeToTray = false; ///< closing the window keeps watching
    bool notifyNodes = true;  ///< changed IPs, preemptions, maintenance
    bool notifyRuns = true;   ///< a run has ended while the window was not in front
    bool operator==(const DesktopOptions &) const = default;
};

[[nodiscard]] DesktopOptions loadDesktopOptions(const QSettings &state);
void saveDesktopOptions(QSettings &state, const DesktopOptions &options);

} // namespace podium::ui
