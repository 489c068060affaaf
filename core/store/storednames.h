// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace podium::store {

/// What the database knows by name, for who is in a hurry: a shell that completes a word.
struct StoredNames
{
    struct Node
    {
        QString project;
        QString zone;
        QString name;
        int workers = 0; ///< known of readStoredWorkers() alone
    };
    std::vector<Node> nodes; ///< of the last snapshot
    QStringList projects;    ///< their ids
    QStringList people;      ///< logins of the roster
};

/// Reads only: no file is made, no table migrated. Empty lists where there is nothing, or where it
/// cannot be read at once. Blocks for a few milliseconds.
[[nodiscard]] StoredNames readStoredNames(const QString &databaseFile);
/// The same of the nodes of one name, with the number of their workers.
[[nodiscard]] std::vector<StoredNames::Node>
readStoredWorkers(const QString &databaseFile, const QString &name);

} // namespace podium::store
