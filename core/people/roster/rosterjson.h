// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/people/roster/collaborator.h"

#include <QByteArray>
#include <QJsonObject>

namespace podium::people {

/// The roster as a JSON document that a lab can keep in git: indented, sorted, the same bytes for
/// the same roster. Nothing in it is secret.
[[nodiscard]] QByteArray rosterToJson(const Roster &roster);

/// The inverse. Everything is checked as if a stranger had written it; InvalidArgument says where
/// it is wrong. Unknown names are refused too: a misspelt "until" must not be passed over.
[[nodiscard]] Result<Roster> rosterFromJson(const QByteArray &json);

/// One person or formerMember, for the database.
[[nodiscard]] QJsonObject personToJson(const Person &person);
[[nodiscard]] Result<Person> personFromJson(const QJsonObject &object);
[[nodiscard]] QJsonObject formerMemberToJson(const FormerMember &formerMember);
[[nodiscard]] Result<FormerMember> formerMemberFromJson(const QJsonObject &object);

/// Stable words: keep, lock, delete; keep, archive, delete.
[[nodiscard]] QString accountChoiceName(AccountChoice choice);
[[nodiscard]] QString homeChoiceName(HomeChoice choice);
[[nodiscard]] std::optional<AccountChoice> accountChoiceFromName(const QString &name);
[[nodiscard]] std::optional<HomeChoice> homeChoiceFromName(const QString &name);

} // namespace podium::people
