// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/actual/actualfacts.h"

#include <QHash>
#include <QSet>
#include <QStringList>
#include <QVector>

#include <optional>

namespace podium::people {

/// Finds what a worker's facts say of one account, in a time and with an answer that stay bounded
/// whatever the worker says. The facts must outlive it.
class ActualIndex final
{
public:
    explicit ActualIndex(const ActualFacts &facts);

    [[nodiscard]] QStringList groupsOf(const QString &login, qint64 gid) const; ///< sorted
    /// The rules of sudo that name it, itself or by a group, and all of Podium's file for it; in
    /// their order.
    [[nodiscard]] QVector<const SudoRule *>
    rulesFor(const QString &login, qint64 uid, const QStringList &groups) const;
    /// Options of sshd (AllowUsers …) that keep it out.
    [[nodiscard]] QStringList barriersFor(const QString &login, const QStringList &groups) const;

private:
    const ActualFacts &m_facts;
    QHash<QString, QStringList> m_groupsOfMember;
    QHash<qint64, QStringList> m_groupsOfId;
    QHash<QString, QVector<int>> m_rulesOfName; ///< indexes, ascending
    QHash<QString, QVector<int>> m_rulesOfFile;
    std::optional<QStringList> m_allowedUsers; ///< patterns; none: there is no such list
    std::optional<QStringList> m_deniedUsers;
    std::optional<QSet<QString>> m_allowedGroups; ///< those that the patterns fit
    std::optional<QSet<QString>> m_deniedGroups;
};

} // namespace podium::people
