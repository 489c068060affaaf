// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/plan/accountplan.h"

#include "core/people/keys/textrules.h"
#include "core/people/plan/peopledata.h"
#include "core/people/plan/planbuilder.h"
#include "core/people/plan/plantexts.h"

#include <algorithm>
#include <vector>

namespace podium::people {

namespace {

bool isMine(const ActualAccount &found)
{
    return found.origin == AccountOrigin::Created || found.origin == AccountOrigin::Adopted;
}

bool isSameKey(const DesiredKey &desired, const ActualKey &found)
{
    // The options that belong to the key may set an end, too: Podium's own stands before them.
    return desired.until ? found.base == desired.line && found.untilOfFirst == desired.until
                         : found.text == desired.line;
}

bool haveSameKeys(const DesiredAccount &desired, const ActualAccount &found)
{
    return std::equal(
        desired.keys.begin(), desired.keys.end(), found.keys.begin(), found.keys.end(),
        [](const DesiredKey &w, const ActualKey &f) {
            return f.origin == KeyOrigin::Podium && isSameKey(w, f);
        });
}

/// Groups as they should be, both those that are desired and those that Podium added before.
bool haveSameGroups(const DesiredAccount &desired, const ActualAccount &found)
{
    const auto isWanted = [&desired](const QString &group) {
        return desired.groups.contains(group);
    };
    const auto isThere = [&found](const QString &group) { return found.groups.contains(group); };
    return std::all_of(desired.groups.begin(), desired.groups.end(), isThere) &&
           std::all_of(found.managedGroups.begin(), found.managedGroups.end(), isWanted);
}

/// Builds the plan of one account that is desired and there.
class WantedPlanner final : private PlanBuilder
{
public:
    WantedPlanner(
        const DesiredAccount &desired, const ActualAccount &found, const PlanInput &input,
        const PlanIndex &index)
        : PlanBuilder(found, input, index)
        , m_desired(desired)
    {}

    AccountPlan run()
    {
        planAccount();
        planGroups();
        planKeys();
        planSudo();
        noteRest();
        protectOurselves();
        finish();
        return m_plan;
    }

private:
    void planAccount()
    {
        if (m_actual.isSystem()) {
            note(blocked(QStringLiteral("This is an account of the system's.")));
        } else if (m_actual.origin == AccountOrigin::None && !m_desired.adopt) {
            note(blocked(QStringLiteral(
                "There is such an account, and Podium did not make it. It is taken over only if "
                "the grant says so.")));
        } else if (m_actual.origin == AccountOrigin::None) {
            step(
                StepKind::AdoptAccount,
                QStringLiteral("Take over the account, which Podium did not make."));
        } else if (m_actual.origin == AccountOrigin::Creating) {
            step(StepKind::CreateAccount, QStringLiteral("Finish making the account."));
        }
        if (m_actual.isLockedByPodium) {
            step(StepKind::UnlockAccount, QStringLiteral("Open the account again."));
        } else if (m_actual.isClosed()) {
            note(warning(QStringLiteral("The account was closed by someone else.")));
        }
        if (m_actual.origin == AccountOrigin::Created && !m_desired.shell.isEmpty() &&
            m_actual.shell != m_desired.shell) {
            step(
                StepKind::SetShell,
                QStringLiteral("Make %1 its login shell.").arg(m_desired.shell));
        }
    }

    void planGroups()
    {
        for (const QString &group : m_desired.groups) {
            if (!m_actual.groups.contains(group)) {
                step(StepKind::AddGroup, QStringLiteral("Add it to the group %1.").arg(group));
            }
        }
        for (const QString &group : m_actual.managedGroups) {
            if (m_desired.groups.contains(group) || !m_actual.groups.contains(group)) {
                continue;
            }
            if (isOurs()) {
                leaveToOthers(QStringLiteral("it stays in the group %1").arg(group));
            } else {
                step(
                    StepKind::RemoveGroup,
                    QStringLiteral("Take it out of the group %1.").arg(group));
            }
        }
    }

    [[nodiscard]] bool isOurs() const { return m_input.found->self == m_actual.login; }

    /// The script takes no right from the account that it is run by: a step would come back for
    /// ever. All else of the account is changed.
    void leaveToOthers(const QString &what)
    {
        m_leftToOthers.push_back(
            blocked(QStringLiteral("Podium logs in as this account, so %1. Let an admin apply this "
                                   "who logs in as another one, or take it away by hand.")
                        .arg(what)));
    }

    void planKeys()
    {
        if (const QString problem = keyFileProblem(m_actual); !problem.isEmpty()) {
            note(blocked(problem));
            return;
        }
        const auto before = m_plan.steps.size();
        for (const DesiredKey &key : m_desired.keys) {
            planWantedKey(key);
        }
        for (const ActualKey &key : m_actual.keys) {
            planFoundKey(key);
        }
        if (m_plan.steps.size() == before &&
            (!m_actual.isBlockFirst || m_actual.hasLooseModes || !isInOrder())) {
            step(
                StepKind::TidyKeys,
                QStringLiteral("Put Podium's lines of authorized_keys in order."));
        }
        if (m_plan.steps.size() > before && !m_actual.keyFileBarrier.isEmpty()) {
            note(blocked(keyFileBarrierText(m_actual)));
        }
    }

    /// Podium's lines as they should stand, whatever else is in the file.
    [[nodiscard]] bool isInOrder() const
    {
        std::vector<ActualKey> own;
        std::copy_if(
            m_actual.keys.begin(), m_actual.keys.end(), std::back_inserter(own),
            [](const ActualKey &key) { return key.origin == KeyOrigin::Podium; });
        return std::equal(
            m_desired.keys.begin(), m_desired.keys.end(), own.begin(), own.end(), isSameKey);
    }

    void planWantedKey(const DesiredKey &key)
    {
        const QString name = describe(key);
        const auto present =
            std::find_if(m_actual.keys.begin(), m_actual.keys.end(), [&key](const ActualKey &f) {
                return f.origin == KeyOrigin::Podium && f.line && f.line->key == key.key;
            });
        if (present == m_actual.keys.end()) {
            step(StepKind::AddKey, QStringLiteral("Add the key %1.").arg(name));
        } else if (!isSameKey(key, *present)) {
            step(StepKind::ChangeKey, QStringLiteral("Write anew the key %1.").arg(name));
        }
    }

    [[nodiscard]] static QString describe(const DesiredKey &key)
    {
        const auto line = parseKeyLine(key.line);
        const QString name = keyText(key.key, line ? line->comment : QByteArray());
        return key.until ? QStringLiteral("%1, until %2").arg(name, timeText(*key.until)) : name;
    }

    void planFoundKey(const ActualKey &key)
    {
        if (!key.line) {
            if (key.origin == KeyOrigin::Podium) {
                step(
                    StepKind::TidyKeys,
                    QStringLiteral("Remove a line that is no key from Podium's lines."));
            }
            return;
        }
        const QString name = keyText(key.line->key, key.line->comment);
        const auto desired =
            std::find_if(m_desired.keys.begin(), m_desired.keys.end(), [&key](const DesiredKey &w) {
                return w.key == key.line->key;
            });
        if (key.origin == KeyOrigin::Podium) {
            if (desired == m_desired.keys.end()) {
                step(StepKind::RemoveKey, QStringLiteral("Remove the key %1.").arg(name));
            }
        } else if (
            const FormerMember *formerMember =
                m_index.formerMemberOfKey.value(key.line->key.blob())) {
            drop(
                key, QStringLiteral("Remove the key %1 of %2, who has left.")
                         .arg(name, formerMember->login.text()));
        } else if (desired != m_desired.keys.end() && desired->until) {
            drop(key, QStringLiteral("Remove the copy without an end of the key %1.").arg(name));
        } else if (desired != m_desired.keys.end()) {
            return; // a copy by hand, as good as ours
        } else if (m_desired.exclusive) {
            drop(key, QStringLiteral("Remove the key %1, which is not on the roster.").arg(name));
        } else {
            note(info(QStringLiteral("The key %1 in line %2 is not on the roster.")
                          .arg(name, QString::number(key.lineNumber))));
        }
    }

    void drop(const ActualKey &key, const QString &text)
    {
        if (key.origin == KeyOrigin::Google) {
            note(warning(
                text %
                QStringLiteral(" It comes from Google's metadata and would come back: remove it "
                               "there.")));
        } else if (key.inSecondFile) {
            note(warning(text % QStringLiteral(" It is in authorized_keys2: remove it by hand.")));
        } else {
            m_drops << key.line->base64;
            step(StepKind::RemoveKey, text);
        }
    }

    void planSudo()
    {
        if (m_desired.sudo && !m_actual.isPodiumSudoRight) {
            step(StepKind::GrantSudo, QStringLiteral("Let it use sudo without a password."));
        } else if (!m_desired.sudo && m_actual.hasPodiumSudo && isOurs()) {
            leaveToOthers(QStringLiteral("the sudo that Podium gave it stays"));
        } else if (!m_desired.sudo && m_actual.hasPodiumSudo) {
            step(StepKind::RevokeSudo, QStringLiteral("Take away its sudo."));
        }
        if (!m_desired.sudo && !m_actual.sudoSources.isEmpty()) {
            note(warning(QStringLiteral("It can become root all the same: %1.")
                             .arg(m_actual.sudoSources.join(QStringLiteral("; ")))));
        }
    }

    void noteRest()
    {
        if (m_desired.keys.empty()) {
            note(warning(QStringLiteral("It has no key with which to log in.")));
        }
        // The shell of an account that Podium did not make stays as it is.
        const bool isSet = m_actual.origin != AccountOrigin::None &&
                           m_actual.origin != AccountOrigin::Adopted && !m_desired.shell.isEmpty();
        const QString shell = shellProblem(isSet ? m_desired.shell : m_actual.shell);
        if (!shell.isEmpty()) {
            note(warning(shell));
        }
        m_plan.notes += secondFileNotes(m_actual);
        for (const QString &problem : m_actual.pathProblems) {
            note(warning(problem % QStringLiteral(" sshd may refuse its keys.")));
        }
        if (m_actual.isGoogles) {
            note(warning(QStringLiteral(
                "Google's guest agent made or took over this account: when its last metadata key "
                "goes, the agent may delete all its keys. Podium then writes its own again.")));
        }
        if (m_input.metadataLogins && m_input.metadataLogins->contains(m_actual.login)) {
            note(warning(QStringLiteral(
                "The name is also in the metadata's ssh-keys: Google's guest agent makes it root, "
                "and may strip it later.")));
        }
        if (m_actual.password == QLatin1String("set")) {
            note(info(QStringLiteral("Somebody set a password for it.")));
        }
    }

    void protectOurselves()
    {
        const bool removes =
            std::any_of(m_plan.steps.begin(), m_plan.steps.end(), [](const PlanStep &planned) {
                return planned.kind == StepKind::RemoveKey;
            });
        if (!isOurs() || !removes) {
            return;
        }
        const QList<PublicKey> &own = m_index.context.ownKeys;
        const bool stays = std::any_of(own.begin(), own.end(), [this](const PublicKey &key) {
            return isWanted(key) || isLeftAlone(key);
        });
        if (!stays) {
            note(blocked(QStringLiteral(
                "Podium logs in as this account, and the last key that lets it in would go.")));
        }
    }
    [[nodiscard]] bool isWanted(const PublicKey &key) const
    {
        return std::any_of(
            m_desired.keys.begin(), m_desired.keys.end(),
            [&key](const DesiredKey &w) { return w.key == key; });
    }
    [[nodiscard]] bool isLeftAlone(const PublicKey &key) const
    {
        return std::any_of(m_actual.keys.begin(), m_actual.keys.end(), [&](const ActualKey &f) {
            return f.origin != KeyOrigin::Podium && f.line && f.line->key == key &&
                   !m_drops.contains(f.line->base64);
        });
    }

    void finish()
    {
        if (!takeBlocks() && !m_plan.steps.empty()) {
            const bool isNew = m_plan.steps[0].kind == StepKind::AdoptAccount ||
                               m_plan.steps[0].kind == StepKind::CreateAccount ||
                               m_plan.steps[0].kind == StepKind::UnlockAccount;
            m_plan.state = isNew ? AccountState::ToAdd : AccountState::Differs;
            m_plan.data = accountData(m_desired, m_drops);
        }
        if (m_plan.steps.empty() && !m_leftToOthers.empty()) {
            m_plan.state = AccountState::Blocked;
        }
        for (const PlanNote &left : m_leftToOthers) {
            note(left);
        }
    }

    const DesiredAccount &m_desired;
    std::vector<PlanNote> m_leftToOthers; ///< stands against no step
};

} // namespace

PlanIndex::PlanIndex(const PlanContext &planContext) : context(planContext)
{
    for (const FormerMember &formerMember : context.formerMembers) {
        formerMemberOfLogin.insert(formerMember.login.text(), &formerMember);
        for (const UserName &login : formerMember.logins) {
            formerMemberOfLogin.insert(login.text(), &formerMember);
        }
        for (const PublicKey &key : formerMember.keys) {
            formerMemberOfKey.insert(key.blob(), &formerMember);
        }
    }
}

bool isAsWished(const DesiredAccount &desired, const ActualAccount &found, const PlanIndex &)
{
    return isMine(found) && !found.isSystem() && !found.isLockedByPodium && !found.isClosed() &&
           found.keyFile == KeyFileState::Read && !found.hidesSecondFile && found.isBlockFirst &&
           !found.keys.empty() && haveSameKeys(desired, found) &&
           desired.sudo == found.hasPodiumSudo && found.isPodiumSudoRight == found.hasPodiumSudo &&
           haveSameGroups(desired, found) && found.sudoSources.isEmpty() &&
           found.pathProblems.isEmpty() && !found.isGoogles &&
           found.password != QLatin1String("set") &&
           (desired.shell.isEmpty() || found.shell == desired.shell) &&
           shellProblem(found.shell).isEmpty();
}

AccountPlan planWanted(
    const DesiredAccount &desired, const ActualAccount *found, const PlanInput &input,
    const PlanIndex &index)
{
    if (found) {
        return WantedPlanner(desired, *found, input, index).run();
    }
    // Planned as if it had just been made: the same steps, after the first.
    ActualAccount made;
    made.login = desired.login.text();
    made.uid = 1000;
    made.origin = AccountOrigin::Created;
    made.shell = desired.shell;
    AccountPlan plan = WantedPlanner(desired, made, input, index).run();
    plan.steps.prepend({StepKind::CreateAccount, QStringLiteral("Make the account.")});
    plan.state = AccountState::ToAdd;
    plan.data = accountData(desired, {});
    for (const QString &group : desired.groups) {
        if (isRootGroup(group)) {
            plan.notes.push_back(
                warning(QStringLiteral("Who is in the group %1 can become root.").arg(group)));
        }
    }
    for (const QString &recipe : index.context.recipes.of(desired.login.text())) {
        plan.steps.push_back(
            {StepKind::RunRecipe,
             QStringLiteral("Once it is made, the recipe %1 is run.").arg(recipe)});
    }
    return plan;
}

} // namespace podium::people
