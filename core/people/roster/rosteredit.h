// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/people/keys/keytext.h"
#include "core/people/roster/collaborator.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace podium::people {

/// What becomes of the options before the keys of a text (`command=`, `from=` …).
enum class LineOptions { LeftOut, Kept };

/// All usable keys of a text, ready for the roster. Refused where there is none, or one of them
/// must not be used: the sentences say why. `expires` goes before what a line itself says.
[[nodiscard]] Result<std::vector<RosterKey>> rosterKeysFrom(
    const QByteArray &text, const QDateTime &now, const std::optional<QDateTime> &expires = {},
    LineOptions options = LineOptions::LeftOut);

/// Someone new. AlreadyExists where the login is on the roster.
[[nodiscard]] Result<Roster> withNewPerson(Roster roster, const Person &person);
/// What `after` (the same login) says otherwise than `before`, or has more, and nothing else: what
/// others changed meanwhile stays. NotFound where the person is not on the roster any more.
[[nodiscard]] Result<Roster> withEdit(Roster roster, const Person &before, const Person &after);
/// NotFound where there is no such person; AlreadyExists where they have all of these keys, with
/// the same ends.
[[nodiscard]] Result<Roster>
withKeys(Roster roster, const UserName &login, const std::vector<RosterKey> &keys);
/// `which`: a fingerprint "SHA256:…", or the key's label. NotFound where none fits.
[[nodiscard]] Result<Roster> withoutKey(Roster roster, const UserName &login, const QString &which);
/// New, or instead of the grant with the same selector and login.
[[nodiscard]] Result<Roster> withGrant(Roster roster, const UserName &login, const Grant &grant);
/// All with this selector, of whichever accounts.
[[nodiscard]] Result<Roster>
withoutGrant(Roster roster, const UserName &login, const QString &selector);
/// That with the same selector and login alone.
[[nodiscard]] Result<Roster> withoutGrant(Roster roster, const UserName &login, const Grant &grant);

/// Recipes that are run where an account was made: of the person with that login, or, where it is
/// empty, of whoever gets one. NotFound where there is no such person.
[[nodiscard]] Result<QStringList> recipesOf(const Roster &roster, const QString &login);
[[nodiscard]] Result<Roster>
withRecipes(Roster roster, const QString &login, const QStringList &names);
/// With this one besides, as the last, or without it; the others stay as they are there.
[[nodiscard]] Result<Roster>
withRecipe(Roster roster, const QString &login, const QString &name, bool isRun);

/// The way back from a change of one person: the roster, and in it that person as `before` has
/// them, on it, left, or neither. Conflict where they are not as `after` has them any more: what
/// others changed meanwhile stays.
[[nodiscard]] Result<Roster>
withChangeUndone(Roster roster, const Roster &before, const Roster &after, const UserName &login);

/// When something ends: "2026-12-31" (through that day, here), "2026-12-31T18:00Z" or with another
/// offset, "30d" from now. UTC. InvalidArgument where it is none of these, or in the past.
[[nodiscard]] Result<QDateTime> parseEnd(const QString &text, const QDateTime &now);

} // namespace podium::people
