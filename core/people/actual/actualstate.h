// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/people/keys/keyline.h"

#include <QByteArray>
#include <QDateTime>
#include <QHash>
#include <QMap>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace podium::people {

/// Who put a line into authorized_keys.
enum class KeyOrigin {
    Podium, ///< between Podium's marks
    Google, ///< after "# Added by Google": the guest agent's, from metadata
    Other,  ///< by hand, by the image, by another tool
};

/// A line of an account's authorized_keys that is neither empty nor a comment.
struct ActualKey
{
    std::optional<KeyLine> line; ///< none: sshd passes it over
    QByteArray text;             ///< as it stands there
    QByteArray base;             ///< the line without the end that Podium set
    KeyOrigin origin = KeyOrigin::Other;
    std::optional<qint64> until; ///< of an expiry-time, seconds since 1970, UTC; the earliest
    std::optional<qint64> untilOfFirst; ///< of the first option, where that is the one
    int lineNumber = 1;
    bool inSecondFile = false; ///< authorized_keys2
    bool operator==(const ActualKey &) const = default;
};

/// What Podium did with an account, by the worker's own record of it.
enum class AccountOrigin { None, Creating, Created, Adopted };

/// What stands where authorized_keys should.
enum class KeyFileState { Absent, Read, Link, FolderLink, NotAFile, NotRead };

/// An account of a worker, but for what is another on each. Texts are the worker's and may be
/// hostile.
struct ActualAccount
{
    QString login;
    qint64 uid = -1;
    qint64 gid = -1;
    QString fullName;
    QString home;
    QString shell;
    QString password; ///< none, locked, set, empty: what is in its place, never the thing itself
    qint64 expiresDay = -1; ///< day since 1970 from which the account is closed; -1: never
    QStringList groups;
    AccountOrigin origin = AccountOrigin::None;
    QStringList managedGroups; ///< those that Podium added
    bool isLockedByPodium = false;
    bool isGoogles = false;         ///< among those that the guest agent made or took over
    bool hasPodiumSudo = false;     ///< there is a rule in Podium's own file for it
    bool isPodiumSudoRight = false; ///< and it is the one that Podium writes
    QStringList sudoSources;        ///< other rules that make it root, as "FILE: RULE"
    KeyFileState keyFile = KeyFileState::Absent;
    QString keyFileBarrier;   ///< why the account itself could not change its keys; mostly empty
    bool isBlockFirst = true; ///< Podium's lines stand where they should, once, and whole
    std::vector<ActualKey> keys;
    bool hidesSecondFile = false; ///< there is an authorized_keys2, and it was not read
    QStringList pathProblems;     ///< what sshd's StrictModes minds, and what sshd's lists forbid
    bool hasLooseModes = false;   ///< one of them is in the person's own folder .ssh
    bool hasCrontab = false;
    bool lingers = false;  ///< systemd starts its services without a login
    bool hasUnits = false; ///< services or timers of its own
    bool operator==(const ActualAccount &) const = default;

    [[nodiscard]] bool isRoot() const { return uid == 0; }
    [[nodiscard]] bool isSystem() const { return uid < 1000 || uid >= 60000; }
    [[nodiscard]] bool isClosed() const
    {
        return password == QLatin1String("locked") && expiresDay >= 0;
    }
};

/// What runs in the name of an account.
struct AccountProcesses
{
    int count = 0;
    QStringList names; ///< "PID NAME", some of them
    bool operator==(const AccountProcesses &) const = default;
};

class AccountPool;

/// What one worker said about its accounts.
struct ActualWorker
{
    QString host;
    QDateTime time; ///< by the worker's clock
    QString self;   ///< the login by which Podium came
    QStringList missingTools;
    QMap<QString, QString> sshd; ///< some of `sshd -T`
    /// Sorted by login; none is null. Shared with workers on which an account is the same.
    std::vector<std::shared_ptr<const ActualAccount>> accounts;
    QHash<QString, AccountProcesses> processes; ///< by login, where there are any
    QHash<QString, QString> lastLogins;         ///< by login, as `lastlog` says it

    /// Valid while the worker is; null where there is none.
    [[nodiscard]] const ActualAccount *find(const QString &login) const;
    [[nodiscard]] bool usesOsLogin() const;
};

/// Reads what the inspect script wrote. Protocol where it is not whole or not that; anything that
/// the worker's people could have put in is only text. What comes before the first line of ours
/// (a talkative start file) is passed over. `pool`: of the workers that share accounts; may be
/// null.
[[nodiscard]] Result<ActualWorker>
parseFound(const QByteArray &output, AccountPool *pool = nullptr);

} // namespace podium::people
