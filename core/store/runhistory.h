// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/base/result.h"
#include "core/store/database.h"
#include "core/store/pastrun.h"

#include <vector>

namespace podium::store {

/// The runs that there were, kept over restarts. All calls return at once; answers come on the
/// callback's thread. Two processes may share the file.
class RunHistory final
{
public:
    /// The queue must outlive this.
    explicit RunHistory(DatabaseQueue &queue) : m_queue(queue) {}

    /// A run that begins. One that is known, as its output is only read on, stays as it is; one
    /// without an id is not kept. Failures are logged and, where `done` is given, told.
    void begin(const PastRun &run, Callback<Result<>> done = {});
    /// End, time and numbers of one that has begun.
    void end(const PastRun &run, Callback<Result<>> done = {});
    /// The newest first.
    void runs(int limit, Callback<Result<std::vector<PastRun>>> done);

private:
    void change(const QString &sql, const QVariantList &values, Callback<Result<>> done);

    DatabaseQueue &m_queue;
};

} // namespace podium::store
