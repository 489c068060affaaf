// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/keys/projectkeys.h"

#include <algorithm>

namespace podium::people {

const char *const projectKeysEntry = "ssh-keys";

QSet<QString> ProjectKeys::logins() const
{
    QSet<QString> names;
    for (const MetadataKey &key : keys) {
        if (!key.user.isEmpty()) {
            names.insert(key.user);
        }
    }
    return names;
}

ProjectKeys projectKeys(const cloud::ProjectMetadata &metadata)
{
    const QString value = metadata.value(QString::fromLatin1(projectKeysEntry));
    return {readMetadataKeys(value.toUtf8()), metadata.usesOsLogin()};
}

cloud::ComputeClient::Change
addProjectKey(const UserName &user, const KeyLine &key, const std::optional<QDateTime> &expires)
{
    return [user, key, expires](const QString &before) -> Result<QString> {
        return QString::fromUtf8(withMetadataKey(before.toUtf8(), user, key, expires));
    };
}

cloud::ComputeClient::Change removeProjectKey(const QString &user, const QString &which)
{
    return [user, which](const QString &before) -> Result<QString> {
        const QByteArray value = before.toUtf8();
        const std::vector<MetadataKey> keys = readMetadataKeys(value);
        const auto found = std::find_if(keys.begin(), keys.end(), [&](const MetadataKey &key) {
            return key.user == user && key.line && key.line->key.fingerprint() == which;
        });
        if (found == keys.end()) {
            return failure(
                {ErrorKind::NotFound,
                 QStringLiteral("%1 has no key %2 in the project's metadata.").arg(user, which),
                 {},
                 {},
                 user});
        }
        return QString::fromUtf8(withoutMetadataKey(value, user, found->line->key));
    };
}

cloud::ComputeClient::Change
recorded(const cloud::ComputeClient::Change &change, const std::shared_ptr<ProjectKeysEdit> &edit)
{
    return [change, edit](const QString &before) -> Result<QString> {
        auto after = change(before);
        if (after) {
            *edit = {before, *after};
        }
        return after;
    };
}

cloud::ComputeClient::Change undoProjectKeys(const ProjectKeysEdit &edit)
{
    return [edit](const QString &now) -> Result<QString> {
        return QString::fromUtf8(
            undoneMetadata(now.toUtf8(), edit.before.toUtf8(), edit.after.toUtf8()));
    };
}

} // namespace podium::people
