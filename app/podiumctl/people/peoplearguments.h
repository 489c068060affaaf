// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/subcommand.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace podium::ctl {

enum class PeopleAction {
    List,
    Add,
    Remove,
    Forget,
    KeyAdd,
    KeyRemove,
    Grant,
    Ungrant,
    Plan,
    Apply,
    Audit,
    Export,
    Import,
    ProjectKeysList,
    ProjectKeysAdd,
    ProjectKeysRemove,
    Recipes,
};

/// `podiumctl people …`. Texts as they were typed.
struct PeopleArguments
{
    PeopleAction action = PeopleAction::List;
    QString project; ///< of project-keys
    QString login;
    QStringList keyFiles; ///< "-": stdin
    QString key;          ///< to remove: fingerprint or label
    QString fullName;
    QString email;
    QString note;
    QStringList selectors; ///< of a grant; of a check, targets: empty means all
    QStringList groups;
    QStringList removedGroups;
    QString shell;
    QString from;
    QString until;
    QString accountChoice;
    QString homeChoice;
    QStringList recipes;
    QString recipesFor; ///< a login; empty: whoever gets an account
    bool noRecipes = false;
    QString file; ///< of an export or import; empty: stdout
    /// Of a grant; not given: they stay as they are.
    std::optional<bool> sudo;
    std::optional<bool> adopt;
    std::optional<bool> exclusive;
    bool keepOptions = false;
    bool endSessions = false;
    bool preferTheirs = false;
    bool dryRun = false;
    bool yes = false;
    bool json = false;
};

[[nodiscard]] Subcommand peopleSubcommand(const std::shared_ptr<PeopleArguments> &arguments);

} // namespace podium::ctl
