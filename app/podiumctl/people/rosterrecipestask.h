// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/people/peoplearguments.h"
#include "app/podiumctl/task.h"
#include "core/people/roster/rosterstore.h"
#include "core/recipe/recipestore.h"

namespace podium::ctl {

/// `podiumctl people recipes`: which recipes are run where an account was made.
class RosterRecipesTask final : public Task
{
    Q_OBJECT

public:
    /// `folders`: where recipes are looked for. The store must outlive it.
    RosterRecipesTask(
        people::RosterStore &store, recipe::RecipeFolders folders, PeopleArguments arguments,
        QObject *parent = nullptr);
    void start() override;

private:
    /// Whether they could be run for an account.
    [[nodiscard]] Result<> check() const;
    void print(const Result<people::Roster> &roster);

    people::RosterStore &m_store;
    const recipe::RecipeFolders m_folders;
    const PeopleArguments m_arguments;
};

} // namespace podium::ctl
