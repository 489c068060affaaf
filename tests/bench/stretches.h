// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractEventDispatcher>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QObject>

#include <algorithm>
#include <utility>
#include <vector>

#include <ctime>

namespace podium::bench {

/// Milliseconds that this thread has computed.
inline double threadCpuMs()
{
    timespec time = {};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1000.0 + double(time.tv_nsec) / 1e6;
}

/// The value below which this share of them lies; 0.5: the median.
inline double share(std::vector<double> values, double part)
{
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values[std::size_t(part * double(values.size() - 1))];
}

/// The stretches in which the event loop of this thread is at work, and so answers nobody: from the
/// first event after a pause to the next pause.
class Stretches final : public QObject
{
public:
    Stretches()
    {
        connect(
            QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::aboutToBlock, this,
            [this] { end(); });
        connect(
            QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::awake, this,
            [this] { passBegins(); });
        qApp->installEventFilter(this);
    }
    void reset()
    {
        longestWall = longestCpu = longestPass = total = 0;
        m_passCpu = threadCpuMs();
        m_isAtWork = false;
    }
    void end()
    {
        if (std::exchange(m_isAtWork, false)) {
            const double cpu = threadCpuMs() - m_cpu;
            longestWall = std::max(longestWall, double(m_wall.nsecsElapsed()) / 1e6);
            longestCpu = std::max(longestCpu, cpu);
            total += cpu;
        }
    }
    bool eventFilter(QObject *, QEvent *) override
    {
        if (!std::exchange(m_isAtWork, true)) {
            m_cpu = threadCpuMs();
            m_wall.start();
        }
        return false;
    }

    double longestWall = 0;
    double longestCpu = 0;
    double longestPass = 0; ///< CPU of one pass of the loop: keys and clicks are seen after it
    double total = 0;

private:
    void passBegins()
    {
        const double now = threadCpuMs();
        longestPass = std::max(longestPass, now - std::exchange(m_passCpu, now));
    }

    bool m_isAtWork = false;
    double m_cpu = 0;
    double m_passCpu = threadCpuMs();
    QElapsedTimer m_wall;
};

} // namespace podium::bench
