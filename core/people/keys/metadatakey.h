// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/people/keys/keyline.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>

#include <optional>
#include <vector>

namespace podium::people {

/// A line of the metadata entry "ssh-keys": "USER:KEY", as Google's guest agent reads it
/// (https://cloud.google.com/compute/docs/connect/add-ssh-keys).
struct MetadataLine
{
    QString user;   ///< empty where the line has no "USER:" before a key
    QByteArray key; ///< the rest, a line of authorized_keys
};
[[nodiscard]] MetadataLine splitMetadataLine(const QByteArray &line);

/// expireOn of a comment `google-ssh {"userName":"…","expireOn":"2026-12-04T20:12:00+0000"}`, UTC.
[[nodiscard]] std::optional<QDateTime> metadataExpiry(const QByteArray &comment);

/// One key of a project's or a node's metadata.
struct MetadataKey
{
    QString user;
    std::optional<KeyLine> line;      ///< none where the agent would pass it over
    std::optional<QDateTime> expires; ///< UTC
    QByteArray text;                  ///< the whole line, as it stands there
};

/// The entries of an "ssh-keys" value; empty lines are passed over.
[[nodiscard]] std::vector<MetadataKey> readMetadataKeys(const QByteArray &value);

/// The value with the key for `user` at its end; unchanged where it has that key for that user.
/// All other lines stay as they are, byte for byte. `expires`: in the form of google-ssh.
[[nodiscard]] QByteArray withMetadataKey(
    const QByteArray &value, const UserName &user, const KeyLine &key,
    const std::optional<QDateTime> &expires);
/// The value without that user's lines with that key; all others stay, byte for byte.
[[nodiscard]] QByteArray
withoutMetadataKey(const QByteArray &value, const QString &user, const PublicKey &key);

/// The value `now` without what a change of `before` to `after` did: `before` itself where nobody
/// has changed it since. Else lines that came go, and lines that went stand again behind the lines
/// that they stood behind; what others wrote meanwhile stays.
[[nodiscard]] QByteArray
undoneMetadata(const QByteArray &now, const QByteArray &before, const QByteArray &after);

} // namespace podium::people
