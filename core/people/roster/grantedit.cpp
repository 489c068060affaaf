// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/roster/grantedit.h"

#include "core/base/daytext.h"
#include "core/people/roster/roster.h"
#include "core/people/roster/rosteredit.h"

#include <algorithm>

namespace podium::people {

namespace {

bool isAbout(const Grant &grant, const QString &selector, const std::optional<UserName> &login)
{
    return grant.selector == selector && grant.login == login;
}

const Grant *
findGrant(const Person &person, const QString &selector, const std::optional<UserName> &login)
{
    const auto at =
        std::find_if(person.grants.begin(), person.grants.end(), [&](const Grant &grant) {
            return isAbout(grant, selector, login);
        });
    return at == person.grants.end() ? nullptr : &*at;
}

template <typename T>
void change(T &value, const std::optional<T> &to)
{
    if (to) {
        value = *to;
    }
}

Grant edited(Grant grant, const GrantEdit &edit)
{
    grant.selector = edit.selector;
    grant.login = edit.login;
    change(grant.sudo, edit.sudo);
    change(grant.adopt, edit.adopt);
    change(grant.exclusive, edit.exclusive);
    change(grant.shell, edit.shell);
    change(grant.from, edit.from);
    change(grant.until, edit.until);
    grant.groups << edit.addedGroups;
    grant.groups.removeDuplicates();
    for (const QString &group : edit.removedGroups) {
        grant.groups.removeAll(group);
    }
    return grant;
}

QString yesOrNo(bool value)
{
    return value ? QStringLiteral("yes") : QStringLiteral("no");
}

QString beginningText(const std::optional<QDateTime> &from)
{
    return from ? firstTimeText(*from) : QStringLiteral("now");
}

QString endText(const std::optional<QDateTime> &until)
{
    return until ? lastTimeText(*until) : QStringLiteral("no end");
}

} // namespace

Result<Roster> withGrantEdit(Roster roster, const UserName &login, const GrantEdit &edit)
{
    const Person *person = findPerson(roster, login);
    const Grant *before = person ? findGrant(*person, edit.selector, edit.login) : nullptr;
    const Grant after = edited(before ? *before : Grant(), edit);
    return withGrant(std::move(roster), login, after);
}

QStringList grantDifferences(const Grant &before, const Grant &after)
{
    QStringList differences;
    const auto compare = [&](const char *name, const QString &old, const QString &now) {
        if (old != now) {
            differences << QStringLiteral("%1: %2 -> %3").arg(QLatin1String(name), old, now);
        }
    };
    const QString none = QStringLiteral("none");
    const auto orNone = [&none](const QString &text) { return text.isEmpty() ? none : text; };
    const QString shell = QStringLiteral("/bin/bash");
    compare("sudo", yesOrNo(before.sudo), yesOrNo(after.sudo));
    compare(
        "groups", orNone(before.groups.join(QStringLiteral(", "))),
        orNone(after.groups.join(QStringLiteral(", "))));
    compare(
        "shell", before.shell.isEmpty() ? shell : before.shell,
        after.shell.isEmpty() ? shell : after.shell);
    compare("adopt", yesOrNo(before.adopt), yesOrNo(after.adopt));
    compare("exclusive", yesOrNo(before.exclusive), yesOrNo(after.exclusive));
    compare("from", beginningText(before.from), beginningText(after.from));
    compare("until", endText(before.until), endText(after.until));
    return differences;
}

QStringList grantDifferences(const Person &before, const Person &after)
{
    QStringList differences;
    for (const Grant &grant : after.grants) {
        if (const Grant *old = findGrant(before, grant.selector, grant.login)) {
            for (const QString &difference : grantDifferences(*old, grant)) {
                differences << grant.selector + QStringLiteral(": ") + difference;
            }
        }
    }
    return differences;
}

} // namespace podium::people
