// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/people/rosterchanges.h"

#include "core/people/roster/roster.h"
#include "core/people/roster/rosteredit.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace podium::ui {

using namespace podium::people;

namespace {

/// Whether one of the person's keys stands in the account.
bool mayUse(const Person &person, const ActualAccount &account)
{
    return std::any_of(account.keys.begin(), account.keys.end(), [&](const ActualKey &key) {
        return key.line &&
               std::any_of(person.keys.begin(), person.keys.end(), [&](const RosterKey &own) {
                   return own.key.fingerprint() == key.line->key.fingerprint();
               });
    });
}

} // namespace

RosterChanges::RosterChanges(PeopleService &service, const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_service(service)
    , m_clock(clock)
{}

void RosterChanges::save(
    const std::optional<Person> &before, const Person &person, bool isNew, Callback<bool> over)
{
    change(
        [person, before](Roster roster) {
            return before ? withEdit(std::move(roster), *before, person)
                          : withNewPerson(std::move(roster), person);
        },
        person.login,
        told(
            isNew ? tr("%1 added to the roster.").arg(person.login.text())
                  : tr("%1 changed on the roster.").arg(person.login.text())),
        std::move(over));
}

void RosterChanges::remove(const Person &person, const Offboarding &offboarding)
{
    change(
        [login = person.login, offboarding, now = m_clock.now()](Roster roster) {
            return withoutPerson(std::move(roster), login, offboarding, now);
        },
        person.login, removal(person));
}

void RosterChanges::removeKey(const UserName &login, const QString &fingerprint)
{
    change(
        [login, fingerprint](Roster roster) {
            return withoutKey(std::move(roster), login, fingerprint);
        },
        login,
        told(
            tr("A key of %1 was removed from the roster.").arg(login.text()),
            login.text() + QStringLiteral(" key ") + fingerprint));
}

void RosterChanges::removeGrant(const UserName &login, const Grant &grant)
{
    const QString what =
        grant.login ? tr("%1 as %2").arg(grant.selector, grant.login->text()) : grant.selector;
    change(
        [login, grant](Roster roster) { return withoutGrant(std::move(roster), login, grant); },
        login,
        told(
            tr("%1 is no longer granted %2.").arg(login.text(), what),
            login.text() + QStringLiteral(" grant ") + what));
}

void RosterChanges::forget(const UserName &login)
{
    change(
        [login](Roster roster) -> Result<Roster> {
            return forgetFormerMember(std::move(roster), login);
        },
        login,
        told(
            tr("%1 was forgotten.").arg(login.text()),
            login.text() + QStringLiteral(" forgotten")));
}

RosterChanges::Told RosterChanges::told(const QString &text, const QString &what)
{
    return {text, tr("Nothing changes on the workers until you apply it."), what};
}

/// Who did not answer the last look, or was not asked yet, is changed when they can be.
QString RosterChanges::whatIsApplied(std::initializer_list<const Person *> people) const
{
    const std::vector<WorkerRef> workers = m_service.workersOf(people);
    const auto answering =
        std::count_if(workers.begin(), workers.end(), [this](const WorkerRef &worker) {
            const WorkerCheck *check = m_service.check(worker);
            return check && check->found && !check->error;
        });
    if (workers.empty()) {
        return tr("No worker that can be reached now is concerned.");
    }
    if (std::size_t(answering) == workers.size()) {
        return answering == 1 ? tr("The worker is changed now.")
                              : tr("The workers are changed now.");
    }
    if (answering == 0) {
        return workers.size() == 1 ? tr("The change is made when the worker answers.")
                                   : tr("The change is made when the workers answer.");
    }
    return tr("The change is made on %1 of %2 workers now, on the others when they answer.")
        .arg(answering)
        .arg(workers.size());
}

/// Off the roster is not yet off the workers: how many still let them in is said with it.
RosterChanges::Told RosterChanges::removal(const Person &person) const
{
    const QString login = person.login.text();
    const QString what = login + QStringLiteral(" removed");
    const std::vector<WorkerRef> workers = m_service.workers();
    const auto lets = [this, &person](const WorkerRef &worker) {
        const WorkerCheck *check = m_service.check(worker);
        return check && check->found &&
               std::any_of(
                   check->found->accounts.begin(), check->found->accounts.end(),
                   [&person](const auto &account) { return mayUse(person, *account); });
    };
    const auto count = std::count_if(workers.begin(), workers.end(), lets);
    if (m_isAutoApplied || count == 0) {
        return told(tr("%1 removed from the roster.").arg(login), what);
    }
    return {
        count == 1
            ? tr("%1 removed from the roster; still has access on 1 worker until you apply.")
                  .arg(login)
            : tr("%1 removed from the roster; still has access on %2 workers until you apply.")
                  .arg(login)
                  .arg(count),
        QString(), what};
}

void RosterChanges::change(
    RosterStore::Change change, const UserName &login, const Told &told, Callback<bool> over)
{
    // A second click would fail, and take the notice of the first with its Undo.
    if (!told.what.isEmpty()) {
        if (m_begun.contains(told.what)) {
            return;
        }
        m_begun.insert(told.what);
    }
    // As the change finds it: another Podium may have written since this one has read.
    const auto before = std::make_shared<Roster>();
    m_service.change(
        [change = std::move(change), before](Roster roster) {
            *before = roster;
            return change(std::move(roster));
        },
        Callback<Result<Roster>>(
            this, [this, login, told, over, before](const Result<Roster> &roster) {
                m_begun.remove(told.what);
                over(roster.has_value());
                if (!roster) {
                    emit failed(roster.error());
                    return;
                }
                const auto people = {findPerson(*before, login), findPerson(*roster, login)};
                emit done(
                    told.text, m_isAutoApplied ? whatIsApplied(people) : told.hint,
                    [this, before, after = *roster, login] { undo(*before, after, login); });
                emit changed(login);
                look(people);
                emit noted(login.text(), told.text);
            }));
}

/// What is to be done on workers that nobody has looked at can only be said after a check.
void RosterChanges::look(std::initializer_list<const Person *> people)
{
    std::vector<WorkerRef> unseen = m_service.workersOf(people);
    std::erase_if(unseen, [this](const WorkerRef &worker) {
        const WorkerCheck *known = m_service.check(worker);
        return known && (known->found || known->isLooking);
    });
    if (!unseen.empty()) {
        emit checkRequested(unseen);
    }
}

void RosterChanges::undo(const Roster &before, const Roster &after, const UserName &login)
{
    m_service.change(
        [login, before, after](Roster roster) {
            return withChangeUndone(std::move(roster), before, after, login);
        },
        Callback<Result<Roster>>(this, [this, login](const Result<Roster> &roster) {
            if (!roster) {
                emit failed(roster.error());
                return;
            }
            emit undone();
            emit noted(login.text(), tr("The last change was undone."));
        }));
}

} // namespace podium::ui
