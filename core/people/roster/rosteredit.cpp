// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/roster/rosteredit.h"

#include "core/people/keys/textrules.h"
#include "core/people/roster/roster.h"
#include "core/people/roster/rosterjson.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace podium::people {

namespace {

Error error(
    ErrorKind kind, const QString &summary, const QString &subject = {}, const QString &hint = {})
{
    return {kind, summary, {}, hint, subject};
}

Error notOnRoster(const QString &login)
{
    return error(
        ErrorKind::NotFound, QStringLiteral("There is no %1 on the roster.").arg(login), login);
}

Result<Person> personOf(const Roster &roster, const UserName &login)
{
    const Person *person = findPerson(roster, login);
    return person ? Result<Person>(*person) : failure(notOnRoster(login.text()));
}

/// As they are stored: what no store keeps is no difference.
bool isSamePerson(const Roster &one, const Roster &other, const UserName &login)
{
    const Person *person = findPerson(one, login);
    const Person *otherPerson = findPerson(other, login);
    const FormerMember *former = findFormerMember(one, login);
    const FormerMember *otherFormer = findFormerMember(other, login);
    if (!person != !otherPerson || !former != !otherFormer) {
        return false;
    }
    return (!person || (personToJson(*person) == personToJson(*otherPerson) &&
                        person->recipes == otherPerson->recipes)) &&
           (!former || formerMemberToJson(*former) == formerMemberToJson(*otherFormer));
}

/// Brings what `after` has and `before` had not into `now`.
template <typename Item, typename Same>
void carryOver(
    std::vector<Item> &now, const std::vector<Item> &before, const std::vector<Item> &after,
    Same isSame)
{
    for (const Item &item : after) {
        if (std::find(before.begin(), before.end(), item) == before.end()) {
            std::erase_if(now, [&](const Item &other) { return isSame(item, other); });
            now.push_back(item);
        }
    }
}

void carryOver(QString &now, const QString &before, const QString &after)
{
    if (before != after) {
        now = after;
    }
}

bool isSameGrant(const Grant &a, const Grant &b)
{
    return a.selector == b.selector && a.login == b.login;
}

/// The label: what the key's owner called it, as far as that is harmless.
QString labelOf(const KeyLine &line)
{
    const QString label = QString::fromUtf8(line.comment).simplified();
    return harmIn(line.comment) || label.size() > 100 ? QString() : label;
}

} // namespace

Result<std::vector<RosterKey>> rosterKeysFrom(
    const QByteArray &text, const QDateTime &now, const std::optional<QDateTime> &expires,
    LineOptions options)
{
    const KeyText read = readKeyText(text);
    QStringList problems;
    std::vector<RosterKey> keys;
    for (const KeyEntry &entry : read.entries) {
        if (!entry.isUsable()) {
            for (const KeyRemark &remark : entry.remarks) {
                if (remark.severity == Severity::Refused) {
                    problems
                        << QStringLiteral("Line %1: %2").arg(entry.lineNumber).arg(remark.text);
                    break;
                }
            }
            continue;
        }
        if (options == LineOptions::LeftOut && isAuthority(*entry.line)) {
            problems << QStringLiteral("Line %1: an authority's key is nothing without its "
                                       "options; keep them, or leave the line out.")
                            .arg(entry.lineNumber);
            continue;
        }
        RosterKey key;
        key.key = entry.line->key;
        key.label = labelOf(*entry.line);
        key.options = options == LineOptions::Kept ? entry.line->options : QByteArray();
        key.added = wholeSeconds(now);
        key.expires = expires ? expires : entry.expires;
        keys.push_back(std::move(key));
    }
    if (read.entries.empty()) {
        return failure(error(
            ErrorKind::Refused, QStringLiteral("There is no public key in this text."), {},
            QStringLiteral("A public key is one line that begins with a word such as "
                           "ssh-ed25519; it is in the file that ends in .pub.")));
    }
    if (!problems.isEmpty()) {
        return failure(error(ErrorKind::Refused, problems.join(QLatin1Char(' '))));
    }
    return keys;
}

Result<Roster> withNewPerson(Roster roster, const Person &person)
{
    if (findPerson(roster, person.login)) {
        return failure(error(
            ErrorKind::AlreadyExists,
            QStringLiteral("%1 is on the roster already.").arg(person.login.text()),
            person.login.text(), QStringLiteral("Change that person, or choose another login.")));
    }
    return withPerson(std::move(roster), person);
}

Result<Roster> withEdit(Roster roster, const Person &before, const Person &after)
{
    auto person = personOf(roster, after.login);
    if (!person) {
        return failure(person.error());
    }
    carryOver(person->fullName, before.fullName, after.fullName);
    carryOver(person->email, before.email, after.email);
    carryOver(person->note, before.note, after.note);
    carryOver(person->keys, before.keys, after.keys, [](const RosterKey &a, const RosterKey &b) {
        return a.key == b.key;
    });
    carryOver(person->grants, before.grants, after.grants, isSameGrant);
    return withPerson(std::move(roster), *person);
}

Result<Roster> withKeys(Roster roster, const UserName &login, const std::vector<RosterKey> &keys)
{
    auto person = personOf(roster, login);
    if (!person) {
        return failure(person.error());
    }
    bool isNew = false;
    for (const RosterKey &key : keys) {
        const auto known =
            std::find_if(person->keys.begin(), person->keys.end(), [&key](const RosterKey &own) {
                return own.key == key.key;
            });
        if (known == person->keys.end()) {
            person->keys.push_back(key);
            isNew = true;
        } else if (known->expires != key.expires) {
            known->expires = key.expires;
            isNew = true;
        }
    }
    if (!isNew) {
        return failure(error(
            ErrorKind::AlreadyExists, QStringLiteral("%1 has that key already.").arg(login.text()),
            login.text()));
    }
    return withPerson(std::move(roster), *person);
}

Result<Roster> withoutKey(Roster roster, const UserName &login, const QString &which)
{
    auto person = personOf(roster, login);
    if (!person) {
        return failure(person.error());
    }
    const auto fits = [&which](const RosterKey &key) {
        return key.key.fingerprint() == which || (!key.label.isEmpty() && key.label == which);
    };
    const auto count = std::count_if(person->keys.begin(), person->keys.end(), fits);
    if (count != 1) {
        return failure(error(
            ErrorKind::NotFound,
            count == 0 ? QStringLiteral("%1 has no key %2.").arg(login.text(), which)
                       : QStringLiteral("%1 has several keys called %2.").arg(login.text(), which),
            login.text(), QStringLiteral("Name it by its fingerprint, SHA256:…")));
    }
    std::erase_if(person->keys, fits);
    return withPerson(std::move(roster), *person);
}

Result<Roster> withGrant(Roster roster, const UserName &login, const Grant &grant)
{
    auto person = personOf(roster, login);
    if (!person) {
        return failure(person.error());
    }
    std::erase_if(person->grants, [&grant](const Grant &own) { return isSameGrant(own, grant); });
    person->grants.push_back(grant);
    return withPerson(std::move(roster), *person);
}

Result<Roster> withoutGrant(Roster roster, const UserName &login, const QString &selector)
{
    auto person = personOf(roster, login);
    if (!person) {
        return failure(person.error());
    }
    const auto gone = std::erase_if(
        person->grants, [&selector](const Grant &own) { return own.selector == selector; });
    if (gone == 0) {
        QStringList selectors;
        for (const Grant &grant : person->grants) {
            selectors << grant.selector;
        }
        return failure(error(
            ErrorKind::NotFound,
            QStringLiteral("%1 has no grant for %2.").arg(login.text(), selector), login.text(),
            selectors.isEmpty()
                ? QString()
                : QStringLiteral("There are: %1.").arg(selectors.join(QStringLiteral(", ")))));
    }
    return withPerson(std::move(roster), *person);
}

Result<Roster> withoutGrant(Roster roster, const UserName &login, const Grant &grant)
{
    auto person = personOf(roster, login);
    if (!person) {
        return failure(person.error());
    }
    const auto gone = std::erase_if(
        person->grants, [&grant](const Grant &own) { return isSameGrant(own, grant); });
    if (gone == 0) {
        return failure(error(
            ErrorKind::NotFound,
            QStringLiteral("%1 has no such grant for %2.").arg(login.text(), grant.selector),
            login.text()));
    }
    return withPerson(std::move(roster), *person);
}

Result<QStringList> recipesOf(const Roster &roster, const QString &login)
{
    if (login.isEmpty()) {
        return roster.recipes;
    }
    const auto name = UserName::parse(login);
    const auto person = name ? personOf(roster, *name) : failure(notOnRoster(login));
    return person ? Result<QStringList>(person->recipes) : failure(person.error());
}

Result<Roster> withRecipes(Roster roster, const QString &login, const QStringList &names)
{
    if (login.isEmpty()) {
        roster.recipes = names;
        return roster;
    }
    const auto name = UserName::parse(login);
    auto person = name ? personOf(roster, *name) : failure(notOnRoster(login));
    if (!person) {
        return failure(person.error());
    }
    person->recipes = names;
    return withPerson(std::move(roster), *person);
}

Result<Roster> withRecipe(Roster roster, const QString &login, const QString &name, bool isRun)
{
    auto names = recipesOf(roster, login);
    if (!names) {
        return failure(names.error());
    }
    if (!isRun) {
        names->removeAll(name);
    } else if (!names->contains(name)) {
        names->append(name);
    }
    return withRecipes(std::move(roster), login, *names);
}

Result<Roster>
withChangeUndone(Roster roster, const Roster &before, const Roster &after, const UserName &login)
{
    if (!isSamePerson(roster, after, login)) {
        return failure(error(
            ErrorKind::Conflict,
            QStringLiteral("%1 was changed again meanwhile; nothing was undone.").arg(login.text()),
            login.text()));
    }
    const auto restore = [&login](auto &list, const auto &old) {
        const auto isThem = [&login](const auto &entry) { return entry.login == login; };
        std::erase_if(list, isThem);
        std::copy_if(old.begin(), old.end(), std::back_inserter(list), isThem);
        std::sort(list.begin(), list.end(), [](const auto &a, const auto &b) {
            return a.login < b.login;
        });
    };
    restore(roster.people, before.people);
    restore(roster.formerMembers, before.formerMembers);
    return roster;
}

Result<QDateTime> parseEnd(const QString &text, const QDateTime &now)
{
    QDateTime end;
    static const QRegularExpression days(QStringLiteral(R"(\A([1-9][0-9]{0,3})d\z)"));
    static const QRegularExpression day(QStringLiteral(R"(\A\d{4}-\d\d-\d\d\z)"));
    if (const auto match = days.match(text); match.hasMatch()) {
        end = now.addDays(match.captured(1).toInt());
    } else if (day.match(text).hasMatch()) {
        const QDate date = QDate::fromString(text, Qt::ISODate);
        end = date.isValid() ? date.addDays(1).startOfDay().toUTC() : QDateTime();
    } else if (const QDateTime time = QDateTime::fromString(text, Qt::ISODate);
               time.timeSpec() != Qt::LocalTime) {
        end = time.toUTC();
    }
    if (!end.isValid()) {
        return failure(error(
            ErrorKind::InvalidArgument,
            QStringLiteral("\"%1\" says no time at which something could end.").arg(text), {},
            QStringLiteral("Write 2026-12-31, 2026-12-31T18:00:00Z or 30d.")));
    }
    if (end <= now) {
        return failure(
            error(ErrorKind::InvalidArgument, QStringLiteral("%1 is in the past.").arg(text)));
    }
    return wholeSeconds(end);
}

} // namespace podium::people
