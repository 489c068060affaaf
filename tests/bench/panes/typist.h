// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <QKeyEvent>
#include <QWidget>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace podium::bench {

/// Somebody who types into a field ten times a second, and at last presses a button, from a thread
/// of their own: where the thread that draws is held up, they wait, as a person does.
class Typist final : public QObject
{
public:
    using Clock = std::chrono::steady_clock;

    /// `shown`: the widget on which the text is painted.
    Typist(QWidget &field, QWidget &shown) : m_field(field), m_shown(shown)
    {
        field.installEventFilter(this);
        shown.installEventFilter(this);
        m_thread = std::jthread([this](const std::stop_token &stop) { type(stop); });
    }

    /// Instead of the next key, on this object's thread, with the time at which it was pressed.
    void press(std::function<void(Clock::time_point)> button)
    {
        const std::lock_guard lock(m_mutex);
        m_button = std::move(button);
    }

    static double since(Clock::time_point then)
    {
        return std::chrono::duration<double, std::milli>(Clock::now() - then).count();
    }

    std::vector<double> latencies; ///< from a key to the painted text, ms

    bool eventFilter(QObject *object, QEvent *event) override
    {
        if (object == &m_field && event->type() == QEvent::KeyPress) {
            m_isTaken = true;
        } else if (object == &m_shown && event->type() == QEvent::Paint && m_isTaken) {
            m_isTaken = false;
            // Comes when all that is painted with it is on the screen.
            QMetaObject::invokeMethod(
                this, [this] { note(); }, Qt::QueuedConnection);
        }
        return false;
    }

private:
    void note()
    {
        const std::lock_guard lock(m_mutex);
        latencies.push_back(since(m_pressedAt));
        m_waits = false;
    }

    void type(const std::stop_token &stop)
    {
        constexpr auto Pause = std::chrono::milliseconds(97);
        std::unique_lock lock(m_mutex);
        for (bool writes = true; !stop.stop_requested();) {
            m_wake.wait_for(lock, stop, Pause, [] { return false; });
            if (m_button) {
                QMetaObject::invokeMethod(
                    this,
                    [button = std::exchange(m_button, nullptr), at = Clock::now()] { button(at); });
            } else if (!m_waits) {
                m_waits = true;
                m_pressedAt = Clock::now();
                const int key = writes ? Qt::Key_X : Qt::Key_Backspace;
                QCoreApplication::postEvent(
                    &m_field, new QKeyEvent(
                                  QEvent::KeyPress, key, Qt::NoModifier,
                                  writes ? QStringLiteral("x") : QString()));
                writes = !writes;
            }
        }
    }

    QWidget &m_field;
    QWidget &m_shown;
    bool m_isTaken = false; ///< a key was handled, and not painted yet
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::function<void(Clock::time_point)> m_button;
    Clock::time_point m_pressedAt;
    bool m_waits = false; ///< for the last key
    std::jthread m_thread;
};

} // namespace podium::bench
