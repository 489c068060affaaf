// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace podium::store {

/// What the database knows by name, for who is in a hurry: a shell that completes a word. Each
/// reads one table and changes nothing: no file is made, no table migrated. Empty where there is
/// nothing, or where it cannot be read at once. Each blocks for a few milliseconds.

struct StoredNode
{
    QString project;
    QString zone;
    QString name;
    int workers = 0; ///< known of readStoredWorkers() alone
};

/// A data disk that a node of the last snapshot has.
struct StoredDisk
{
    QString project;
    QString zone;
    QString name;
    QStringList nodes; ///< names of those that have it
};

/// Nodes of the last snapshot that `typed` may begin: by their name, or by PROJECT/ZONE/NAME. Each
/// with all others of its name, unless a slash is typed. By name.
[[nodiscard]] std::vector<StoredNode>
readStoredNodes(const QString &databaseFile, const QString &typed);
/// Those of one name, with the number of their workers.
[[nodiscard]] std::vector<StoredNode>
readStoredWorkers(const QString &databaseFile, const QString &name);
/// By name; those that no node has are not known.
[[nodiscard]] std::vector<StoredDisk> readStoredDisks(const QString &databaseFile);
[[nodiscard]] QStringList readStoredProjects(const QString &databaseFile); ///< their ids
[[nodiscard]] QStringList readStoredZones(const QString &databaseFile);    ///< that have nodes
[[nodiscard]] QStringList readStoredPeople(const QString &databaseFile);   ///< logins of the roster

} // namespace podium::store
