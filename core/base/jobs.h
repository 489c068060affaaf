// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"

#include <QThreadPool>

#include <memory>
#include <type_traits>
#include <utility>

namespace podium {

/// The one way to do blocking work (files, hashing, processes): `work` runs in the pool and
/// returns a value, which `done` gets on `context`'s thread. `work` must own copies of all it
/// reads: it may outlive whoever started it.
template <typename Work, typename Done>
void runJob(QObject *context, Work work, Done done)
{
    using Value = std::invoke_result_t<Work>;
    Callback<Value> callback(context, std::move(done));
    QThreadPool::globalInstance()->start(
        [work = std::move(work), callback = std::move(callback)]() mutable { callback(work()); });
}

/// Lets go of a value in the pool: one of hundreds of thousands of parts takes its time to go.
template <typename Value>
void releaseInPool(std::shared_ptr<Value> value)
{
    QThreadPool::globalInstance()->start([value = std::move(value)]() mutable { value.reset(); });
}

} // namespace podium
