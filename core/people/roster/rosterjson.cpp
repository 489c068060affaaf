// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/roster/rosterjson.h"

#include "core/people/keys/textrules.h"
#include "core/people/roster/roster.h"
#include "core/people/roster/rosterreader.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace podium::people {

namespace {

constexpr int LargestDocument = 16 * 1024 * 1024;
constexpr int FormatVersion = 1;

Error wrongDocument(const QString &summary, const QString &detail = {})
{
    return {
        .kind = ErrorKind::InvalidArgument,
        .summary = summary,
        .detail = detail,
        .hint = {},
        .subject = {}};
}

/// Sorts by login; false where one stands there twice.
template <typename Entry>
bool sortUnique(std::vector<Entry> &entries)
{
    std::sort(entries.begin(), entries.end(), [](const Entry &a, const Entry &b) {
        return a.login < b.login;
    });
    return std::adjacent_find(entries.begin(), entries.end(), [](const Entry &a, const Entry &b) {
               return a.login == b.login;
           }) == entries.end();
}

} // namespace

QString accountChoiceName(AccountChoice choice)
{
    switch (choice) {
    case AccountChoice::Keep:
        return QStringLiteral("keep");
    case AccountChoice::Lock:
        return QStringLiteral("lock");
    case AccountChoice::Delete:
        break;
    }
    return QStringLiteral("delete");
}

QString homeChoiceName(HomeChoice choice)
{
    switch (choice) {
    case HomeChoice::Keep:
        return QStringLiteral("keep");
    case HomeChoice::Archive:
        return QStringLiteral("archive");
    case HomeChoice::Delete:
        break;
    }
    return QStringLiteral("delete");
}

std::optional<AccountChoice> accountChoiceFromName(const QString &name)
{
    for (const auto choice : {AccountChoice::Keep, AccountChoice::Lock, AccountChoice::Delete}) {
        if (accountChoiceName(choice) == name) {
            return choice;
        }
    }
    return std::nullopt;
}

std::optional<HomeChoice> homeChoiceFromName(const QString &name)
{
    for (const auto choice : {HomeChoice::Keep, HomeChoice::Archive, HomeChoice::Delete}) {
        if (homeChoiceName(choice) == name) {
            return choice;
        }
    }
    return std::nullopt;
}

QJsonObject formerMemberToJson(const FormerMember &formerMember)
{
    QJsonObject object{
        {QStringLiteral("login"), formerMember.login.text()},
        {QStringLiteral("account"), accountChoiceName(formerMember.offboarding.account)},
        {QStringLiteral("home"), homeChoiceName(formerMember.offboarding.home)},
        {QStringLiteral("endSessions"), formerMember.offboarding.endSessions},
        {QStringLiteral("since"), timeToJson(formerMember.since)}};
    if (!formerMember.fullName.isEmpty()) {
        object[QStringLiteral("name")] = formerMember.fullName;
    }
    QJsonArray logins;
    for (const UserName &login : formerMember.logins) {
        logins.append(login.text());
    }
    object[QStringLiteral("logins")] = logins;
    QJsonArray keys;
    for (const PublicKey &key : formerMember.keys) {
        keys.append(QString::fromLatin1(key.text()));
    }
    object[QStringLiteral("keys")] = keys;
    return object;
}

Result<FormerMember> formerMemberFromJson(const QJsonObject &object)
{
    RosterReader reader(object, object.value(QLatin1String("login")).toString().left(40));
    FormerMember formerMember;
    formerMember.login = reader.login(QStringLiteral("login")).value_or(UserName());
    formerMember.fullName = reader.text(QStringLiteral("name"));
    formerMember.since =
        reader.time(QStringLiteral("since")).value_or(QDateTime::fromSecsSinceEpoch(0, Qt::UTC));
    formerMember.offboarding.endSessions = reader.flag(QStringLiteral("endSessions"));
    const auto account = accountChoiceFromName(reader.text(QStringLiteral("account")));
    const auto home = homeChoiceFromName(reader.text(QStringLiteral("home")));
    if (!account || !home || formerMember.login.isEmpty() ||
        !checkFullName(formerMember.fullName)) {
        reader.complain(QStringLiteral("account"), QStringLiteral("or another choice is wrong"));
    }
    formerMember.offboarding.account = account.value_or(AccountChoice::Lock);
    formerMember.offboarding.home = home.value_or(HomeChoice::Keep);
    for (const QString &text : reader.texts(QStringLiteral("logins"))) {
        if (const auto login = parseLogin(text)) {
            formerMember.logins.push_back(*login);
        } else {
            reader.complain(QStringLiteral("logins"), QStringLiteral("cannot be used"));
        }
    }
    for (const QString &text : reader.texts(QStringLiteral("keys"))) {
        formerMember.keys.push_back(reader.key(text).value_or(PublicKey()));
    }
    if (auto error = reader.finish()) {
        return failure(*error);
    }
    return formerMember;
}

QByteArray rosterToJson(const Roster &roster)
{
    QJsonArray people;
    for (const Person &person : roster.people) {
        people.append(personToJson(person));
    }
    QJsonArray formerMembers;
    for (const FormerMember &formerMember : roster.formerMembers) {
        formerMembers.append(formerMemberToJson(formerMember));
    }
    const QJsonObject document{
        {QStringLiteral("podiumRoster"), FormatVersion},
        {QStringLiteral("people"), people},
        {QStringLiteral("leavers"), formerMembers}};
    return QJsonDocument(document).toJson(QJsonDocument::Indented);
}

Result<Roster> rosterFromJson(const QByteArray &json)
{
    if (json.size() > LargestDocument) {
        return failure(wrongDocument(QStringLiteral("The file is too large to be a roster.")));
    }
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(json, &problem);
    if (problem.error != QJsonParseError::NoError) {
        return failure(wrongDocument(
            QStringLiteral("The file is no JSON at byte %1.").arg(problem.offset),
            problem.errorString()));
    }
    QJsonObject object = document.object();
    if (object.take(QLatin1String("podiumRoster")).toInt() != FormatVersion) {
        return failure(wrongDocument(QStringLiteral("The file is no roster of this Podium.")));
    }
    RosterReader reader(object, QStringLiteral("the top"));
    const QJsonArray people = reader.array(QStringLiteral("people"));
    const QJsonArray formerMembers = reader.array(QStringLiteral("leavers"));
    if (auto error = reader.finish()) {
        return failure(*error);
    }
    Roster roster;
    for (const QJsonValue &value : people) {
        auto person = personFromJson(value.toObject());
        if (!person) {
            return failure(person.error());
        }
        roster.people.push_back(std::move(*person));
    }
    for (const QJsonValue &value : formerMembers) {
        auto formerMember = formerMemberFromJson(value.toObject());
        if (!formerMember) {
            return failure(formerMember.error());
        }
        roster.formerMembers.push_back(std::move(*formerMember));
    }
    if (!sortUnique(roster.people) || !sortUnique(roster.formerMembers)) {
        return failure(wrongDocument(QStringLiteral("A login stands in the roster twice.")));
    }
    const auto isBack = [&roster](const FormerMember &formerMember) {
        return findPerson(roster, formerMember.login) != nullptr;
    };
    if (std::any_of(roster.formerMembers.begin(), roster.formerMembers.end(), isBack)) {
        return failure(
            wrongDocument(QStringLiteral("A login is both on the roster and among the leavers.")));
    }
    return roster;
}

} // namespace podium::people
