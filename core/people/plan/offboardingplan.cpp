// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/plan/accountplan.h"
#include "core/people/plan/peopledata.h"
#include "core/people/plan/planbuilder.h"
#include "core/people/plan/plantexts.h"

#include <algorithm>

namespace podium::people {

namespace {

/// A file that was not read may have keys of who has left: that is not "none".
QVector<PlanNote> hiddenKeys(const ActualAccount &found)
{
    QVector<PlanNote> notes;
    if (const QString problem = keyFileProblem(found); !problem.isEmpty()) {
        notes.push_back(warning(
            problem % QStringLiteral(" A key with which who has left can log in may be in it.")));
    }
    return notes;
}

/// Builds the plan of an account that Podium manages and that is no longer desired, or of one that
/// only bears a formerMember's name.
class OffboardingPlanner final : private PlanBuilder
{
public:
    OffboardingPlanner(
        const ActualAccount &found, const UserName &login, const PlanInput &input,
        const PlanIndex &index)
        : PlanBuilder(found, input, index)
        , m_processes(input.found->processes.value(found.login))
        , m_login(login)
        , m_isManaged(found.origin != AccountOrigin::None)
    {
        const FormerMember *formerMember = index.formerMemberOfLogin.value(found.login);
        m_isFormerMembers = formerMember != nullptr;
        m_offboarding = formerMember ? formerMember->offboarding : index.context.offboarding;
        if (!m_isManaged) {
            m_offboarding.account = AccountChoice::Keep;
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
    [[nodiscard]] bool isLocked() const { return m_actual.isLockedByPodium && m_actual.isClosed(); }

    void planLock()
    {
        if (m_offboarding.account == AccountChoice::Lock && !isLocked()) {
            step(StepKind::LockAccount, QStringLiteral("Close the account; its home stays."));
        }
    }

    void planKeys()
    {
        for (const ActualKey &key : m_actual.keys) {
            if (!key.line) {
                continue;
            }
            const QString name = keyText(key.line->key, key.line->comment);
            const bool isFormerMembers = m_index.formerMemberOfKey.contains(key.line->key.blob());
            if (key.origin == KeyOrigin::Podium) {
                removeKey(QStringLiteral("Remove the key %1.").arg(name));
            } else if (isFormerMembers && key.inSecondFile) {
                note(warning(QStringLiteral("The key %1 is in authorized_keys2, too: remove it "
                                            "there by hand.")
                                 .arg(name)));
            } else if (isFormerMembers) {
                m_drops << key.line->base64;
                removeKey(QStringLiteral("Remove the key %1 from line %2.")
                              .arg(name, QString::number(key.lineNumber)));
            }
            if (isFormerMembers && key.origin == KeyOrigin::Google) {
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
        if (m_offboarding.account != AccountChoice::Delete) {
            step(StepKind::RemoveKey, text);
        }
    }

    void planRights()
    {
        if (m_actual.hasPodiumSudo) {
            step(StepKind::RevokeSudo, QStringLiteral("Take away its sudo."));
        }
        for (const QString &group : m_actual.managedGroups) {
            if (m_actual.groups.contains(group)) {
                step(
                    StepKind::RemoveGroup,
                    QStringLiteral("Take it out of the group %1.").arg(group));
            }
        }
    }

    void planSessions()
    {
        const QString traces = tracesText(m_actual, m_processes);
        if (traces.isEmpty()) {
            return;
        }
        if (m_offboarding.endSessions && m_processes.count > 0) {
            step(StepKind::EndSessions, QStringLiteral("End all that runs there. ") % traces);
        } else if (m_isManaged) {
            note(
                m_offboarding.account == AccountChoice::Delete && m_processes.count > 0
                    ? blocked(traces % QStringLiteral(" End them, or choose to have them ended."))
                    : warning(traces));
        }
    }

    void planDelete()
    {
        if (!m_isManaged) {
            return;
        }
        if (m_offboarding.account == AccountChoice::Keep) {
            step(StepKind::ReleaseAccount, QStringLiteral("Leave the account to itself."));
        }
        if (m_offboarding.account != AccountChoice::Delete) {
            return;
        }
        if (m_offboarding.home == HomeChoice::Archive) {
            step(
                StepKind::ArchiveHome,
                QStringLiteral("Pack %1 into /var/backups/podium, then delete it.")
                    .arg(m_actual.home));
        } else if (m_offboarding.home == HomeChoice::Delete) {
            step(StepKind::DeleteHome, QStringLiteral("Delete %1.").arg(m_actual.home));
        }
        step(StepKind::DeleteAccount, QStringLiteral("Delete the account."));
    }

    void noteHiddenKeys()
    {
        const bool matters = m_isFormerMembers && !m_actual.isClosed() &&
                             m_offboarding.account != AccountChoice::Delete;
        if (matters) {
            m_plan.notes += secondFileNotes(m_actual);
        }
        if (matters && !m_removesKeys) {
            m_plan.notes += hiddenKeys(m_actual);
        }
    }

    void finish()
    {
        noteHiddenKeys();
        if (m_plan.steps.empty() && m_plan.notes.empty()) {
            return;
        }
        if (m_actual.login == m_input.found->self && !m_plan.steps.empty()) {
            note(blocked(QStringLiteral("Podium itself logs in as this account.")));
        }
        if (const QString problem = keyFileProblem(m_actual); m_removesKeys && !problem.isEmpty()) {
            note(warning(problem));
        } else if (m_removesKeys && !m_actual.keyFileBarrier.isEmpty()) {
            note(warning(keyFileBarrierText(m_actual)));
        }
        if (takeBlocks()) {
            return;
        }
        if (!m_plan.steps.empty()) {
            m_plan.state = AccountState::ToRemove;
            m_plan.data = leaveData(m_login, m_offboarding, m_drops);
        } else if (isLocked()) {
            // Nothing left to do; what still runs is worth knowing only until it is gone.
            m_plan.state = AccountState::AsWished;
        }
    }

    const AccountProcesses m_processes;
    const UserName &m_login;
    bool m_isManaged;
    bool m_isFormerMembers = false;
    Offboarding m_offboarding;
    bool m_removesKeys = false;
};

/// Somebody else's account that a formerMember's key opens: Podium tells, and touches nothing.
AccountPlan planStrangersAccount(const ActualAccount &found, const PlanIndex &index)
{
    AccountPlan plan;
    plan.login = found.login;
    if (!index.context.formerMembers.empty() && !found.isClosed()) {
        plan.notes = hiddenKeys(found) + secondFileNotes(found);
    }
    for (const ActualKey &key : found.keys) {
        const FormerMember *formerMember =
            key.line ? index.formerMemberOfKey.value(key.line->key.blob()) : nullptr;
        if (formerMember) {
            plan.state = AccountState::Blocked;
            plan.notes.push_back(blocked(
                QStringLiteral("The key %1 of %2, who has left, opens this account (line %3). "
                               "Podium did not put it there and leaves it: remove it by hand.")
                    .arg(
                        keyText(key.line->key, key.line->comment), formerMember->login.text(),
                        QString::number(key.lineNumber))));
        }
    }
    return plan;
}

} // namespace

AccountPlan planUnwanted(const ActualAccount &found, const PlanInput &input, const PlanIndex &index)
{
    const auto login = UserName::parse(found.login);
    const bool isManaged = found.origin != AccountOrigin::None;
    const bool isFormerMembers = index.formerMemberOfLogin.contains(found.login);
    if (login && !found.isSystem() && (isManaged || isFormerMembers)) {
        return OffboardingPlanner(found, *login, input, index).run();
    }
    return planStrangersAccount(found, index);
}

} // namespace podium::people
