// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <functional>

namespace podium::inventory {
class Inventory;
}

namespace podium::models {

/// How far long work is.
struct WorkProgress
{
    QString doing; ///< "checking workers"
    int done = 0;
    int total = 0; ///< 0: not known
    qint64 elapsedMs = 0;
    bool isSteady = true; ///< the rest goes as what is done went: how long can be told of it
};

/// What a person who waits is told: nothing in the first second; then what is done and how far,
/// "checking workers: 12 of 64"; after ten seconds also how long it takes, " · about 40 s left",
/// or, where that cannot be told, how long it has taken, " · 12 s so far".
[[nodiscard]] QString workText(const WorkProgress &progress);

/// "about 40 s left": no more exact than a guess is, by five seconds.
[[nodiscard]] QString timeLeftText(qint64 seconds);

/// Tells of one piece of long work while it goes on. On its owner's thread.
class WorkMeter final : public QObject
{
    Q_OBJECT

public:
    struct Counts
    {
        int done = 0;
        int total = 0;        ///< 0: not known
        bool isSteady = true; ///< as WorkProgress has it
    };
    using CountsOf = std::function<Counts()>;

    /// `clock` must outlive it.
    explicit WorkMeter(const Clock &clock, QObject *parent = nullptr);

    /// `counts` is asked whenever text() is, until end(); none: how far cannot be told.
    void begin(const QString &doing, CountsOf counts = {});
    void end();
    [[nodiscard]] bool isRunning() const { return m_tick.isActive(); }
    /// See workText(); empty while nothing goes on.
    [[nodiscard]] QString text() const;

signals:
    /// text() may be another; twice a second while work goes on, and at its end.
    void changed();

private:
    const Clock &m_clock;
    QTimer m_tick;
    QString m_doing;
    CountsOf m_counts;
    qint64 m_begunMs = 0;
};

/// Has `meter` tell of the refreshes of `inventory`, by projects. Both on one thread.
void followRefreshes(WorkMeter &meter, const inventory::Inventory &inventory);

} // namespace podium::models
