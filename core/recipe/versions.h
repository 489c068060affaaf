// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/base/ids.h"
#include "core/recipe/recipe.h"
#include "core/remote/record.h"
#include "core/remote/script.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace podium::inventory {
struct Snapshot;
}

namespace podium::recipe {

/// What of workers is compared, besides their system and kernel.
struct VersionsAsked
{
    QString python; ///< an interpreter, "~/…" or whole; empty: that of the first environment found
    QString folder; ///< a repository, "~/…" or whole; empty: no commit is compared
};

/// One thing that has to be the same on all workers that compute together.
struct Version
{
    QString name;      ///< a word of ours, see versionNames()
    QString value{};   ///< plain text; empty: it is unknown
    QString unknown{}; ///< why
};

/// What one worker has: of each name one, in the order of versionNames().
struct WorkerVersions
{
    WorkerRef worker;
    std::vector<Version> versions;
    QStringList packages{};       ///< "name==version", sorted; empty: none, or unknown
    std::optional<Error> error{}; ///< it was not reached: all is unknown

    [[nodiscard]] const Version *find(const QString &name) const;
};

/// runtime, system, kernel, python, packages; where a folder was asked for also commit, changes.
[[nodiscard]] QStringList versionNames(const VersionsAsked &asked);

/// What a recipe has just set up, as far as its steps tell: "$R_folder/bin/python" is an
/// environment, and the folder of a recipe with the parameter `commit` is a repository. Pure.
[[nodiscard]] VersionsAsked versionsOf(const Recipe &recipe, const Values &values);

[[nodiscard]] remote::Script versionsScript();
/// The same for each worker.
[[nodiscard]] std::vector<remote::Record> versionsData(const VersionsAsked &asked);

/// The runtime version of a worker's node, as the cloud says; empty: it does not. Pure.
[[nodiscard]] QString
runtimeVersionOf(const inventory::Snapshot &snapshot, const WorkerRef &worker);

/// Of script/versions.sh. `runtime`: as the cloud says of the node. Whatever was not said, or is no
/// plain text, is unknown. Pure.
[[nodiscard]] WorkerVersions readVersions(
    const WorkerRef &worker, const VersionsAsked &asked, const QString &runtime,
    const remote::Answer &answer);
/// Of a worker that gave no answer. Pure.
[[nodiscard]] WorkerVersions
unreadVersions(const WorkerRef &worker, const VersionsAsked &asked, const Error &error);

/// One name over all workers.
struct VersionRow
{
    /// A worker that is not like the others.
    struct Odd
    {
        WorkerRef worker;
        QString value;  ///< what it has; empty: unknown
        QString detail; ///< why it is unknown, or which packages differ; mostly empty
    };
    QString name;
    QString value{}; ///< what more workers have than any other; empty: no such
    int count = 0;   ///< so many have it
    std::vector<Odd> odd{};

    /// All have the same. Unknown is never equal.
    [[nodiscard]] bool isEqual() const { return count > 0 && odd.empty(); }
};

/// A row for each name; none where there are no workers. Pure.
[[nodiscard]] std::vector<VersionRow> compareVersions(const std::vector<WorkerVersions> &workers);
/// False where there is nothing to compare, too. Pure.
[[nodiscard]] bool areEqual(const std::vector<VersionRow> &rows);

} // namespace podium::recipe
