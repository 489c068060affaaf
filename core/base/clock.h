// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>

namespace podium {

/// Where the time comes from; tests put in their own. Callable from any thread.
class Clock
{
public:
    virtual ~Clock() = default;
    /// Wall time, UTC. May jump.
    [[nodiscard]] virtual QDateTime now() const = 0;
    /// Milliseconds of a clock that never goes back, and goes on while the machine sleeps; only
    /// differences mean anything.
    [[nodiscard]] virtual qint64 monotonicMs() const = 0;
};

/// The machine's clocks.
class SystemClock final : public Clock
{
public:
    [[nodiscard]] QDateTime now() const override;
    [[nodiscard]] qint64 monotonicMs() const override;
};

} // namespace podium
