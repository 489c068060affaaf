// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/clients/computeclient.h"
#include "core/people/keys/metadatakey.h"

#include <QDateTime>
#include <QSet>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace podium::people {

/// The keys in a project's metadata, which Google's guest agent gives to all its machines.
struct ProjectKeys
{
    std::vector<MetadataKey> keys;
    bool usesOsLogin = false; ///< then machines pass these keys over

    [[nodiscard]] QSet<QString> logins() const;
};

[[nodiscard]] ProjectKeys projectKeys(const cloud::ProjectMetadata &metadata);

/// For ComputeClient::changeMetadata() of "ssh-keys". Whoever is in there may become root on every
/// node of the project, and all lines of others stay byte for byte.
[[nodiscard]] cloud::ComputeClient::Change
addProjectKey(const UserName &user, const KeyLine &key, const std::optional<QDateTime> &expires);
/// `which`: a fingerprint. NotFound where that user has no such key there.
[[nodiscard]] cloud::ComputeClient::Change
removeProjectKey(const QString &user, const QString &which);

/// The entry before and after a change, for its undo.
struct ProjectKeysEdit
{
    QString before;
    QString after;
};
/// The same change, which writes down there what it did last.
[[nodiscard]] cloud::ComputeClient::Change
recorded(const cloud::ComputeClient::Change &change, const std::shared_ptr<ProjectKeysEdit> &edit);
/// See undoneMetadata().
[[nodiscard]] cloud::ComputeClient::Change undoProjectKeys(const ProjectKeysEdit &edit);

/// The name of that entry.
extern const char *const projectKeysEntry;

} // namespace podium::people
