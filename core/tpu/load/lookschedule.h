// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <limits>
#include <optional>
#include <vector>

namespace podium::tpu {

/// How often workers are looked at.
struct LookPace
{
    qint64 visibleMs = 2000;  ///< somebody sees them
    qint64 hiddenMs = 30'000; ///< nobody does
    qint64 failedMs = 30'000; ///< who did not answer, at first; twice as long each time
    qint64 longestMs = 300'000;
};

/// Which of some workers is to be looked at when. One that has not answered is not asked again.
/// Those that nobody sees each have a moment of their own within `hiddenMs`, so that of very many
/// there are never more than a few at once. Times are of a clock that never goes back. Pure.
class LookSchedule final
{
public:
    LookSchedule(int workers, LookPace pace);

    void setVisible(const std::vector<int> &places); ///< all others are hidden
    /// Those whose time has come; they are under way from now on.
    [[nodiscard]] std::vector<int> take(qint64 now);
    void ended(int place, bool hasAnswered, qint64 now);
    void forgetFailures();                 ///< the person wants to see them now
    [[nodiscard]] bool isUnderWay() const; ///< any is
    /// When take() gives some again; none: all are under way.
    [[nodiscard]] std::optional<qint64> next() const;

private:
    struct Worker
    {
        bool isVisible = true;
        bool isUnderWay = false;
        qint64 startedAt = 0;
        std::optional<qint64> endedAt; ///< none: never looked at
        qint64 failedPauseMs = 0;      ///< 0: it answered
        /// Kept: it is read far more often than it changes.
        qint64 dueAt = std::numeric_limits<qint64>::min();
    };
    void plan(std::size_t place);
    [[nodiscard]] qint64 ownMomentFrom(std::size_t place, qint64 time) const;

    const LookPace m_pace;
    std::vector<Worker> m_workers;
};

} // namespace podium::tpu
