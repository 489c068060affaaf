// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/roster/desiredstate.h"

#include "core/people/roster/roster.h"

#include <QMap>

#include <algorithm>

namespace podium::people {

namespace {

/// A grant that is in force, and which of the distinct selectors is its own.
struct ActiveGrant
{
    const Person *person = nullptr;
    const Grant *grant = nullptr;
    int selector = 0;
};

bool isInForce(const Grant &grant, const QDateTime &now)
{
    return (!grant.from || *grant.from <= now) && (!grant.until || now < *grant.until);
}

std::optional<qint64> seconds(const std::optional<QDateTime> &time)
{
    return time ? std::optional(time->toSecsSinceEpoch()) : std::nullopt;
}

/// The distinct selectors of all grants in force: labs have many people and few selectors.
class Selectors final
{
public:
    std::optional<int> add(const QString &text)
    {
        const auto known = m_indexes.constFind(text);
        if (known != m_indexes.constEnd()) {
            return *known < 0 ? std::nullopt : std::optional(*known);
        }
        const auto word = parseSelector(text);
        m_indexes.insert(text, word ? int(m_words.size()) : -1);
        if (!word) {
            return std::nullopt;
        }
        m_words.push_back(*word);
        return int(m_words.size()) - 1;
    }
    /// Which of them match, one character each: also the key under which nodes share a result.
    [[nodiscard]] QByteArray matches(const cloud::Node &node) const
    {
        QByteArray bits(int(m_words.size()), '0');
        for (int i = 0; i < bits.size(); ++i) {
            if (m_words[size_t(i)].matches(node)) {
                bits[i] = '1';
            }
        }
        return bits;
    }

private:
    QHash<QString, int> m_indexes;
    std::vector<inventory::TargetWord> m_words;
};

/// All that grants give to one login on one node.
struct Merged
{
    DesiredAccount account;
    /// When the last grant of each person ends; none: never.
    std::vector<std::pair<const Person *, std::optional<qint64>>> people;
};

void addGrant(Merged &merged, const ActiveGrant &active)
{
    const Grant &grant = *active.grant;
    DesiredAccount &account = merged.account;
    account.sudo = account.sudo || grant.sudo;
    account.adopt = account.adopt || grant.adopt;
    account.exclusive = account.exclusive || grant.exclusive;
    account.groups += grant.groups;
    if (account.shell.isEmpty()) {
        account.shell = grant.shell;
    }
    const auto known =
        std::find_if(merged.people.begin(), merged.people.end(), [&active](const auto &entry) {
            return entry.first == active.person;
        });
    if (known == merged.people.end()) {
        merged.people.emplace_back(active.person, seconds(grant.until));
    } else if (!grant.until || (known->second && *known->second < seconds(grant.until))) {
        known->second = seconds(grant.until);
    }
}

DesiredKey desiredKey(const RosterKey &key, const Person &person, std::optional<qint64> until)
{
    DesiredKey desired{key.key, {}, seconds(key.expires), person.login};
    if (until && (!desired.until || *until < *desired.until)) {
        desired.until = until;
    }
    if (!key.options.isEmpty()) {
        desired.line = key.options + ' ';
    }
    const QString comment = key.label.simplified();
    desired.line += key.key.text() + ' ' +
                    (comment.isEmpty() ? person.login.text().toUtf8() : comment.toUtf8());
    return desired;
}

DesiredAccount finish(Merged merged, const QDateTime &now)
{
    DesiredAccount account = std::move(merged.account);
    account.groups.removeDuplicates();
    account.groups.sort();
    for (const auto &[person, until] : merged.people) {
        account.people.push_back(person->login);
        if (account.fullName.isEmpty()) {
            account.fullName = person->fullName;
        }
        for (const RosterKey &key : person->keys) {
            const bool isThere = std::any_of(
                account.keys.begin(), account.keys.end(),
                [&key](const DesiredKey &other) { return other.key == key.key; });
            if (!isThere && (!key.expires || now < *key.expires)) {
                account.keys.push_back(desiredKey(key, *person, until));
            }
        }
    }
    return account;
}

DesiredAccounts
accountsFor(const QByteArray &matches, const std::vector<ActiveGrant> &grants, const QDateTime &now)
{
    QMap<UserName, Merged> byLogin;
    for (const ActiveGrant &active : grants) {
        if (matches[active.selector] == '1') {
            const UserName login = active.grant->login.value_or(active.person->login);
            Merged &merged = byLogin[login];
            merged.account.login = login;
            addGrant(merged, active);
        }
    }
    DesiredAccounts accounts;
    accounts.reserve(size_t(byLogin.size()));
    for (const Merged &merged : qAsConst(byLogin)) {
        accounts.push_back(finish(merged, now));
    }
    return accounts;
}

} // namespace

DesiredState
desiredState(const Roster &roster, const inventory::Snapshot &snapshot, const QDateTime &now)
{
    Selectors selectors;
    std::vector<ActiveGrant> grants;
    for (const Person &person : roster.people) {
        for (const Grant &grant : person.grants) {
            if (const auto index =
                    isInForce(grant, now) ? selectors.add(grant.selector) : std::nullopt) {
                grants.push_back({&person, &grant, *index});
            }
        }
    }
    QHash<QByteArray, std::shared_ptr<const DesiredAccounts>> shared;
    DesiredState state;
    for (const inventory::NodeEntry &entry : snapshot.nodes) {
        const QByteArray matches = selectors.matches(entry.node);
        auto &accounts = shared[matches];
        if (!accounts) {
            accounts = std::make_shared<const DesiredAccounts>(accountsFor(matches, grants, now));
        }
        state.insert(entry.node.ref, accounts);
    }
    return state;
}

std::vector<NodeRef>
nodesOf(const Person &person, const inventory::Snapshot &snapshot, const QDateTime &now)
{
    Selectors selectors;
    for (const Grant &grant : person.grants) {
        if (isInForce(grant, now)) {
            static_cast<void>(selectors.add(grant.selector));
        }
    }
    std::vector<NodeRef> nodes;
    for (const inventory::NodeEntry &entry : snapshot.nodes) {
        if (selectors.matches(entry.node).contains('1')) {
            nodes.push_back(entry.node.ref);
        }
    }
    return nodes;
}

} // namespace podium::people
