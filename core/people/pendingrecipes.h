// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/people/actual/actualstate.h"
#include "core/store/database.h"

#include <QDateTime>
#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

namespace podium::people {

/// An account on a worker.
struct AccountPlace
{
    WorkerRef worker;
    QString nodeId; ///< a node that was recreated is another one; empty: not known
    QString login;
    bool operator==(const AccountPlace &) const = default;
};

/// Recipes that are still to be run for an account, since it was made there; in this order.
struct PendingRecipes
{
    AccountPlace at;
    QStringList recipes;
    bool operator==(const PendingRecipes &) const = default;
};

/// A worker that has said which accounts it has.
struct WorkerContact
{
    WorkerRef worker;
    QString nodeId;
    std::shared_ptr<const ActualWorker> found; ///< never null
    QStringList failed{}; ///< logins of which something could not be done: theirs stay pending
};

/// What is still to be run where accounts were made, in Podium's database: so that it is not lost
/// with the Podium that was at work with it. A process that has it to itself has it for some time,
/// or until it ends; then another one may go on. All calls return at once; answers come on the
/// callback's thread.
class PendingRecipesStore final
{
public:
    using Found = std::vector<PendingRecipes>;

    /// The queue must outlive this.
    explicit PendingRecipesStore(store::DatabaseQueue &queue) : m_queue(queue) {}

    /// Accounts that were just made: writes down for this process what the roster has to be run
    /// there, and tells it. Those without are not in it.
    void begin(std::vector<AccountPlace> made, const QDateTime &now, Callback<Result<Found>> done);
    /// Takes what is pending there, and nobody is at work with, for this process. What is of an
    /// account that is gone, or of a node that was recreated, is forgotten, as is what the roster
    /// does not name any more.
    void
    claim(std::vector<WorkerContact> contacts, const QDateTime &now, Callback<Result<Found>> done);
    /// What is left of some; without recipes they are forgotten. `isOurs`: this process goes on
    /// with them; else whoever comes next.
    void keep(Found left, bool isOurs, const QDateTime &now, Callback<Result<>> done = {});
    /// By login and worker.
    void load(Callback<Result<Found>> done);

private:
    store::DatabaseQueue &m_queue;
};

} // namespace podium::people
