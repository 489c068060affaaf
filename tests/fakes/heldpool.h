// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSemaphore>
#include <QThreadPool>

namespace podium::tests {

/// Keeps every thread of the program's pool busy for as long as it lives.
class HeldPool final
{
public:
    HeldPool()
    {
        for (int i = 0; i < m_count; ++i) {
            m_pool.start([this] { m_held.acquire(); });
        }
    }
    ~HeldPool()
    {
        m_held.release(m_count);
        m_pool.waitForDone();
    }
    HeldPool(const HeldPool &) = delete;
    HeldPool &operator=(const HeldPool &) = delete;

private:
    QThreadPool &m_pool = *QThreadPool::globalInstance();
    const int m_count = m_pool.maxThreadCount();
    QSemaphore m_held;
};

} // namespace podium::tests
