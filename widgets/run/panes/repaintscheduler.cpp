// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/panes/repaintscheduler.h"

#include <algorithm>
#include <utility>

namespace podium::ui {

RepaintScheduler::RepaintScheduler(Show show, QObject *parent)
    : QObject(parent)
    , m_show(std::move(show))
{
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(FrameMs);
    connect(&m_timer, &QTimer::timeout, this, &RepaintScheduler::runFrame);
}

void RepaintScheduler::setItemCount(int count)
{
    m_dirty.fill(false, count);
    m_visibleDirty = 0;
    setVisible(std::min(m_first, count), std::min(m_last, count));
}

void RepaintScheduler::setVisible(int first, int last)
{
    m_first = first;
    m_last = std::min(last, int(m_dirty.size()));
    m_visibleDirty = int(
        std::count(m_dirty.begin() + std::min(m_first, m_last), m_dirty.begin() + m_last, true));
    startIfNeeded();
}

void RepaintScheduler::markDirty(int item)
{
    if (item < 0 || item >= m_dirty.size() || m_dirty.at(item)) {
        return;
    }
    m_dirty[item] = true;
    if (isVisible(item)) {
        ++m_visibleDirty;
        startIfNeeded();
    }
}

void RepaintScheduler::markClean(int item)
{
    if (isDirty(item)) {
        m_dirty[item] = false;
        m_visibleDirty -= isVisible(item) ? 1 : 0;
    }
}

void RepaintScheduler::startIfNeeded()
{
    if (hasWork() && !m_timer.isActive()) {
        m_timer.start();
    }
}

void RepaintScheduler::runFrame()
{
    const int visible = m_last - m_first;
    qint64 spent = 0;
    for (int i = 0; i < visible && hasWork() && spent < BudgetNs; ++i) {
        m_next = isVisible(m_next) ? m_next : m_first;
        const int item = m_next++;
        if (isDirty(item)) {
            markClean(item);
            spent += m_show(item);
        }
    }
    if (!hasWork()) {
        m_timer.stop();
    }
}

} // namespace podium::ui
