// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/roster/roster.h"
#include "core/people/roster/rosterjson.h"
#include "core/people/roster/rosterreader.h"

#include <QJsonArray>

namespace podium::people {

namespace {

/// For entries that do not say when they were added.
QDateTime epoch()
{
    return QDateTime::fromSecsSinceEpoch(0, Qt::UTC);
}

void putTime(QJsonObject &object, const QString &name, const std::optional<QDateTime> &time)
{
    if (time) {
        object[name] = timeToJson(*time);
    }
}

void putText(QJsonObject &object, const QString &name, const QString &text)
{
    if (!text.isEmpty()) {
        object[name] = text;
    }
}

QJsonObject keyToJson(const RosterKey &key)
{
    QJsonObject object{
        {QStringLiteral("key"), QString::fromLatin1(key.key.text())},
        {QStringLiteral("added"), timeToJson(key.added)}};
    putText(object, QStringLiteral("label"), key.label);
    putText(object, QStringLiteral("options"), QString::fromUtf8(key.options));
    putTime(object, QStringLiteral("expires"), key.expires);
    return object;
}

QJsonObject grantToJson(const Grant &grant)
{
    QJsonObject object{{QStringLiteral("on"), grant.selector}};
    if (grant.login) {
        object[QStringLiteral("login")] = grant.login->text();
    }
    if (grant.sudo) {
        object[QStringLiteral("sudo")] = true;
    }
    if (!grant.groups.isEmpty()) {
        object[QStringLiteral("groups")] = QJsonArray::fromStringList(grant.groups);
    }
    putText(object, QStringLiteral("shell"), grant.shell);
    if (grant.adopt) {
        object[QStringLiteral("adopt")] = true;
    }
    if (grant.exclusive) {
        object[QStringLiteral("exclusive")] = true;
    }
    putTime(object, QStringLiteral("from"), grant.from);
    putTime(object, QStringLiteral("until"), grant.until);
    return object;
}

Result<RosterKey> keyFromJson(const QJsonObject &object, const QString &where)
{
    RosterReader reader(object, where);
    RosterKey key;
    if (auto parsed = reader.key(reader.text(QStringLiteral("key")))) {
        key.key = *parsed;
    }
    key.label = reader.text(QStringLiteral("label"));
    key.options = reader.text(QStringLiteral("options")).toUtf8();
    key.added = reader.time(QStringLiteral("added")).value_or(epoch());
    key.expires = reader.time(QStringLiteral("expires"));
    if (auto error = reader.finish()) {
        return failure(*error);
    }
    return key;
}

Result<Grant> grantFromJson(const QJsonObject &object, const QString &where)
{
    RosterReader reader(object, where);
    Grant grant;
    grant.selector = reader.text(QStringLiteral("on"));
    grant.login = reader.login(QStringLiteral("login"));
    grant.sudo = reader.flag(QStringLiteral("sudo"));
    grant.groups = reader.texts(QStringLiteral("groups"));
    grant.shell = reader.text(QStringLiteral("shell"));
    grant.adopt = reader.flag(QStringLiteral("adopt"));
    grant.exclusive = reader.flag(QStringLiteral("exclusive"));
    grant.from = reader.time(QStringLiteral("from"));
    grant.until = reader.time(QStringLiteral("until"));
    if (auto error = reader.finish()) {
        return failure(*error);
    }
    return grant;
}

template <typename T, typename Read>
Result<> readAll(const QJsonArray &array, std::vector<T> &to, Read read)
{
    for (const QJsonValue &value : array) {
        auto item = read(value.toObject());
        if (!item) {
            return failure(item.error());
        }
        to.push_back(std::move(*item));
    }
    return {};
}

} // namespace

QJsonObject personToJson(const Person &person)
{
    QJsonObject object{{QStringLiteral("login"), person.login.text()}};
    putText(object, QStringLiteral("name"), person.fullName);
    putText(object, QStringLiteral("email"), person.email);
    putText(object, QStringLiteral("note"), person.note);
    QJsonArray keys;
    for (const RosterKey &key : person.keys) {
        keys.append(keyToJson(key));
    }
    object[QStringLiteral("keys")] = keys;
    QJsonArray grants;
    for (const Grant &grant : person.grants) {
        grants.append(grantToJson(grant));
    }
    object[QStringLiteral("grants")] = grants;
    return object;
}

Result<Person> personFromJson(const QJsonObject &object)
{
    const QString where = object.value(QLatin1String("login")).toString().left(40);
    RosterReader reader(object, where);
    Person person;
    person.login = reader.login(QStringLiteral("login")).value_or(UserName());
    person.fullName = reader.text(QStringLiteral("name"));
    person.email = reader.text(QStringLiteral("email"));
    person.note = reader.text(QStringLiteral("note"));
    const QJsonArray keys = reader.array(QStringLiteral("keys"));
    const QJsonArray grants = reader.array(QStringLiteral("grants"));
    if (auto error = reader.finish()) {
        return failure(*error);
    }
    const auto readKey = [&where](const QJsonObject &key) { return keyFromJson(key, where); };
    const auto readGrant = [&where](const QJsonObject &grant) {
        return grantFromJson(grant, where);
    };
    if (auto fine = readAll(keys, person.keys, readKey); !fine) {
        return failure(fine.error());
    }
    if (auto fine = readAll(grants, person.grants, readGrant); !fine) {
        return failure(fine.error());
    }
    if (auto fine = checkPerson(person); !fine) {
        return failure(fine.error());
    }
    return person;
}

} // namespace podium::people
