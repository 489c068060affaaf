// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/people/peoplearguments.h"
#include "app/podiumctl/task.h"
#include "core/people/pendingrecipes.h"
#include "core/people/roster/rosterstore.h"
#include "core/recipe/recipestore.h"

namespace podium::ctl {

/// `podiumctl people recipes`: which recipes are run where an account was made.
class RosterRecipesTask final : public Task
{
    Q_OBJECT

public:
    /// `folders`: where recipes are looked for. The store must outlive it, and what `pending`
    /// reads.
    RosterRecipesTask(
        people::RosterStore &store, people::PendingRecipesStore pending,
        recipe::RecipeFolders folders, PeopleArguments arguments, QObject *parent = nullptr);
    void start() override;

private:
    /// Whether they could be run for an account.
    [[nodiscard]] Result<> check() const;
    using Pending = people::PendingRecipesStore::Found;
    void loadPending(const Result<people::Roster> &roster);
    void print(const people::Roster &roster, const Pending &pending);
    void
    printJsonOf(const people::Roster &roster, const QStringList &recipes, const Pending &pending);

    people::RosterStore &m_store;
    people::PendingRecipesStore m_pending;
    const recipe::RecipeFolders m_folders;
    const PeopleArguments m_arguments;
};

} // namespace podium::ctl
