// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/recipe/recipe.h"

#include <QByteArray>
#include <QDateTime>
#include <QMetaType>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace podium::secret {

struct SecretNameRule
{
    [[nodiscard]] static bool accepts(const QString &text);
};
/// What a person calls a secret: ^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$.
using SecretName = Identifier<SecretNameRule>;

/// Where a secret was put, on one worker. Of the secret itself it has a digest that is salted, so
/// that it can be told from another one that somebody put there since.
struct Placement
{
    enum class Kind {
        File,    ///< a file that has nothing else in it
        Netrc,   ///< the password of an entry of ~/.netrc
        Unstated ///< the recipe does not say where it puts it
    };
    QByteArray id; ///< of this record: random, hex; the salt, too
    SecretName secret;
    WorkerRef worker;
    QString nodeId; ///< of the machine: see cloud::Node::id; may be empty
    QString login;  ///< as whom; empty: root
    Kind kind = Kind::File;
    QString path;      ///< "~/…" is below the login's home; empty where it is Unstated
    QString host;      ///< of an entry of ~/.netrc
    QByteArray digest; ///< SHA-256 of salt and secret, hex
    QString recipe;
    QDateTime since; ///< UTC
    /// The worker said that it is there. Else it was sent and may be there.
    bool isCertain = false;
    bool operator==(const Placement &) const = default;
};

/// Names and places of secrets; never a secret.
struct SecretBook
{
    struct Entry
    {
        SecretName name;
        QDateTime setAt; ///< UTC
        bool operator==(const Entry &) const = default;
    };
    std::vector<Entry> entries; ///< by name
    std::vector<Placement> placements;
    bool operator==(const SecretBook &) const = default;

    [[nodiscard]] const Entry *find(const SecretName &name) const;
    /// Names of entries, and those that are only on workers any more; sorted.
    [[nodiscard]] std::vector<SecretName> names() const;
    [[nodiscard]] std::vector<Placement> placementsOf(const SecretName &name) const;
};

// Changes, all pure.
[[nodiscard]] SecretBook withEntry(SecretBook book, const SecretName &name, const QDateTime &now);
/// Where it was put stays: it is still there.
[[nodiscard]] SecretBook withoutEntry(SecretBook book, const SecretName &name);
/// Those that it has stay as they are.
[[nodiscard]] SecretBook withPlacements(SecretBook book, const std::vector<Placement> &placements);
/// The workers said that these are there now: what was at the same spots before is not any more.
[[nodiscard]] SecretBook withConfirmed(SecretBook book, const std::vector<QByteArray> &ids);
[[nodiscard]] SecretBook withoutPlacements(SecretBook book, const std::vector<QByteArray> &ids);

/// "~/.netrc (api.wandb.ai)": plain text.
[[nodiscard]] QString placeText(const Placement &placement);
/// "on 8 workers of pod-v4", "on 3 workers of 2 nodes (not certain on 1 of them)": there, no worker
/// has said that it has arrived; empty for none. Pure.
[[nodiscard]] QString whereText(const std::vector<Placement> &placements);
/// "~/.netrc (api.wandb.ai), on 8 workers of pod-v4, by the recipe wandb-token": each place and
/// recipe once, in their order. Pure.
[[nodiscard]] QStringList placeTexts(const std::vector<Placement> &placements);
/// SHA-256 of both, hex. Line ends at the end of a secret do not count: a shell drops them.
[[nodiscard]] QByteArray digestOf(const QByteArray &salt, const QString &secret);

} // namespace podium::secret

Q_DECLARE_METATYPE(podium::secret::SecretName)
