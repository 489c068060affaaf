// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <utility>
#include <vector>

namespace podium::cloud {

/// A project's metadata for all its machines (commonInstanceMetadata of the Compute API). Values
/// may hold keys and scripts; never logged.
struct ProjectMetadata
{
    QString fingerprint; ///< opaque; a write must bring the one that it read
    std::vector<std::pair<QString, QString>> items; ///< as Google has them, in its order

    [[nodiscard]] QString value(const QString &key) const; ///< empty: none
    /// In place, or at the end; an empty value takes the item out.
    void set(const QString &key, const QString &value);
    /// Machines take keys from OS Login, and pass over the metadata's.
    [[nodiscard]] bool usesOsLogin() const;
};

/// From the answer to projects.get.
[[nodiscard]] Result<ProjectMetadata>
parseProjectMetadata(const QByteArray &json, const QString &project);
/// The body of setCommonInstanceMetadata: all items, since those that are missing are deleted.
[[nodiscard]] QByteArray projectMetadataToJson(const ProjectMetadata &metadata);

/// How a global operation of the Compute API stands.
struct ComputeOperation
{
    QString name;
    bool isDone = false;
    QString error; ///< only where done
};
[[nodiscard]] Result<ComputeOperation>
parseComputeOperation(const QByteArray &json, const QString &project);

} // namespace podium::cloud
