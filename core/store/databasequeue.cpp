// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/database.h"

#include "core/base/log.h"

#include <spdlog/spdlog.h>

namespace podium::store {

DatabaseQueue::DatabaseQueue(QString path) : m_path(std::move(path))
{
    // One thread that stays: a connection belongs to the thread that made it.
    m_pool.setMaxThreadCount(1);
    m_pool.setExpiryTimeout(-1);
}

DatabaseQueue::~DatabaseQueue()
{
    m_pool.start([this] { m_database.reset(); });
    m_pool.waitForDone();
}

void DatabaseQueue::post(std::function<void(Result<Database *>)> job)
{
    m_pool.start([this, job = std::move(job)] { job(database()); });
}

Result<Database *> DatabaseQueue::database()
{
    if (!m_database) {
        auto opened = Database::open(m_path);
        if (!opened) {
            logger("store")->error("{}", opened.error().text().toStdString());
            return failure(opened.error());
        }
        m_database = std::move(*opened);
    }
    return m_database.get();
}

} // namespace podium::store
