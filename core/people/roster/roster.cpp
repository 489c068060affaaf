// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/roster/roster.h"

#include "core/people/keys/keyline.h"
#include "core/people/keys/keytext.h"
#include "core/people/keys/textrules.h"

#include <QSet>

#include <algorithm>
#include <utility>

namespace podium::people {

namespace {

constexpr int LongestLabel = 100;
constexpr int LongestOptions = 4096;
constexpr size_t MostKeysOfPerson = 50;
constexpr size_t MostGrants = 200;

Error invalid(const QString &summary, const QString &subject)
{
    return {
        .kind = ErrorKind::InvalidArgument,
        .summary = summary,
        .detail = {},
        .hint = {},
        .subject = subject};
}

template <typename List>
auto lowerBound(List &list, const UserName &login)
{
    return std::lower_bound(
        list.begin(), list.end(), login,
        [](const auto &entry, const UserName &l) { return entry.login < l; });
}

Result<> checkKey(const RosterKey &key, const QString &who)
{
    if (key.key.isEmpty()) {
        return failure(invalid(QStringLiteral("A key is missing."), who));
    }
    if (key.label.size() > LongestLabel || harmIn(key.label)) {
        return failure(invalid(
            QStringLiteral("The label of a key is too long, or has a character in it that "
                           "deceives."),
            who));
    }
    if (key.options.size() > LongestOptions || harmIn(key.options)) {
        return failure(invalid(QStringLiteral("The options of a key cannot be used."), who));
    }
    for (const KeyRemark &remark : judgeKey({key.options, key.key, {}})) {
        if (remark.severity == Severity::Refused) {
            return failure(invalid(remark.text, who));
        }
    }
    return {};
}

Result<> checkKeys(const Person &person)
{
    if (person.keys.size() > MostKeysOfPerson) {
        return failure(invalid(
            QStringLiteral("A person has %1 keys at most.").arg(MostKeysOfPerson),
            person.login.text()));
    }
    QSet<PublicKey> seen;
    for (const RosterKey &key : person.keys) {
        if (auto fine = checkKey(key, person.login.text()); !fine) {
            return fine;
        }
        if (seen.contains(key.key)) {
            return failure(invalid(
                QStringLiteral("The key %1 stands there twice.").arg(key.key.fingerprint()),
                person.login.text()));
        }
        seen.insert(key.key);
    }
    return {};
}

Result<> checkGrant(const Grant &grant)
{
    if (auto selector = parseSelector(grant.selector); !selector) {
        return failure(selector.error());
    }
    if (grant.login) {
        if (auto login = parseLogin(grant.login->text()); !login) {
            return failure(login.error());
        }
    }
    for (const QString &group : grant.groups) {
        if (auto fine = checkGroup(group); !fine) {
            return fine;
        }
    }
    if (grant.from && grant.until && *grant.from >= *grant.until) {
        return failure(invalid(
            QStringLiteral("The grant for %1 ends before it begins.").arg(grant.selector),
            grant.selector));
    }
    return checkShell(grant.shell);
}

} // namespace

const Person *findPerson(const Roster &roster, const UserName &login)
{
    const auto found = lowerBound(roster.people, login);
    return found != roster.people.end() && found->login == login ? &*found : nullptr;
}

const FormerMember *findFormerMember(const Roster &roster, const UserName &login)
{
    const auto found = lowerBound(roster.formerMembers, login);
    return found != roster.formerMembers.end() && found->login == login ? &*found : nullptr;
}

Result<inventory::TargetWord> parseSelector(const QString &selector)
{
    auto word = inventory::TargetWord::parse(selector);
    if (!word) {
        return word;
    }
    if (word->minus || !word->workers.empty()) {
        return failure(invalid(
            QStringLiteral("\"%1\" does not name whole nodes: an account is on all workers of a "
                           "node.")
                .arg(selector),
            selector));
    }
    return word;
}

Result<> checkPerson(const Person &person)
{
    if (auto login = parseLogin(person.login.text()); !login) {
        return failure(login.error());
    }
    for (auto &&fine :
         {checkFullName(person.fullName), checkEmail(person.email), checkNote(person.note),
          checkKeys(person)}) {
        if (!fine) {
            return fine;
        }
    }
    if (person.grants.size() > MostGrants) {
        return failure(invalid(
            QStringLiteral("A person has %1 grants at most.").arg(MostGrants),
            person.login.text()));
    }
    for (const Grant &grant : person.grants) {
        if (auto fine = checkGrant(grant); !fine) {
            return fine;
        }
    }
    return {};
}

Result<Roster> withPerson(Roster roster, const Person &person)
{
    if (auto fine = checkPerson(person); !fine) {
        return failure(fine.error());
    }
    const auto place = lowerBound(roster.people, person.login);
    if (place != roster.people.end() && place->login == person.login) {
        *place = person;
    } else {
        roster.people.insert(place, person);
    }
    return forgetFormerMember(std::move(roster), person.login);
}

Result<Roster> withoutPerson(
    Roster roster, const UserName &login, const Offboarding &offboarding, const QDateTime &now)
{
    const auto place = lowerBound(roster.people, login);
    if (place == roster.people.end() || place->login != login) {
        return failure(
            {.kind = ErrorKind::NotFound,
             .summary = QStringLiteral("There is no %1 on the roster.").arg(login.text()),
             .detail = {},
             .hint = {},
             .subject = login.text()});
    }
    FormerMember formerMember{login, place->fullName, {login}, {}, offboarding, wholeSeconds(now)};
    for (const Grant &grant : place->grants) {
        const bool isNew =
            grant.login &&
            std::find(formerMember.logins.begin(), formerMember.logins.end(), *grant.login) ==
                formerMember.logins.end();
        if (isNew) {
            formerMember.logins.push_back(*grant.login);
        }
    }
    for (const RosterKey &key : place->keys) {
        formerMember.keys.push_back(key.key);
    }
    roster.people.erase(place);
    roster.formerMembers.insert(lowerBound(roster.formerMembers, login), std::move(formerMember));
    return roster;
}

Roster forgetFormerMember(Roster roster, const UserName &login)
{
    const auto place = lowerBound(roster.formerMembers, login);
    if (place != roster.formerMembers.end() && place->login == login) {
        roster.formerMembers.erase(place);
    }
    return roster;
}

QStringList RecipesForAccounts::of(const QString &login) const
{
    QStringList names = all + ofLogins.value(login);
    names.removeDuplicates();
    return names;
}

RecipesForAccounts recipesForAccounts(const Roster &roster)
{
    RecipesForAccounts recipes{roster.recipes, {}};
    for (const Person &person : roster.people) {
        QStringList logins;
        for (const Grant &grant : person.grants) {
            logins << grant.login.value_or(person.login).text();
        }
        logins.removeDuplicates();
        for (const QString &login : std::as_const(logins)) {
            recipes.ofLogins[login] += person.recipes;
        }
    }
    return recipes;
}

std::optional<QDateTime> nextChange(const Roster &roster, const QDateTime &now)
{
    std::optional<QDateTime> next;
    const auto consider = [&next, &now](const std::optional<QDateTime> &time) {
        if (time && *time > now && (!next || *time < *next)) {
            next = time;
        }
    };
    for (const Person &person : roster.people) {
        for (const RosterKey &key : person.keys) {
            consider(key.expires);
        }
        for (const Grant &grant : person.grants) {
            consider(grant.from);
            consider(grant.until);
        }
    }
    return next;
}

QDateTime wholeSeconds(const QDateTime &time)
{
    return QDateTime::fromSecsSinceEpoch(time.toSecsSinceEpoch(), Qt::UTC);
}

std::vector<UserName> ownersOf(const Roster &roster, const PublicKey &key)
{
    std::vector<UserName> owners;
    for (const Person &person : roster.people) {
        const bool has =
            std::any_of(person.keys.begin(), person.keys.end(), [&key](const RosterKey &own) {
                return own.key == key;
            });
        if (has) {
            owners.push_back(person.login);
        }
    }
    return owners;
}

} // namespace podium::people
