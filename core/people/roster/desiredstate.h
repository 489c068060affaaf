// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/snapshot.h"
#include "core/people/roster/collaborator.h"

#include <QByteArray>
#include <QHash>

#include <memory>
#include <optional>
#include <vector>

namespace podium::people {

/// A key that should stand in an account's authorized_keys.
struct DesiredKey
{
    PublicKey key;
    QByteArray line;             ///< for authorized_keys, without the option that ends it
    std::optional<qint64> until; ///< seconds since 1970, UTC: the key's end or the grant's
    UserName person;             ///< whose it is
    bool operator==(const DesiredKey &) const = default;
};

/// An account that should be on all workers of a node.
struct DesiredAccount
{
    UserName login;
    QString fullName;
    QString shell;      ///< empty: the worker's usual one
    QStringList groups; ///< sorted
    bool sudo = false;
    bool adopt = false;
    bool exclusive = false; ///< keys that are not among these go, whoever put them there
    std::vector<DesiredKey> keys;
    std::vector<UserName> people; ///< whose account it is; mostly one
    bool operator==(const DesiredAccount &) const = default;
};

/// Sorted by login. Nodes with the same grants share one list.
using DesiredAccounts = std::vector<DesiredAccount>;
using DesiredState = QHash<NodeRef, std::shared_ptr<const DesiredAccounts>>;

/// What the roster wants on each node of the snapshot at `now`. Pure. Selectors that cannot be
/// read want nothing (withPerson() lets none in).
[[nodiscard]] DesiredState
desiredState(const Roster &roster, const inventory::Snapshot &snapshot, const QDateTime &now);

/// The names of the nodes on which a person is desired at `now`, for lists and the welcome text.
[[nodiscard]] std::vector<NodeRef>
nodesOf(const Person &person, const inventory::Snapshot &snapshot, const QDateTime &now);

} // namespace podium::people
