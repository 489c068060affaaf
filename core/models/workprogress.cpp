// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/workprogress.h"

#include "core/inventory/inventory.h"

#include <QCoreApplication>

#include <utility>

namespace podium::models {

namespace {

using namespace std::chrono_literals;

constexpr qint64 QuietMs = 1000;      ///< nobody wonders yet
constexpr qint64 EstimateMs = 10'000; ///< from here on one wants to know how long
constexpr auto TickPace = 500ms;

struct WorkWords
{
    Q_DECLARE_TR_FUNCTIONS(WorkProgress)
};

QString durationText(qint64 seconds)
{
    if (seconds < 60) {
        return WorkWords::tr("%1 s").arg(seconds);
    }
    const qint64 minutes = (seconds + 30) / 60;
    return minutes < 60 ? WorkWords::tr("%1 min").arg(minutes)
                        : WorkWords::tr("%1 h %2 min").arg(minutes / 60).arg(minutes % 60);
}

QString timeText(const WorkProgress &progress)
{
    if (!progress.isSteady || progress.done <= 0 || progress.done >= progress.total) {
        return WorkWords::tr("%1 so far").arg(durationText(progress.elapsedMs / 1000));
    }
    const qint64 leftMs = progress.elapsedMs * (progress.total - progress.done) / progress.done;
    return timeLeftText((leftMs + 999) / 1000);
}

} // namespace

QString timeLeftText(qint64 seconds)
{
    constexpr qint64 Step = 5;
    return WorkWords::tr("about %1 left").arg(durationText((seconds + Step - 1) / Step * Step));
}

QString workText(const WorkProgress &progress)
{
    if (progress.elapsedMs < QuietMs) {
        return {};
    }
    const QString text = progress.total > 0
                             ? WorkWords::tr("%1: %2 of %3")
                                   .arg(
                                       progress.doing, QString::number(progress.done),
                                       QString::number(progress.total))
                             : WorkWords::tr("%1…").arg(progress.doing);
    return progress.elapsedMs < EstimateMs ? text
                                           : WorkWords::tr("%1 · %2").arg(text, timeText(progress));
}

WorkMeter::WorkMeter(const Clock &clock, QObject *parent) : QObject(parent), m_clock(clock)
{
    m_tick.setInterval(TickPace);
    connect(&m_tick, &QTimer::timeout, this, &WorkMeter::changed);
}

void WorkMeter::begin(const QString &doing, CountsOf counts)
{
    m_doing = doing;
    m_counts = std::move(counts);
    m_begunMs = m_clock.monotonicMs();
    m_tick.start();
    emit changed();
}

void WorkMeter::end()
{
    if (m_tick.isActive()) {
        m_tick.stop();
        m_counts = {};
        emit changed();
    }
}

QString WorkMeter::text() const
{
    if (!isRunning()) {
        return {};
    }
    const Counts counts = m_counts ? m_counts() : Counts();
    return workText(
        {m_doing, counts.done, counts.total, m_clock.monotonicMs() - m_begunMs, counts.isSteady});
}

void followRefreshes(WorkMeter &meter, const inventory::Inventory &inventory)
{
    const auto follow = [&meter, &inventory](bool isRefreshing) {
        if (!isRefreshing) {
            meter.end();
            return;
        }
        meter.begin(WorkWords::tr("refreshing projects"), [&inventory] {
            const inventory::RefreshProgress progress = inventory.refreshProgress();
            // Asked side by side: who hangs holds up the end.
            return WorkMeter::Counts{progress.answered, progress.projects, false};
        });
    };
    QObject::connect(&inventory, &inventory::Inventory::refreshingChanged, &meter, follow);
    if (inventory.isRefreshing()) {
        follow(true);
    }
}

} // namespace podium::models
