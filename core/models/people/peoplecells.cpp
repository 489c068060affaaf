// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/people/peoplecells.h"

#include "core/base/daytext.h"

#include <QCoreApplication>

#include <algorithm>

namespace podium::models {

using namespace podium::people;

namespace {

struct PeopleCellWords
{
    Q_DECLARE_TR_FUNCTIONS(People)
};

QString dayText(const QDateTime &time)
{
    return plainTime(time.toLocalTime(), QStringLiteral("yyyy-MM-dd HH:mm"));
}

/// "pod-*, sudo, until …", of grants that are not over.
QStringList grantTexts(const Person &person, const QDateTime &now)
{
    QStringList texts;
    for (const Grant &grant : person.grants) {
        if (grant.until && *grant.until <= now) {
            continue;
        }
        QString text = grant.selector == QLatin1String("@all") ? PeopleCellWords::tr("all nodes")
                                                               : grant.selector;
        if (grant.sudo) {
            text += PeopleCellWords::tr(" with sudo");
        }
        if (grant.from && *grant.from > now) {
            text += PeopleCellWords::tr(" from %1").arg(firstTimeText(*grant.from));
        }
        if (grant.until) {
            text += PeopleCellWords::tr(" until %1").arg(lastTimeText(*grant.until));
        }
        texts << text;
    }
    return texts;
}

PersonRow rowOf(const Person &person, const QDateTime &now)
{
    PersonRow row;
    row.login = person.login;
    row.fullName = person.fullName;
    row.accounts = QStringList{person.login.text()};
    for (const Grant &grant : person.grants) {
        if (grant.login && !row.accounts.contains(grant.login->text())) {
            row.accounts << grant.login->text();
        }
    }
    const int keys =
        int(std::count_if(person.keys.begin(), person.keys.end(), [&now](const RosterKey &key) {
            return !key.expires || *key.expires > now;
        }));
    const QStringList grants = grantTexts(person, now);
    row.facts = keys == 1 ? PeopleCellWords::tr("1 key") : PeopleCellWords::tr("%1 keys").arg(keys);
    row.facts += QStringLiteral(" · ") + (grants.isEmpty() ? PeopleCellWords::tr("no nodes")
                                                           : grants.join(QStringLiteral(", ")));
    row.hasProblem = keys == 0 || grants.isEmpty();
    if (keys == 0) {
        row.problem = person.keys.empty() ? PeopleCellWords::tr("No key to log in with.")
                                          : PeopleCellWords::tr("All keys have ended.");
    } else if (grants.isEmpty()) {
        row.problem = person.grants.empty() ? PeopleCellWords::tr("No nodes are granted.")
                                            : PeopleCellWords::tr("All grants have ended.");
    }
    return row;
}

PersonRow rowOf(const FormerMember &formerMember)
{
    PersonRow row;
    row.login = formerMember.login;
    row.fullName = formerMember.fullName;
    row.accounts = QStringList{formerMember.login.text()};
    for (const UserName &login : formerMember.logins) {
        if (!row.accounts.contains(login.text())) {
            row.accounts << login.text();
        }
    }
    row.facts = PeopleCellWords::tr("left %1").arg(dayText(formerMember.since));
    row.hasLeft = true;
    return row;
}

PersonState stateOf(AccountState state)
{
    switch (state) {
    case AccountState::ToAdd:
        return PersonState::ToAdd;
    case AccountState::ToRemove:
        return PersonState::ToRemove;
    case AccountState::Differs:
        return PersonState::Differs;
    case AccountState::Blocked:
        return PersonState::Blocked;
    case AccountState::Unknown:
        return PersonState::Unknown;
    case AccountState::AsWished:
        break;
    }
    return PersonState::AsWished;
}

void add(PersonCell &cell, const QString &line)
{
    cell.text += (cell.text.isEmpty() ? QString() : QStringLiteral("\n")) + line;
}

void addAccount(PersonCell &cell, const AccountPlan &account)
{
    for (const PlanStep &step : account.steps) {
        add(cell, step.text);
    }
    for (const PlanNote &note : account.notes) {
        add(cell, note.text);
    }
}

bool isWanted(const DesiredAccounts *desired, const QString &login)
{
    if (!desired) {
        return false;
    }
    const auto found = std::lower_bound(
        desired->begin(), desired->end(), login,
        [](const DesiredAccount &account, const QString &l) { return account.login.text() < l; });
    return found != desired->end() && found->login.text() == login;
}

} // namespace

QString personStateSign(PersonState state)
{
    switch (state) {
    case PersonState::AsWished:
        return QStringLiteral("✓");
    case PersonState::Unknown:
        return QStringLiteral("?");
    case PersonState::ToAdd:
        return QStringLiteral("+");
    case PersonState::ToRemove:
        return QStringLiteral("−");
    case PersonState::Differs:
    case PersonState::Blocked:
        return QStringLiteral("!");
    case PersonState::Nothing:
        break;
    }
    return {};
}

QString personStateText(PersonState state)
{
    switch (state) {
    case PersonState::AsWished:
        return PeopleCellWords::tr("as it should be");
    case PersonState::Unknown:
        return PeopleCellWords::tr("not checked yet");
    case PersonState::ToAdd:
        return PeopleCellWords::tr("to be added");
    case PersonState::ToRemove:
        return PeopleCellWords::tr("to be removed");
    case PersonState::Differs:
        return PeopleCellWords::tr("differs");
    case PersonState::Blocked:
        return PeopleCellWords::tr("needs a decision");
    case PersonState::Nothing:
        break;
    }
    return PeopleCellWords::tr("no account");
}

std::vector<PersonRow> personRows(const Roster &roster, const QDateTime &now)
{
    std::vector<PersonRow> rows;
    rows.reserve(roster.people.size() + roster.formerMembers.size());
    for (const Person &person : roster.people) {
        rows.push_back(rowOf(person, now));
    }
    for (const FormerMember &formerMember : roster.formerMembers) {
        rows.push_back(rowOf(formerMember));
    }
    return rows;
}

PersonState
personState(const PersonRow &person, const DesiredAccounts *desired, const WorkerPlan *plan)
{
    PersonState gravest = PersonState::Nothing;
    const bool isKnown = plan && plan->isKnown;
    for (const QString &login : person.accounts) {
        const AccountPlan *account = isKnown ? plan->find(login) : nullptr;
        PersonState state = PersonState::Nothing;
        if (account) {
            state = stateOf(account->state);
        } else if (isWanted(desired, login)) {
            state = isKnown ? PersonState::AsWished : PersonState::Unknown;
        } else if (!isKnown && person.hasLeft) {
            state = PersonState::Unknown;
        }
        gravest = std::max(gravest, state);
    }
    return gravest;
}

PersonCell personCell(
    const PersonRow &person, const DesiredAccounts *desired, const WorkerPlan *plan,
    const QString &error)
{
    PersonCell cell{personState(person, desired, plan), {}};
    for (const QString &login : person.accounts) {
        const bool wants = isWanted(desired, login);
        if (!plan || !plan->isKnown) {
            if (wants || person.hasLeft) {
                add(cell, !error.isEmpty() ? error
                          : plan           ? PeopleCellWords::tr("Not checked yet.")
                                           : PeopleCellWords::tr("The node does not run."));
            }
        } else if (const AccountPlan *account = plan->find(login)) {
            addAccount(cell, *account);
        } else if (wants) {
            add(cell, PeopleCellWords::tr("The account %1 is as it should be.").arg(login));
        }
    }
    if (cell.text.isEmpty()) {
        cell.text = person.hasLeft ? PeopleCellWords::tr("No account remains here.")
                                   : PeopleCellWords::tr("Not granted here.");
    }
    return cell;
}

PersonCell mergedCell(const std::vector<PersonCell> &cells, const std::vector<int> &indexes)
{
    PersonCell merged;
    // The workers that share a text are named together.
    std::vector<std::pair<QString, QStringList>> texts;
    for (size_t i = 0; i < cells.size(); ++i) {
        merged.state = std::max(merged.state, cells[i].state);
        const auto same = std::find_if(texts.begin(), texts.end(), [&](const auto &entry) {
            return entry.first == cells[i].text;
        });
        const QString index = QString::number(indexes[i]);
        if (same == texts.end()) {
            texts.emplace_back(cells[i].text, QStringList{index});
        } else {
            same->second << index;
        }
    }
    for (const auto &[text, workers] : texts) {
        const QString head = texts.size() < 2
                                 ? QString()
                                 : QString(
                                       (workers.size() == 1 ? PeopleCellWords::tr("Worker %1:")
                                                            : PeopleCellWords::tr("Workers %1:"))
                                           .arg(workers.join(QStringLiteral(", "))) +
                                       QLatin1Char('\n'));
        merged.text += (merged.text.isEmpty() ? QString() : QStringLiteral("\n")) + head + text;
    }
    return merged;
}

} // namespace podium::models
