// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/keys/keyline.h"
#include "core/people/roster/collaborator.h"

#include <QCryptographicHash>

namespace podium::tests {

inline QDateTime at(int day, int hour = 0)
{
    return QDateTime(QDate(2026, 3, 1).addDays(day), QTime(hour, 0), Qt::UTC);
}

/// An ed25519 key that no one has: each number gives another one.
inline people::PublicKey key(int number)
{
    const QByteArray point =
        QCryptographicHash::hash(QByteArray::number(number), QCryptographicHash::Sha256);
    return *people::PublicKey::fromBlob(QByteArray("\0\0\0\x0bssh-ed25519\0\0\0\x20", 19) + point);
}

inline people::RosterKey rosterKey(int number)
{
    return {key(number), QStringLiteral("key-%1").arg(number), {}, at(0), {}};
}

inline people::Grant grant(const char *selector)
{
    people::Grant grant;
    grant.selector = QString::fromLatin1(selector);
    return grant;
}

inline people::Person person(const char *login, int keyNumber, const char *selector = "@all")
{
    people::Person person;
    person.login = *UserName::parse(QString::fromLatin1(login));
    person.fullName = QStringLiteral("Collaborator ") + QString::fromLatin1(login);
    person.keys = {rosterKey(keyNumber)};
    person.grants = {grant(selector)};
    return person;
}

} // namespace podium::tests
