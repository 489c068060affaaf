// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/actual/accountpool.h"
#include "core/people/actual/actualfacts.h"
#include "core/people/actual/actualindex.h"
#include "core/people/actual/actualkeys.h"
#include "core/people/actual/actualstate.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace podium::people {

namespace {

constexpr int LargestOutput = 32 * 1024 * 1024;
/// More lines of a worker's key files are not read.
constexpr int MostFoundKeys = 200000;

/// Puts the facts of one account together.
class AccountBuilder final
{
public:
    /// `keysLeft`: how many lines of keys may still be read on this worker.
    AccountBuilder(
        const ActualFacts &facts, const ActualIndex &index, const QList<QByteArray> &entry,
        int &keysLeft)
        : m_facts(facts)
        , m_index(index)
        , m_keysLeft(keysLeft)
        , m_login(entry[0])
        , m_home(entry[5])
    {
        m_account.login = QString::fromUtf8(m_login);
        m_account.uid = entry[2].toLongLong();
        m_account.gid = entry[3].toLongLong();
        m_account.fullName = QString::fromUtf8(entry[4]).section(QLatin1Char(','), 0, 0);
        m_account.home = QString::fromUtf8(m_home);
        m_account.shell = QString::fromUtf8(entry[6]);
    }

    ActualAccount build()
    {
        addPassword();
        addGroups();
        addRecord();
        addSudo();
        addKeys();
        addKeyFileBarrier();
        addPathProblems();
        addSshdLists();
        addJobs();
        return std::move(m_account);
    }

private:
    void addPassword()
    {
        const QList<QByteArray> shadow = m_facts.shadow.value(m_login);
        if (shadow.size() == 2) {
            m_account.password = QString::fromLatin1(shadow[0]);
            bool isDay = false;
            const qint64 day = shadow[1].toLongLong(&isDay);
            m_account.expiresDay = isDay ? day : -1;
        }
    }

    void addGroups() { m_account.groups = m_index.groupsOf(m_account.login, m_account.gid); }

    void addRecord()
    {
        bool isAnothers = false;
        for (const QByteArray &line : m_facts.managed.value(m_login)) {
            if (line == "origin creating") {
                m_account.origin = AccountOrigin::Creating;
            } else if (line == "origin created") {
                m_account.origin = AccountOrigin::Created;
            } else if (line == "origin adopted") {
                m_account.origin = AccountOrigin::Adopted;
            } else if (line == "locked") {
                m_account.isLockedByPodium = true;
            } else if (line.startsWith("groups ")) {
                m_account.managedGroups =
                    QString::fromUtf8(line.mid(7)).split(QLatin1Char(' '), Qt::SkipEmptyParts);
                m_account.managedGroups.sort();
            } else if (line.startsWith("mark ")) {
                isAnothers = isAnothers || isAnothersBy(line);
            }
        }
        if (isAnothers && m_account.origin == AccountOrigin::Created) {
            m_account.origin = AccountOrigin::None;
            m_account.isLockedByPodium = false;
            m_account.managedGroups.clear();
        }
    }

    /// Deleted since Podium made it, and made anew by somebody else. "mark gone UID", or "mark
    /// replaced UID" by a password that was set: then the number tells, as far as it can.
    [[nodiscard]] bool isAnothersBy(const QByteArray &line) const
    {
        const QList<QByteArray> words = line.split(' ');
        return words.value(1) == "gone" ||
               (words.value(1) == "replaced" && words.value(2).toLongLong() != m_account.uid);
    }

    void addSudo()
    {
        if (m_account.isRoot()) {
            return;
        }
        const QString own = QStringLiteral("/etc/sudoers.d/podium-") + m_account.login;
        const QString desired = m_account.login % QStringLiteral(" ALL=(ALL:ALL) NOPASSWD:ALL");
        const auto rules = m_index.rulesFor(m_account.login, m_account.uid, m_account.groups);
        for (const SudoRule *rule : rules) {
            if (rule->file == own) {
                m_account.isPodiumSudoRight = !m_account.hasPodiumSudo && rule->rule == desired;
                m_account.hasPodiumSudo = true;
            } else {
                m_account.sudoSources << QString(rule->file % QStringLiteral(": ") % rule->rule);
            }
        }
    }

    /// None: there is no such file, or it was not read. Homes may be shared, and each account has
    /// all keys then.
    [[nodiscard]] std::optional<KeyFileFacts> readKeys(const QByteArray &path)
    {
        const int number = m_facts.keyFiles.value(path);
        const auto lines = m_facts.keyLines.constFind(number);
        const int count = lines == m_facts.keyLines.constEnd() ? 0 : int(lines->size());
        if (number == 0 || count > m_keysLeft || m_facts.cutKeyFiles.contains(number)) {
            return std::nullopt;
        }
        m_keysLeft -= count;
        return readKeyFile(m_facts.keyLines.value(number), m_facts.expiries, m_facts.utcOffset);
    }

    void addKeys()
    {
        const QByteArray folder = m_home + "/.ssh";
        const QByteArray file = folder + "/authorized_keys";
        m_account.isGoogles = m_facts.googleUsers.contains(m_login);
        if (m_facts.paths.value(folder).isLink()) {
            m_account.keyFile = KeyFileState::FolderLink;
            return;
        }
        if (m_facts.paths.contains(file)) {
            const PathFact fact = m_facts.paths.value(file);
            m_account.keyFile = fact.isLink()    ? KeyFileState::Link
                                : !fact.isFile() ? KeyFileState::NotAFile
                                                 : KeyFileState::NotRead;
        }
        if (auto facts = readKeys(file)) {
            m_account.keyFile = KeyFileState::Read;
            m_account.isBlockFirst = facts->isBlockFirst;
            m_account.keys = std::move(facts->keys);
        }
        if (auto facts = readKeys(file + '2')) {
            for (ActualKey &key : facts->keys) {
                key.inSecondFile = true;
                key.origin = KeyOrigin::Other;
                m_account.keys.push_back(std::move(key));
            }
        } else {
            m_account.hidesSecondFile = m_facts.paths.contains(file + '2');
        }
    }

    /// The worker's script changes keys as the account, which must have the right to.
    void addKeyFileBarrier()
    {
        constexpr uint wholeFolder = 0700;
        constexpr uint readableFile = 0400;
        const QByteArray folder = m_home + "/.ssh";
        for (const auto &[path, needed] :
             {std::pair(folder, wholeFolder), {folder + "/authorized_keys", readableFile}}) {
            const auto fact = m_facts.paths.constFind(path);
            if (fact == m_facts.paths.constEnd() || !m_account.keyFileBarrier.isEmpty()) {
                continue;
            }
            const QString name = QString::fromUtf8(path);
            if (needed == wholeFolder && !fact->isFolder()) {
                m_account.keyFileBarrier = QStringLiteral("%1 is not a folder.").arg(name);
            } else if (fact->uid != m_account.uid) {
                m_account.keyFileBarrier = QStringLiteral("%1 belongs to someone else.").arg(name);
            } else if ((fact->mode & needed) != needed && !m_account.isRoot()) {
                m_account.keyFileBarrier =
                    QStringLiteral("%1 does not let its owner in.").arg(name);
            }
        }
    }

    void addPathProblems()
    {
        const QByteArray folder = m_home + "/.ssh";
        const QByteArray file = folder + "/authorized_keys";
        for (const QByteArray &path : {m_home, folder, file}) {
            const auto fact = m_facts.paths.constFind(path);
            if (fact == m_facts.paths.constEnd() || fact->isLink()) {
                continue;
            }
            const QString name = QString::fromUtf8(path);
            if (fact->uid != 0 && fact->uid != m_account.uid) {
                m_account.pathProblems << QStringLiteral("%1 belongs to someone else.").arg(name);
            }
            if (fact->isOpenToOthers()) {
                m_account.pathProblems << QStringLiteral("%1 can be written by others.").arg(name);
                m_account.hasLooseModes = m_account.hasLooseModes || path != m_home;
            }
        }
        const bool hasHome = m_facts.paths.contains(m_home);
        if (!hasHome && m_account.uid >= 1000) {
            m_account.pathProblems << QStringLiteral("There is no folder %1.").arg(m_account.home);
        }
    }

    void addSshdLists()
    {
        for (const QString &option : m_index.barriersFor(m_account.login, m_account.groups)) {
            m_account.pathProblems
                << QStringLiteral("The option %1 of the worker's sshd keeps it out.").arg(option);
        }
    }

    void addJobs()
    {
        m_account.hasCrontab = m_facts.crontabs.contains(m_login);
        m_account.lingers = m_facts.lingerers.contains(m_login);
        m_account.hasUnits = m_facts.units.contains(m_login);
    }

    const ActualFacts &m_facts;
    const ActualIndex &m_index;
    int &m_keysLeft;
    QByteArray m_login;
    QByteArray m_home;
    ActualAccount m_account;
};

Error notWhole(const QString &summary)
{
    return {
        .kind = ErrorKind::Protocol,
        .summary = summary,
        .detail = {},
        .hint = QStringLiteral("Look again."),
        .subject = {}};
}

/// Nothing is said of a worker of which only a part was told: what is beyond may let somebody in.
Error tooMuch(const QSet<QByteArray> &cuts)
{
    static const std::pair<QByteArray, const char *> names[] = {
        {"accounts", "accounts"},
        {"passwords", "lines of passwords"},
        {"groups", "groups"},
        {"sshd", "options of sshd"},
        {"sudoers", "rules of sudo in one file"},
        {"google", "accounts of Google's guest agent"},
        {"managed", "lines of Podium's record of one account"}};
    QStringList more;
    for (const auto &[word, name] : names) {
        if (cuts.contains(word)) {
            more << QString::fromLatin1(name);
        }
    }
    const QString what =
        more.isEmpty() ? QStringLiteral("lines of a kind") : more.join(QStringLiteral(", "));
    return {
        .kind = ErrorKind::Refused,
        .summary = QStringLiteral("The worker has more than Podium reads."),
        .detail = QStringLiteral("There are more than 5,000 %1: who else has access is not known.")
                      .arg(what),
        .hint = QStringLiteral("Look after the people of this worker by hand."),
        .subject = {}};
}

} // namespace

Result<ActualWorker> parseFound(const QByteArray &output, AccountPool *pool)
{
    if (output.size() > LargestOutput) {
        return failure(notWhole(QStringLiteral("The worker said too much to be read.")));
    }
    const ActualFacts facts = sortFacts(output);
    if (!facts.isWhole) {
        return failure(notWhole(QStringLiteral("The worker did not say all of what it has.")));
    }
    if (!facts.cuts.isEmpty()) {
        return failure(tooMuch(facts.cuts));
    }
    ActualWorker worker;
    worker.host = QString::fromUtf8(facts.host);
    worker.time = QDateTime::fromSecsSinceEpoch(facts.time, Qt::UTC);
    worker.self = QString::fromUtf8(facts.self);
    worker.missingTools = facts.missingTools;
    for (auto option = facts.sshd.begin(); option != facts.sshd.end(); ++option) {
        worker.sshd.insert(option.key(), option->join(QLatin1Char(' ')));
    }
    const ActualIndex index(facts);
    int keysLeft = MostFoundKeys;
    for (const QList<QByteArray> &entry : facts.accounts) {
        ActualAccount account = AccountBuilder(facts, index, entry, keysLeft).build();
        if (const int count = facts.processCounts.value(account.uid)) {
            worker.processes.insert(account.login, {count, facts.processNames.value(account.uid)});
        }
        if (const QByteArray last = facts.lastLogins.value(entry[0]); !last.isEmpty()) {
            worker.lastLogins.insert(account.login, QString::fromUtf8(last));
        }
        worker.accounts.push_back(
            pool ? pool->share(std::move(account))
                 : std::make_shared<const ActualAccount>(std::move(account)));
    }
    std::stable_sort(
        worker.accounts.begin(), worker.accounts.end(),
        [](const auto &a, const auto &b) { return a->login < b->login; });
    // Where several sources know a name, the first one is who logs in by it.
    worker.accounts.erase(
        std::unique(
            worker.accounts.begin(), worker.accounts.end(),
            [](const auto &a, const auto &b) { return a->login == b->login; }),
        worker.accounts.end());
    return worker;
}

} // namespace podium::people
