// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/roster/rosterreader.h"

#include "core/people/keys/textrules.h"
#include "core/people/roster/roster.h"

namespace podium::people {

QString RosterReader::text(const QString &name)
{
    const QJsonValue value = m_object.take(name);
    if (!value.isUndefined() && !value.isString()) {
        complain(name, QStringLiteral("is no text"));
    }
    return value.toString();
}

bool RosterReader::flag(const QString &name)
{
    const QJsonValue value = m_object.take(name);
    if (!value.isUndefined() && !value.isBool()) {
        complain(name, QStringLiteral("is neither true nor false"));
    }
    return value.toBool();
}

std::optional<QDateTime> RosterReader::time(const QString &name)
{
    const QString words = text(name);
    if (words.isEmpty()) {
        return std::nullopt;
    }
    const QDateTime time = QDateTime::fromString(words, Qt::ISODate);
    if (!time.isValid() || time.timeSpec() == Qt::LocalTime) {
        complain(name, QStringLiteral("is no time like 2026-12-31T23:59:59Z"));
        return std::nullopt;
    }
    return wholeSeconds(time);
}

std::optional<UserName> RosterReader::login(const QString &name)
{
    const QString words = text(name);
    if (words.isEmpty()) {
        return std::nullopt;
    }
    const auto parsed = parseLogin(words);
    if (!parsed) {
        complain(name, QStringLiteral("cannot be used: ") + parsed.error().summary);
        return std::nullopt;
    }
    return *parsed;
}

std::optional<PublicKey> RosterReader::key(const QString &words)
{
    auto parsed = PublicKey::parse(words.toUtf8());
    if (!parsed) {
        complain(QStringLiteral("key"), QStringLiteral("is no public key"));
    }
    return parsed;
}

QStringList RosterReader::texts(const QString &name)
{
    QStringList list;
    for (const QJsonValue &value : array(name)) {
        if (!value.isString()) {
            complain(name, QStringLiteral("is no list of texts"));
        }
        list << value.toString();
    }
    return list;
}

QJsonArray RosterReader::array(const QString &name)
{
    const QJsonValue value = m_object.take(name);
    if (!value.isUndefined() && !value.isArray()) {
        complain(name, QStringLiteral("is no list"));
    }
    return value.toArray();
}

void RosterReader::complain(const QString &name, const QString &what)
{
    if (!m_error) {
        m_error = Error{
            .kind = ErrorKind::InvalidArgument,
            .summary =
                QStringLiteral("The roster is wrong at %1: \"%2\" %3.").arg(m_where, name, what),
            .detail = {},
            .hint = {},
            .subject = m_where};
    }
}

std::optional<Error> RosterReader::finish()
{
    if (!m_object.isEmpty()) {
        complain(m_object.keys().first(), QStringLiteral("is not known"));
    }
    return m_error;
}

QString timeToJson(const QDateTime &time)
{
    return time.toUTC().toString(Qt::ISODate);
}

} // namespace podium::people
