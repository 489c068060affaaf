// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/base/result.h"
#include "core/people/roster/collaborator.h"
#include "core/store/database.h"

#include <functional>

namespace podium::people {

struct RecipesForAccounts;

/// Of the roster as it is in the database. Blocks.
[[nodiscard]] Result<RecipesForAccounts> readRecipesForAccounts(store::Database &database);

/// The roster in Podium's database, shared by all Podiums of this machine. All calls return at
/// once; answers come on the callback's thread.
class RosterStore final
{
public:
    /// What becomes of a roster; runs on the database's thread and must own copies of all it reads.
    using Change = std::function<Result<Roster>(Roster)>;

    /// The queue must outlive this.
    explicit RosterStore(store::DatabaseQueue &queue) : m_queue(queue) {}

    void load(Callback<Result<Roster>> done);
    /// Reads, changes and writes as one step, so that two Podiums lose nothing of each other's.
    /// The roster as it is then; where `change` refuses, nothing is written.
    void change(Change change, Callback<Result<Roster>> done);

    /// Whether Podium keeps the workers as the roster says by itself; no, unless it was said.
    void loadKeeping(Callback<Result<bool>> done);
    void setKeeping(bool keeps, Callback<Result<>> done = {});

private:
    store::DatabaseQueue &m_queue;
};

} // namespace podium::people
