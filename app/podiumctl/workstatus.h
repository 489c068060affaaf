// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/workprogress.h"

namespace podium::ctl {

/// Long work, told at the foot of the terminal on stderr while it goes on; see showStatus() and
/// models::workText(). Nothing where stderr is no terminal.
class WorkStatus final
{
public:
    /// `clock` must outlive it.
    explicit WorkStatus(const Clock &clock);

    [[nodiscard]] models::WorkMeter &meter() { return m_meter; }

private:
    models::WorkMeter m_meter;
};

} // namespace podium::ctl
