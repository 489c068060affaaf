// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/accountplan.h"
#include "core/people/peopledata.h"
#include "core/people/planbuilder.h"
#include "core/people/plantexts.h"

#include <algorithm>

namespace podium::people {

namespace {

/// Builds the plan of an account that Podium manages and that is no longer wanted, or of one that
/// only bears a leaver's name.
class FarewellPlanner final : private PlanBuilder
{
public:
    FarewellPlanner(
        const FoundAccount &found, const UserName &login, const PlanInput &input,
        const PlanIndex &index)
        : PlanBuilder(found, input, index)
        , m_processes(input.found->processes.value(found.login))
        , m_login(login)
        , m_isManaged(found.origin != AccountOrigin::None)
    {
        const Leaver *leaver = index.leaverOfLogin.value(found.login);
        m_farewell = leaver ? leaver->farewell : index.context.farewell;
        if (!m_isManaged) {
            m_farewell.account = AccountChoice::Keep;
        }
    }

    AccountPlan run()
    {
        planLock();
        planKeys();
        planRights();
        planSessions();
        planDelete();
        finish();
        return m_plan;
    }

private:
    [[nodiscard]] bool isLocked() const { return m_found.isLockedByPodium && m_found.isClosed(); }

    void planLock()
    {
        if (m_farewell.account == AccountChoice::Lock && !isLocked()) {
            step(StepKind::LockAccount, QStringLiteral("Close the account; its home stays."));
        }
    }

    void planKeys()
    {
        for (const FoundKey &key : m_found.keys) {
            if (!key.line) {
                continue;
            }
            const QString name = keyText(key.line->key, key.line->comment);
            const bool isLeavers = m_index.leaverOfKey.contains(key.line->key.blob());
            if (key.origin == KeyOrigin::Podium) {
                removeKey(QStringLiteral("Remove the key %1.").arg(name));
            } else if (isLeavers && key.inSecondFile) {
                note(warning(QStringLiteral("The key %1 is in authorized_keys2, too: remove it "
                                            "there by hand.")
                                 .arg(name)));
            } else if (isLeavers) {
                m_drops << key.line->base64;
                removeKey(QStringLiteral("Remove the key %1 from line %2.")
                              .arg(name)
                              .arg(key.lineNumber));
            }
            if (isLeavers && key.origin == KeyOrigin::Google) {
                note(warning(QStringLiteral("The key %1 comes from Google's metadata and would "
                                            "come back: remove it there.")
                                 .arg(name)));
            }
        }
    }

    void removeKey(const QString &text)
    {
        m_removesKeys = true;
        // With the account goes its file.
        if (m_farewell.account != AccountChoice::Delete) {
            step(StepKind::RemoveKey, text);
        }
    }

    void planRights()
    {
        if (m_found.hasPodiumSudo) {
            step(StepKind::RevokeSudo, QStringLiteral("Take away its sudo."));
        }
        for (const QString &group : m_found.managedGroups) {
            if (m_found.groups.contains(group)) {
                step(
                    StepKind::RemoveGroup,
                    QStringLiteral("Take it out of the group %1.").arg(group));
            }
        }
    }

    void planSessions()
    {
        const QString traces = tracesText(m_found, m_processes);
        if (traces.isEmpty()) {
            return;
        }
        if (m_farewell.endSessions && m_processes.count > 0) {
            step(StepKind::EndSessions, QStringLiteral("End all that runs there. ") % traces);
        } else if (m_isManaged) {
            note(
                m_farewell.account == AccountChoice::Delete && m_processes.count > 0
                    ? blocked(traces % QStringLiteral(" End them, or choose to have them ended."))
                    : warning(traces));
        }
    }

    void planDelete()
    {
        if (!m_isManaged) {
            return;
        }
        if (m_farewell.account == AccountChoice::Keep) {
            step(StepKind::ReleaseAccount, QStringLiteral("Leave the account to itself."));
        }
        if (m_farewell.account != AccountChoice::Delete) {
            return;
        }
        if (m_farewell.home == HomeChoice::Archive) {
            step(
                StepKind::ArchiveHome,
                QStringLiteral("Pack %1 into /var/backups/podium, then delete it.")
                    .arg(m_found.home));
        } else if (m_farewell.home == HomeChoice::Delete) {
            step(StepKind::DeleteHome, QStringLiteral("Delete %1.").arg(m_found.home));
        }
        step(StepKind::DeleteAccount, QStringLiteral("Delete the account."));
    }

    void finish()
    {
        if (m_plan.steps.empty() && m_plan.notes.empty()) {
            return;
        }
        if (m_found.login == m_input.found->self && !m_plan.steps.empty()) {
            note(blocked(QStringLiteral("Podium itself logs in as this account.")));
        }
        if (const QString problem = keyFileProblem(m_found); m_removesKeys && !problem.isEmpty()) {
            note(warning(problem));
        } else if (m_removesKeys && !m_found.keyFileBarrier.isEmpty()) {
            note(warning(keyFileBarrierText(m_found)));
        }
        if (takeBlocks()) {
            return;
        }
        if (!m_plan.steps.empty()) {
            m_plan.state = AccountState::ToRemove;
            m_plan.data = leaveData(m_login, m_farewell, m_drops);
        } else if (isLocked()) {
            // Nothing left to do; what still runs is worth knowing only until it is gone.
            m_plan.state = AccountState::AsWished;
        }
    }

    const AccountProcesses m_processes;
    const UserName &m_login;
    bool m_isManaged;
    Farewell m_farewell;
    bool m_removesKeys = false;
};

/// Somebody else's account that a leaver's key opens: Podium tells, and touches nothing.
AccountPlan planStrangersAccount(const FoundAccount &found, const PlanIndex &index)
{
    AccountPlan plan;
    plan.login = found.login;
    for (const FoundKey &key : found.keys) {
        const Leaver *leaver = key.line ? index.leaverOfKey.value(key.line->key.blob()) : nullptr;
        if (leaver) {
            plan.state = AccountState::Blocked;
            plan.notes.push_back(blocked(
                QStringLiteral("The key %1 of %2, who has left, opens this account (line %3). "
                               "Podium did not put it there and leaves it: remove it by hand.")
                    .arg(keyText(key.line->key, key.line->comment), leaver->login.text())
                    .arg(key.lineNumber)));
        }
    }
    return plan;
}

} // namespace

AccountPlan planUnwanted(const FoundAccount &found, const PlanInput &input, const PlanIndex &index)
{
    const auto login = UserName::parse(found.login);
    const bool isManaged = found.origin != AccountOrigin::None;
    const bool isLeavers = index.leaverOfLogin.contains(found.login);
    if (login && !found.isSystem() && (isManaged || isLeavers)) {
        return FarewellPlanner(found, *login, input, index).run();
    }
    return planStrangersAccount(found, index);
}

} // namespace podium::people
