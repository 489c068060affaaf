// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/requestfeed.h"

namespace podium::models {

RequestFeed::RequestFeed(
    const lifecycle::RequestService &service, const Clock &clock, std::chrono::milliseconds pause,
    QObject *parent)
    : QObject(parent)
    , m_service(service)
    , m_clock(clock)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(pause);
    connect(&service, &lifecycle::RequestService::changed, this, &RequestFeed::touch);
    connect(&m_timer, &QTimer::timeout, this, &RequestFeed::changed);
}

std::vector<RequestRow> RequestFeed::rows() const
{
    return requestRows(m_service, m_clock.now());
}

/// Not put off by the next change: the rows would never come.
void RequestFeed::touch()
{
    if (!m_timer.isActive()) {
        m_timer.start();
    }
}

} // namespace podium::models
