// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/lifecycle/grant.h"

#include <functional>

namespace podium::lifecycle {

/// The TPU grants that are written down, in a file of its own that all Podiums of this machine
/// share: a JSON document as `podiumctl grants export` prints it. All calls return at once; answers
/// come on the callback's thread.
class GrantStore final
{
public:
    /// What becomes of the grants; runs in the pool and must own copies of all it reads.
    using Change = std::function<Result<TpuGrants>(TpuGrants)>;

    explicit GrantStore(QString file) : m_file(std::move(file)) {}

    /// None where nothing was ever written down. A file that cannot be read is an error, and stays.
    void load(Callback<Result<TpuGrants>> done) const;
    /// Reads, changes and writes as one step, under a lock; the grants as they are then. Where
    /// `change` refuses, nothing is written.
    void change(Change change, Callback<Result<TpuGrants>> done) const;

private:
    QString m_file;
};

} // namespace podium::lifecycle
