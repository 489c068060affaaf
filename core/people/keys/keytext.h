// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/keys/keyline.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>

#include <optional>
#include <vector>

namespace podium::people {

enum class Severity {
    Info,    ///< good to know
    Warning, ///< may be used, but should be looked at
    Refused, ///< Podium does not use it
};

/// What is to be said about a key, as a sentence.
struct KeyRemark
{
    Severity severity = Severity::Info;
    QString text;
    bool operator==(const KeyRemark &) const = default;
};

/// A line of pasted or imported text in which a key is, or should be. A private key's text is
/// never in here.
struct KeyEntry
{
    int lineNumber = 1;               ///< from 1
    std::optional<KeyLine> line;      ///< none where there is no key that OpenSSH could read
    QString metadataUser;             ///< of a project metadata line "USER:KEY"
    std::optional<QDateTime> expires; ///< of a metadata line's google-ssh {"expireOn"}, UTC
    std::vector<KeyRemark> remarks;   ///< the gravest first

    [[nodiscard]] bool isUsable() const; ///< there is a key, and nothing refuses it
};

/// All of a text. Empty lines and comments are passed over.
struct KeyText
{
    std::vector<KeyEntry> entries;
    bool hasPrivateKey = false; ///< then there is one entry, which says so, and nothing is usable

    [[nodiscard]] bool isUsable() const;   ///< there are entries, and all are usable
    [[nodiscard]] bool hasOptions() const; ///< one of its keys has options before it
};

/// Longest text that is read; a longer one is refused as a whole.
constexpr int LongestKeyText = 256 * 1024;

/// Reads keys as a person pastes them or a file has them: .pub files, authorized_keys, the lists
/// of GitHub and GitLab, project metadata; one key or many, CRLF or not. Pure; judges each line.
[[nodiscard]] KeyText readKeyText(const QByteArray &text);

/// The line trusts whatever this key certifies, instead of the key itself (`cert-authority`).
[[nodiscard]] bool isAuthority(const KeyLine &line);

/// What is to be said about a key's strength, its options and its comment.
[[nodiscard]] std::vector<KeyRemark> judgeKey(const KeyLine &line);

} // namespace podium::people
