// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"

namespace podium::tests {

/// A clock that stands still until it is moved.
class ManualClock final : public Clock
{
public:
    [[nodiscard]] QDateTime now() const override { return m_now; }
    [[nodiscard]] qint64 monotonicMs() const override { return m_now.toMSecsSinceEpoch(); }
    void advance(qint64 seconds) { m_now = m_now.addSecs(seconds); }

private:
    QDateTime m_now = QDateTime(QDate(2026, 3, 1), QTime(12, 0), Qt::UTC);
};

} // namespace podium::tests
