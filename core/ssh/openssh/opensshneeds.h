// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/endpoint.h"
#include "core/ssh/transport.h"

#include <QByteArray>
#include <QList>
#include <QSet>
#include <QString>

namespace podium::ssh {

/// A line of what `ssh -G` says of a host: a lower-case keyword and its value.
struct EffectiveOption
{
    QByteArray keyword;
    QByteArray value;
    bool operator==(const EffectiveOption &) const = default;
};

/// What the person's config means for one host.
struct EffectiveConfig
{
    QString name;                   ///< by which `ssh` was asked and has to go; empty: by none
    QList<EffectiveOption> options; ///< empty: nothing in it matters for this host
    QSet<QByteArray> written;       ///< keywords that the person's own files say something about
    QString problem;                ///< why it could not be asked for, as a sentence
    bool operator==(const EffectiveConfig &) const = default;
};

/// Whether a keyword (lower case) may decide the way, wherever it stands.
[[nodiscard]] bool decidesRoute(const QByteArray &keyword);
/// Whether it may have to be said that it is not followed, where the person wrote it.
[[nodiscard]] bool mayBeIgnored(const QByteArray &keyword);

/// libssh, unless something needs what libssh cannot. Pure. `keyNeeds`: what needsOfKeyFiles()
/// says.
[[nodiscard]] Route
chooseRoute(const Endpoint &endpoint, const EffectiveConfig &config, const QStringList &keyNeeds);

/// What of these private keys libssh cannot use: "CertificateFile …" beside one, "security key …".
/// Reads the head of each file: blocks.
[[nodiscard]] QStringList needsOfKeyFiles(const QStringList &identityFiles);

} // namespace podium::ssh
