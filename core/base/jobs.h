// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"

#include <QThreadPool>

#include <memory>
#include <type_traits>
#include <utility>

namespace podium {

/// As runJob(), in a pool of one's own: for what takes as long as others like (a resolver, a
/// program of the person's), so that nothing else has to wait behind it.
template <typename Work, typename Done>
void runJobIn(QThreadPool &pool, QObject *context, Work work, Done done)
{
    using Value = std::invoke_result_t<Work>;
    Callback<Value> callback(context, std::move(done));
    pool.start(
        [work = std::move(work), callback = std::move(callback)]() mutable { callback(work()); });
}

/// The one way to do blocking work (files, hashing, processes): `work` runs in the pool and
/// returns a value, which `done` gets on `context`'s thread. `work` must own copies of all it
/// reads: it may outlive whoever started it.
template <typename Work, typename Done>
void runJob(QObject *context, Work work, Done done)
{
    runJobIn(*QThreadPool::globalInstance(), context, std::move(work), std::move(done));
}

/// Lets go of a value in the pool: one of hundreds of thousands of parts takes its time to go.
template <typename Value>
void releaseInPool(std::shared_ptr<Value> value)
{
    QThreadPool::globalInstance()->start([value = std::move(value)]() mutable { value.reset(); });
}

} // namespace podium
