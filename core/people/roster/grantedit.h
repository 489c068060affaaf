// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/people/roster/collaborator.h"

#include <QDateTime>
#include <QString>
#include <QStringList>

#include <optional>

namespace podium::people {

/// A change of one grant, the one with the same selector and login: what is not named here stays
/// as it is. A grant that is not there yet begins with Grant's defaults. Times are UTC with whole
/// seconds.
struct GrantEdit
{
    QString selector;
    std::optional<UserName> login; ///< none: the person's own
    std::optional<bool> sudo;
    std::optional<bool> adopt;
    std::optional<bool> exclusive;
    QStringList addedGroups;
    QStringList removedGroups;
    std::optional<QString> shell;
    std::optional<std::optional<QDateTime>> from;  ///< nothing inside: from now on
    std::optional<std::optional<QDateTime>> until; ///< nothing inside: without an end
};

/// NotFound where the person is not on the roster.
[[nodiscard]] Result<Roster>
withGrantEdit(Roster roster, const UserName &login, const GrantEdit &edit);

/// What differs, one short text each ("sudo: no -> yes"), for the person who asked for the change.
[[nodiscard]] QStringList grantDifferences(const Grant &before, const Grant &after);
/// The same between two states of one person: grants that are new or gone are not told.
[[nodiscard]] QStringList grantDifferences(const Person &before, const Person &after);

} // namespace podium::people
