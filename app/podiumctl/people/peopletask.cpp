// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/people/peopletask.h"

#include "app/podiumctl/people/grantarguments.h"
#include "app/podiumctl/people/peoplejson.h"
#include "app/podiumctl/terminal.h"
#include "core/base/daytext.h"
#include "core/base/files.h"
#include "core/people/keys/keytext.h"
#include "core/people/keys/textrules.h"
#include "core/people/roster/roster.h"
#include "core/people/roster/rosteredit.h"
#include "core/people/roster/rosterjson.h"

#include <QFile>

#include <cstdio>
#include <utility>

namespace podium::ctl {

using namespace podium::people;
using Change = RosterStore::Change;

namespace {

Result<QByteArray> readKeys(const QStringList &files)
{
    QByteArray all;
    for (const QString &file : files) {
        if (file == QLatin1String("-")) {
            QFile input;
            if (input.open(stdin, QIODevice::ReadOnly)) {
                all += input.read(LongestKeyText + 1);
            }
        } else {
            const auto bytes = readFile(file, LongestKeyText);
            if (!bytes) {
                return failure(bytes.error());
            }
            all += *bytes;
        }
        all += '\n';
    }
    return all;
}

Result<std::vector<RosterKey>> keysFrom(
    const PeopleArguments &arguments, const QDateTime &now,
    const std::optional<QDateTime> &expires = {})
{
    if (arguments.keyFiles.isEmpty()) {
        return std::vector<RosterKey>();
    }
    const auto bytes = readKeys(arguments.keyFiles);
    if (!bytes) {
        return failure(bytes.error());
    }
    if (!arguments.keepOptions && readKeyText(*bytes).hasOptions()) {
        printNote(
            QStringLiteral("The options before the keys are left out; --keep-options keeps them."));
    }
    return rosterKeysFrom(
        *bytes, now, expires, arguments.keepOptions ? LineOptions::Kept : LineOptions::LeftOut);
}

Error noLeaver(const UserName &login)
{
    return {
        ErrorKind::NotFound,
        QStringLiteral("Nobody of the login %1 has left; nothing was changed.").arg(login.text()),
        {},
        QStringLiteral("`podiumctl people list` says who is there, and who has left."),
        login.text()};
}

/// As --until takes it: a day is meant to its end, here.
QString endText(const QDateTime &end)
{
    const QDateTime local = end.toLocalTime();
    return isDaysBegin(local) ? local.date().addDays(-1).toString(Qt::ISODate)
                              : end.toString(Qt::ISODate);
}

/// As --from takes it.
QString beginText(const QDateTime &begin)
{
    const QDateTime local = begin.toLocalTime();
    return isDaysBegin(local) ? local.date().toString(Qt::ISODate) : begin.toString(Qt::ISODate);
}

QString grantText(const Grant &grant)
{
    QStringList parts{grant.selector};
    if (grant.login) {
        parts << QStringLiteral("as ") % grant.login->text();
    }
    if (grant.sudo) {
        parts << QStringLiteral("sudo");
    }
    if (grant.exclusive) {
        parts << QStringLiteral("exclusive");
    }
    if (grant.from) {
        parts << QStringLiteral("from ") % beginText(*grant.from);
    }
    if (grant.until) {
        parts << QStringLiteral("until ") % endText(*grant.until);
    }
    return parts.join(QLatin1Char(' '));
}

} // namespace

ExitCode printRosterFailure(const Error &error)
{
    printError(error);
    const bool isUsage = error.kind == ErrorKind::InvalidArgument ||
                         error.kind == ErrorKind::NotFound ||
                         error.kind == ErrorKind::AlreadyExists;
    return isUsage ? ExitUsage : ExitRefused;
}

PeopleTask::PeopleTask(
    RosterStore &store, const Clock &clock, PeopleArguments arguments, QObject *parent)
    : Task(parent)
    , m_store(store)
    , m_clock(clock)
    , m_arguments(std::move(arguments))
{}

bool PeopleTask::does(PeopleAction action)
{
    return action != PeopleAction::Plan && action != PeopleAction::Apply &&
           action != PeopleAction::Audit && action != PeopleAction::Recipes;
}

void PeopleTask::start()
{
    const PeopleAction action = m_arguments.action;
    if (action == PeopleAction::List || action == PeopleAction::Export) {
        m_store.load(Callback<Result<Roster>>(this, [this](const Result<Roster> &roster) {
            if (!roster) {
                emit finished(printRosterFailure(roster.error()));
            } else {
                m_arguments.action == PeopleAction::List ? print(*roster) : exportRoster(*roster);
            }
        }));
        return;
    }
    if (action == PeopleAction::Import) {
        import();
        return;
    }
    auto change = makeChange();
    if (!change) {
        emit finished(printRosterFailure(change.error()));
        return;
    }
    m_store.change(
        std::move(*change),
        Callback<Result<Roster>>(this, [this](const Result<Roster> &roster) { end(roster); }));
}

Result<Change> PeopleTask::makeChange() const
{
    const auto login = parseLogin(m_arguments.login);
    if (!login) {
        return failure(login.error());
    }
    const QDateTime now = m_clock.now();
    switch (m_arguments.action) {
    case PeopleAction::Add:
        return makeAdd();
    case PeopleAction::Grant:
        return makeGrant();
    case PeopleAction::Remove:
        return makeRemove(*login);
    case PeopleAction::Forget:
        return Change([login = *login](Roster roster) -> Result<Roster> {
            if (!findFormerMember(roster, login)) {
                return failure(noLeaver(login));
            }
            return forgetFormerMember(std::move(roster), login);
        });
    case PeopleAction::KeyAdd: {
        const auto end = optionalEnd(m_arguments.until, now);
        auto keys = end ? keysFrom(m_arguments, now, *end) : failure(end.error());
        if (!keys) {
            return failure(keys.error());
        }
        return Change([login = *login, keys = *keys](Roster roster) {
            return withKeys(std::move(roster), login, keys);
        });
    }
    case PeopleAction::KeyRemove:
        return Change([login = *login, key = m_arguments.key](Roster roster) {
            return withoutKey(std::move(roster), login, key);
        });
    default: // Ungrant
        return Change([login = *login, selectors = m_arguments.selectors](Roster roster) {
            Result<Roster> changed = std::move(roster);
            for (const QString &selector : selectors) {
                if (changed) {
                    changed = withoutGrant(std::move(*changed), login, selector);
                }
            }
            return changed;
        });
    }
}

Result<Change> PeopleTask::makeRemove(const UserName &login) const
{
    if (!isWished(
            QStringLiteral("Remove %1 from the roster?").arg(login.text()), m_arguments.yes)) {
        return failure(
            needsYes(QStringLiteral("%1 was not removed from the roster.").arg(login.text())));
    }
    Offboarding offboarding;
    offboarding.account =
        accountChoiceFromName(m_arguments.accountChoice).value_or(AccountChoice::Lock);
    offboarding.home = homeChoiceFromName(m_arguments.homeChoice).value_or(HomeChoice::Keep);
    offboarding.endSessions = m_arguments.endSessions;
    return Change([login, offboarding, now = m_clock.now()](Roster roster) {
        return withoutPerson(std::move(roster), login, offboarding, now);
    });
}

Result<Change> PeopleTask::makeGrant() const
{
    const auto login = parseLogin(m_arguments.login);
    const auto edits = grantEdits(m_arguments, m_clock.now());
    if (!login || !edits) {
        return failure(login ? edits.error() : login.error());
    }
    return Change([login = *login, edits = *edits, differences = m_differences](Roster roster) {
        const Person *person = findPerson(roster, login);
        const Person before = person ? *person : Person();
        Result<Roster> changed = std::move(roster);
        for (const GrantEdit &edit : edits) {
            if (changed) {
                changed = withGrantEdit(std::move(*changed), login, edit);
            }
        }
        if (changed) {
            *differences = grantDifferences(before, *findPerson(*changed, login));
        }
        return changed;
    });
}

Result<Change> PeopleTask::makeAdd() const
{
    const auto grants = makeGrant();
    const auto keys = keysFrom(m_arguments, m_clock.now());
    if (!grants || !keys) {
        return failure(grants ? keys.error() : grants.error());
    }
    Person person;
    person.login = *parseLogin(m_arguments.login);
    person.fullName = m_arguments.fullName;
    person.email = m_arguments.email;
    person.note = m_arguments.note;
    person.keys = *keys;
    return Change([person, addGrants = *grants](Roster roster) {
        return withNewPerson(std::move(roster), person).and_then(addGrants);
    });
}

void PeopleTask::print(const Roster &roster)
{
    if (m_arguments.json) {
        printJson(rosterJson(roster), 2);
        emit finished(ExitDone);
        return;
    }
    std::vector<QStringList> rows{
        {QStringLiteral("LOGIN"), QStringLiteral("NAME"), QStringLiteral("KEYS"),
         QStringLiteral("MAY BE ON")}};
    for (const Person &person : roster.people) {
        QStringList grants;
        for (const Grant &grant : person.grants) {
            grants << grantText(grant);
        }
        rows.push_back(
            {person.login.text(), person.fullName, QString::number(person.keys.size()),
             grants.isEmpty() ? QStringLiteral("-") : grants.join(QStringLiteral("; "))});
    }
    for (const FormerMember &formerMember : roster.formerMembers) {
        rows.push_back(
            {formerMember.login.text(), formerMember.fullName,
             QString::number(formerMember.keys.size()),
             QStringLiteral("left ") % formerMember.since.toString(Qt::ISODate)});
    }
    printTable(rows);
    emit finished(ExitDone);
}

void PeopleTask::exportRoster(const Roster &roster)
{
    const QByteArray json = rosterToJson(roster);
    if (m_arguments.file.isEmpty() || m_arguments.file == QLatin1String("-")) {
        printBytes(json);
    } else if (const auto kept = writeFileAtomically(m_arguments.file, json, 0600); !kept) {
        emit finished(printRosterFailure(kept.error()));
        return;
    }
    emit finished(ExitDone);
}

void PeopleTask::import()
{
    const auto bytes = readFile(m_arguments.file);
    const auto theirs = bytes ? rosterFromJson(*bytes) : failure(bytes.error());
    if (!theirs) {
        emit finished(printRosterFailure(theirs.error()));
        return;
    }
    const auto merge = std::make_shared<Merge>(); // filled on the database's thread, read after
    const MergeSide side = m_arguments.preferTheirs ? MergeSide::Theirs : MergeSide::Ours;
    const bool isDry = m_arguments.dryRun;
    m_store.change(
        [theirs = *theirs, side, merge, isDry](Roster roster) -> Result<Roster> {
            *merge = mergeRosters(roster, theirs, side);
            return isDry ? roster : merge->roster;
        },
        Callback<Result<Roster>>(this, [this, merge](const Result<Roster> &roster) {
            if (!roster) {
                emit finished(printRosterFailure(roster.error()));
                return;
            }
            if (m_arguments.json) {
                printJson(mergeJson(*merge), 2);
            } else {
                printLine(QStringLiteral("%1 new.").arg(merge->added));
                for (const MergeConflict &conflict : merge->conflicts) {
                    printLine(QStringLiteral("%1, %2: here %3; there %4")
                                  .arg(
                                      conflict.login.text(), conflict.what, conflict.ours,
                                      conflict.theirs));
                }
            }
            emit finished(merge->conflicts.empty() ? ExitDone : ExitDifferent);
        }));
}

void PeopleTask::end(const Result<Roster> &roster)
{
    if (!roster) {
        emit finished(printRosterFailure(roster.error()));
        return;
    }
    if (m_arguments.json) {
        printJson(rosterJson(*roster), 2);
    } else {
        const auto login = UserName::parse(m_arguments.login);
        const Person *person = login ? findPerson(*roster, *login) : nullptr;
        for (const QString &difference : *m_differences) {
            printNote(difference);
        }
        for (const RosterKey &key : person ? person->keys : std::vector<RosterKey>()) {
            printNote(QStringLiteral("%1 has %2").arg(person->login.text(), key.key.fingerprint()));
        }
        printNote(QStringLiteral("The roster is changed; `podiumctl people plan` shows what that "
                                 "means for the workers."));
    }
    emit finished(ExitDone);
}

} // namespace podium::ctl
