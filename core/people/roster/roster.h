// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/inventory/targetword.h"
#include "core/people/roster/collaborator.h"

#include <QDateTime>
#include <QHash>
#include <QStringList>

#include <optional>
#include <vector>

namespace podium::people {

/// The person of that login, or null. Valid while the roster is.
[[nodiscard]] const Person *findPerson(const Roster &roster, const UserName &login);
[[nodiscard]] const FormerMember *findFormerMember(const Roster &roster, const UserName &login);

/// A grant's selector as a target word. InvalidArgument where it is malformed, takes away, or names
/// single workers: an account is on all workers of a node or on none.
[[nodiscard]] Result<inventory::TargetWord> parseSelector(const QString &selector);

/// Whether all of a person may be stored and sent: texts, keys (none refused, none twice), grants.
[[nodiscard]] Result<> checkPerson(const Person &person);

/// The roster with this person, new or instead of the one with the same login; who comes back is
/// no formerMember any more. InvalidArgument as checkPerson().
[[nodiscard]] Result<Roster> withPerson(Roster roster, const Person &person);

/// The roster without this person, who becomes a formerMember. NotFound where there is none.
[[nodiscard]] Result<Roster> withoutPerson(
    Roster roster, const UserName &login, const Offboarding &offboarding, const QDateTime &now);

/// The roster without the memory of a formerMember: after the last worker is clean.
[[nodiscard]] Roster forgetFormerMember(Roster roster, const UserName &login);

/// Names of recipes that are run, in this order, where an account was made.
struct RecipesForAccounts
{
    QStringList all;                      ///< Roster::recipes: for whomever
    QHash<QString, QStringList> ofLogins; ///< all that people have, with those that they add
    /// Each name once.
    [[nodiscard]] QStringList of(const QString &login) const;
};
[[nodiscard]] RecipesForAccounts recipesForAccounts(const Roster &roster);

/// When the next grant begins or ends, or a key expires, after `now`; none: never.
[[nodiscard]] std::optional<QDateTime> nextChange(const Roster &roster, const QDateTime &now);

/// `time` in UTC with whole seconds, as the roster keeps it.
[[nodiscard]] QDateTime wholeSeconds(const QDateTime &time);

/// Who has this key; more than one name is worth a warning: taking it from one leaves it with the
/// other.
[[nodiscard]] std::vector<UserName> ownersOf(const Roster &roster, const PublicKey &key);

} // namespace podium::people
