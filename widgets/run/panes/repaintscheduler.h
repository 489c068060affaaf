// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>
#include <QVector>

#include <functional>

namespace podium::ui {

/// Brings what has grown onto the screen a frame at a time: round robin over those that are
/// dirty, until a frame's budget is used; the rest come first in the next frame. GUI thread.
class RepaintScheduler final : public QObject
{
    Q_OBJECT

public:
    static constexpr int FrameMs = 16;
    static constexpr qint64 BudgetNs = 8'000'000;

    /// Shows one item; gives what that costs, in nanoseconds, painting included.
    using Show = std::function<qint64(int item)>;

    explicit RepaintScheduler(Show show, QObject *parent = nullptr);

    void setItemCount(int count);
    /// Only these are shown; the others stay dirty until they are.
    void setVisible(int first, int last);
    void markDirty(int item);
    [[nodiscard]] bool isDirty(int item) const { return m_dirty.value(item); }
    void markClean(int item);
    /// One frame, as the timer does.
    void runFrame();
    [[nodiscard]] bool isBusy() const { return m_timer.isActive(); }

private:
    [[nodiscard]] bool hasWork() const { return m_visibleDirty > 0; }
    [[nodiscard]] bool isVisible(int item) const { return item >= m_first && item < m_last; }
    void startIfNeeded();

    Show m_show;
    QVector<bool> m_dirty;
    int m_first = 0;
    int m_last = 0;
    int m_next = 0; ///< where the round goes on
    int m_visibleDirty = 0;
    QTimer m_timer;
};

} // namespace podium::ui
