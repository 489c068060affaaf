// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/workstatus.h"

#include "app/podiumctl/terminal.h"

namespace podium::ctl {

WorkStatus::WorkStatus(const Clock &clock) : m_meter(clock)
{
    QObject::connect(&m_meter, &models::WorkMeter::changed, &m_meter, [this] {
        const QString text = m_meter.text();
        text.isEmpty() ? clearStatus() : showStatus(text);
    });
}

} // namespace podium::ctl
