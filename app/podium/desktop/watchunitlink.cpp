// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/desktop/watchunitlink.h"

#include "app/podium/desktop/watchunit.h"
#include "widgets/settings/watchsection.h"

namespace podium::app {

void linkWatchUnit(WatchUnit &unit, ui::WatchSection &section)
{
    QObject::connect(&section, &ui::WatchSection::wanted, &unit, [&unit, &section](bool on) {
        section.setBusy();
        unit.setOn(on);
    });
    QObject::connect(
        &unit, &WatchUnit::stateChanged, &section, [&section](const WatchUnitState &state) {
            using State = WatchUnitState::Kind;
            const bool isPossible = state.kind == State::On || state.kind == State::Off;
            const bool isProblem =
                state.kind == State::Failed || (isPossible && !state.note.isEmpty());
            section.setState(isPossible, state.kind == State::On, state.note, isProblem);
        });
    unit.query();
}

} // namespace podium::app
