// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <QMetaObject>
#include <QObject>
#include <QPointer>
#include <QThread>

#include <functional>
#include <memory>
#include <utility>

namespace podium {

/// Who wants an answer, and what to do with it.
///
/// The function is called at most once, always later (never inside the call that started the
/// work), on the context's thread, and not at all if the context has died meanwhile. May be
/// copied and called from any thread, as long as the application and the context's thread live.
/// A context must be destroyed on its own thread.
template <typename T>
class Callback final
{
public:
    Callback() = default;
    Callback(QObject *context, std::function<void(T)> function)
        : m_relay(std::make_shared<Relay>(context, std::move(function)))
    {}

    [[nodiscard]] explicit operator bool() const { return m_relay != nullptr; }

    void operator()(T value) const
    {
        if (!m_relay) {
            return;
        }
        // The queued call is posted to an object that lives on the context's thread and outlives
        // it, so that the context's death is seen only there: no race with its destructor.
        auto relay = m_relay;
        auto shared = std::make_shared<T>(std::move(value));
        QMetaObject::invokeMethod(
            relay->anchor.get(), [relay, shared] { relay->call(std::move(*shared)); },
            Qt::QueuedConnection);
    }

private:
    static std::shared_ptr<QObject> anchorOn(QThread *thread)
    {
        if (QCoreApplication *app = QCoreApplication::instance(); app && app->thread() == thread) {
            return {std::shared_ptr<void>(), app}; // not owned: the application outlives all
        }
        std::shared_ptr<QObject> anchor(
            new QObject, [](QObject *object) { object->deleteLater(); });
        anchor->moveToThread(thread);
        return anchor;
    }
    struct Relay
    {
        Relay(QObject *owner, std::function<void(T)> f)
            : context(owner)
            , function(std::move(f))
            , anchor(anchorOn(owner->thread()))
        {}
        void call(T value)
        {
            const auto once = std::exchange(function, nullptr);
            if (context && once) {
                once(std::move(value));
            }
        }
        QPointer<QObject> context; // read on the context's thread only
        std::function<void(T)> function;
        std::shared_ptr<QObject> anchor;
    };
    std::shared_ptr<Relay> m_relay;
};

} // namespace podium
