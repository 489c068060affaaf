// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace podium::ui {
class WatchSection;
}

namespace podium::app {

class WatchUnit;

/// Shows in Settings whether the user unit watches, and lets it be switched there. Asks systemd
/// once; to be called once.
void linkWatchUnit(WatchUnit &unit, ui::WatchSection &section);

} // namespace podium::app
