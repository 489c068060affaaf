// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/core/lifecycle/request/requestlab.h"

#include <QThreadPool>
#include <QTimer>

#include <memory>

Q_DECLARE_METATYPE(podium::Error)

namespace podium::tests {

/// One Podium with the requests of an account, on podium-sim.
class RequestServiceLab : protected RequestLab
{
protected:
    static void registerTypes()
    {
        qRegisterMetaType<Error>("podium::Error");
        qRegisterMetaType<NodeRequest>("podium::lifecycle::NodeRequest");
    }
    void startService()
    {
        start();
        makeService();
    }
    void makeService() { m_service = std::make_unique<RequestService>(world(), Pace); }
    /// Reads the file all the time, with so many reads under way at once.
    void lookAllTheTime(QTimer &timer, int atOnce)
    {
        QObject::connect(&timer, &QTimer::timeout, &timer, [this, atOnce] {
            if (QThreadPool::globalInstance()->activeThreadCount() < atOnce) {
                m_service->reload();
            }
        });
        timer.start(0);
    }
    [[nodiscard]] State state() const
    {
        return m_service->requests().empty() ? State::Active : m_service->requests()[0].state;
    }

    std::unique_ptr<RequestService> m_service;
};

} // namespace podium::tests
