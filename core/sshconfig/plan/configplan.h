// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/paths.h"
#include "core/base/result.h"
#include "core/inventory/snapshot.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace podium::sshconfig {

/// How some nodes are reached. A rule applies where all its globs match; of several, the first
/// that says something about a matter wins, as in ssh's own files. What no rule says, the
/// options say.
struct ConfigRule
{
    enum class Route {
        Unset,
        Direct,       ///< straight to the address
        ProxyJump,    ///< `route` is what ProxyJump takes: [user@]machine[:port]
        ProxyCommand, ///< `route` is a command; {node} {worker} {zone} {project} are filled in
        Iap,          ///< through Google's Identity-Aware Proxy, by gcloud's own tunnel
    };
    enum class Address { Unset, External, Internal };

    QString project; ///< glob; empty: any
    QString zone;    ///< glob; empty: any
    QString node;    ///< glob; empty: any

    QString aliasPattern; ///< empty: says nothing
    QString user;         ///< empty: says nothing
    QString identityFile; ///< empty: says nothing
    quint16 port = 0;     ///< 0: says nothing
    std::optional<bool> forwardAgent;
    Route routeKind = Route::Unset;
    QString route;
    /// Unset: the external one; where there is none and a route is set, and for IAP always, the
    /// internal one.
    Address address = Address::Unset;
    std::optional<bool> leaveOut; ///< true: no entries for these
    bool operator==(const ConfigRule &) const = default;
};

/// What the person chose for the generated entries.
struct ConfigOptions
{
    QString aliasPattern = QStringLiteral("{node}-{worker}"); ///< {node} {worker} {zone} {project}
    QString user;                                             ///< empty: no User line
    QString identityFile;                                     ///< empty: no IdentityFile line
    quint16 port = 22;
    bool forwardAgent = false;
    std::vector<ConfigRule> rules;
    bool operator==(const ConfigOptions &) const = default;
};

/// One worker's entry.
struct ConfigEntry
{
    WorkerRef worker;
    QString aliasPattern;
    QStringList aliases; ///< unique over all entries; worker 0 has the node's name too
    QString hostName;    ///< empty: left out, see `note`
    QString hostKeyAlias;
    QStringList hostKeys; ///< pinned, "TYPE BASE64"; empty: trusted at first use
    QString note;         ///< why an entry is left out or commented (stopped, no external IP …)

    bool isActive = false;  ///< ssh sees it; otherwise it is commented out, or left out
    bool isLeftOut = false; ///< not in the file at all
    QString user;
    QString identityFile;
    quint16 port = 22;
    bool forwardAgent = false;
    QString proxyJump;    ///< empty: none
    QString proxyCommand; ///< empty: none

    /// As it stands in the file, where it stays so whatever the rest says; empty: it is made anew.
    QByteArray written;
    [[nodiscard]] bool isKept() const { return !written.isEmpty(); }
};

/// A line of a diff; numbers count from 1, 0: not in that file.
struct DiffLine
{
    enum class Kind { Same, Added, Removed };
    Kind kind = Kind::Same;
    int oldLine = 0;
    int newLine = 0;
    QString text; ///< for the screen: invalid UTF-8 replaced
    bool operator==(const DiffLine &) const = default;
};

/// One file that the plan would make or change.
struct FileChange
{
    QString path;
    bool exists = false;
    QByteArray before;
    QByteArray after;
    [[nodiscard]] bool isChanged() const { return !exists || before != after; }
};

/// What would be in each file and what is: a value that can be shown, tested and refused.
struct ConfigPlan
{
    std::vector<ConfigEntry> entries;
    std::vector<FileChange> files; ///< generated config, known_hosts, then the person's own config
    QStringList warnings;          ///< aliases that are the person's own, nodes left out …
    QString keptNote;              ///< why entries stay that nobody could look after; mostly empty
    int hostsBefore = 0;           ///< entries in the generated config, comments included
    int hostsAfter = 0;
    /// The last change put former files back or took Podium's away, and nobody has asked for a
    /// write since: one that nobody asks for leaves them so.
    bool isHeld = false;
    [[nodiscard]] bool isUpToDate() const;
    /// Fewer than a tenth of the entries would be left: more likely a fault than a wish, so a write
    /// has to be told that it may.
    [[nodiscard]] bool losesMost() const { return hostsAfter * 10 < hostsBefore; }
    [[nodiscard]] QString lossText() const; ///< "This would leave 9 of 91 hosts in …"
    /// Why it is not written where it losesMost() and nobody has said that it may.
    [[nodiscard]] Error lossError() const;
    /// Why it is not written unasked where it isHeld.
    [[nodiscard]] Error heldError() const;
};

/// Whether an Error is a plan's lossError(): whoever may allow it says how.
[[nodiscard]] bool isLossError(const Error &error);
/// The same of heldError().
[[nodiscard]] bool isHeldError(const Error &error);

/// Lines of context around changes; context < 0: all.
[[nodiscard]] std::vector<DiffLine>
diffLines(const QByteArray &before, const QByteArray &after, int context = 3);

} // namespace podium::sshconfig
