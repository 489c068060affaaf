// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/roster/roster.h"
#include "core/people/roster/rosteredit.h"
#include "widgets/common/noticebar.h"
#include "widgets/people/matrixview.h"
#include "widgets/people/peoplebar.h"
#include "widgets/people/peoplepage.h"
#include "widgets/people/personform.h"

#include <algorithm>
#include <utility>

// What of the People page changes the roster.

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

void PeoplePage::submit(const Person &person, bool isNew)
{
    m_form->setEnabled(false); // until it is known: twice would be once too often
    change(
        [person, before = m_form->before()](Roster roster) {
            return before ? withEdit(std::move(roster), *before, person)
                          : withNewPerson(std::move(roster), person);
        },
        person.login,
        isNew ? tr("%1 added to the roster.").arg(person.login.text())
              : tr("%1 changed on the roster.").arg(person.login.text()),
        {this, [this](bool isDone) {
             m_form->setEnabled(true);
             if (isDone) {
                 leaveForm();
             }
         }});
}

void PeoplePage::remove(const Person &person, const Offboarding &offboarding)
{
    change(
        [login = person.login, offboarding, now = m_clock.now()](Roster roster) {
            return withoutPerson(std::move(roster), login, offboarding, now);
        },
        person.login, removedText(person));
}

/// Off the roster is not yet off the workers: how many still let them in is said with it.
QString PeoplePage::removedText(const Person &person) const
{
    const QString login = person.login.text();
    const std::vector<WorkerRef> workers = m_service.workers();
    const auto lets = [this, &person](const WorkerRef &worker) {
        const WorkerCheck *check = m_service.check(worker);
        return check && check->found &&
               std::any_of(
                   check->found->accounts.begin(), check->found->accounts.end(),
                   [&person](const auto &account) { return mayUse(person, *account); });
    };
    const auto count = std::count_if(workers.begin(), workers.end(), lets);
    return m_keeps || count == 0 ? tr("%1 removed from the roster.").arg(login)
           : count == 1
               ? tr("%1 removed from the roster; still has access on 1 worker until you apply.")
                     .arg(login)
               : tr("%1 removed from the roster; still has access on %2 workers until you apply.")
                     .arg(login)
                     .arg(count);
}

void PeoplePage::change(
    RosterStore::Change change, const UserName &login, const QString &done, Callback<bool> over)
{
    m_service.change(
        std::move(change),
        Callback<Result<Roster>>(
            this,
            [this, login, done, over, before = m_service.roster()](const Result<Roster> &roster) {
                over(roster.has_value());
                if (!roster) {
                    showError(roster.error());
                    return;
                }
                showDone(
                    done,
                    m_keeps ? tr("The workers are changed now.")
                            : tr("The workers change when you apply it."),
                    [this, before, login] { undoRoster(before, login); });
                m_view->selectLogin(login.text());
                lookWhere({findPerson(before, login), findPerson(*roster, login)});
                emit noted(login.text(), done);
            }));
}

/// What is to be done on workers that nobody has looked at can only be said after a check.
void PeoplePage::lookWhere(std::initializer_list<const Person *> people)
{
    const std::vector<WorkerRef> unseen = m_service.unseenWorkers(people);
    if (unseen.empty()) {
        return;
    }
    m_bar->setLooking(true);
    m_service.inspect(unseen, {this, [this](const std::vector<WorkerRef> &) {
                                   m_bar->setLooking(false);
                                   showCounts();
                               }});
}

void PeoplePage::undoRoster(const Roster &before, const UserName &login)
{
    m_service.change(
        [login, before](Roster roster) -> Result<Roster> {
            return withPersonAsIn(std::move(roster), before, login);
        },
        Callback<Result<Roster>>(this, [this, login](const Result<Roster> &roster) {
            if (!roster) {
                showError(roster.error());
                return;
            }
            m_notice->showNotice(models::Mark::Good, tr("Undone."));
            emit noted(login.text(), tr("The last change was undone."));
        }));
}

} // namespace podium::ui
