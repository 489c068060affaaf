// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QSet>
#include <QStringList>

#include <vector>

namespace podium::people {

/// A path that sshd's StrictModes looks at: lstat's answer.
struct PathFact
{
    uint mode = 0; ///< st_mode: type and permissions
    qint64 uid = -1;
    qint64 size = 0;

    [[nodiscard]] bool isLink() const { return (mode & 0170000U) == 0120000U; }
    [[nodiscard]] bool isFile() const { return (mode & 0170000U) == 0100000U; }
    [[nodiscard]] bool isFolder() const { return (mode & 0170000U) == 0040000U; }
    [[nodiscard]] bool isOpenToOthers() const { return !isLink() && (mode & 022U) != 0; }
};

struct GroupFact
{
    QString name;
    qint64 gid = -1;
    QStringList members;
};

struct SudoRule
{
    QString file;
    QString rule;
    QStringList users; ///< whom it is about: logins, %GROUP, #UID, ALL; empty: no rule
};

/// What the inspect script tells, sorted into lists but not yet put together.
struct ActualFacts
{
    QByteArray host;
    qint64 time = 0;
    int utcOffset = 0; ///< seconds
    QByteArray self;
    QStringList missingTools;
    std::vector<QList<QByteArray>> accounts;     ///< the seven fields of passwd
    QHash<QByteArray, QList<QByteArray>> shadow; ///< login → state, day of expiry
    std::vector<GroupFact> groups;
    QHash<QByteArray, QList<QByteArray>> managed; ///< login → lines of Podium's record
    QSet<QByteArray> googleUsers;
    std::vector<SudoRule> sudoRules;
    QHash<QString, QStringList> sshd;
    QHash<QByteArray, PathFact> paths;
    QHash<QByteArray, int> keyFiles;              ///< path → number
    QHash<int, std::vector<QByteArray>> keyLines; ///< number → lines
    QSet<int> cutKeyFiles;                        ///< numbers of those with more than was told
    QHash<QByteArray, qint64> expiries;
    QHash<QByteArray, QByteArray> lastLogins;
    QHash<qint64, int> processCounts;
    QHash<qint64, QStringList> processNames;
    QSet<QByteArray> crontabs;
    QSet<QByteArray> lingerers;
    QSet<QByteArray> units;
    QSet<QByteArray> cuts; ///< of what there is more than was told: "accounts", "groups", …
    bool isWhole = false;
};

/// Sorts what came over the script's stdout; what is malformed is passed over.
[[nodiscard]] ActualFacts sortFacts(const QByteArray &output);

} // namespace podium::people
