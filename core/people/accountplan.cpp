// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/accountplan.h"

#include "core/people/peopledata.h"
#include "core/people/planbuilder.h"
#include "core/people/plantexts.h"
#include "core/people/textrules.h"

#include <algorithm>

namespace podium::people {

namespace {

bool isMine(const FoundAccount &found)
{
    return found.origin == AccountOrigin::Created || found.origin == AccountOrigin::Adopted;
}

bool isSameKey(const WantedKey &wanted, const FoundKey &found)
{
    return found.base == wanted.line && found.until == wanted.until;
}

bool haveSameKeys(const WantedAccount &wanted, const FoundAccount &found)
{
    return std::equal(
        wanted.keys.begin(), wanted.keys.end(), found.keys.begin(), found.keys.end(),
        [](const WantedKey &w, const FoundKey &f) {
            return f.origin == KeyOrigin::Podium && isSameKey(w, f);
        });
}

/// Groups as they should be, both those that are wanted and those that Podium added before.
bool haveSameGroups(const WantedAccount &wanted, const FoundAccount &found)
{
    const auto isWanted = [&wanted](const QString &group) { return wanted.groups.contains(group); };
    const auto isThere = [&found](const QString &group) { return found.groups.contains(group); };
    return std::all_of(wanted.groups.begin(), wanted.groups.end(), isThere) &&
           std::all_of(found.managedGroups.begin(), found.managedGroups.end(), isWanted);
}

/// Builds the plan of one account that is wanted and there.
class WantedPlanner final : private PlanBuilder
{
public:
    WantedPlanner(
        const WantedAccount &wanted, const FoundAccount &found, const PlanInput &input,
        const PlanIndex &index)
        : PlanBuilder(found, input, index)
        , m_wanted(wanted)
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
        if (m_found.isSystem()) {
            note(blocked(QStringLiteral("This is an account of the system's.")));
        } else if (m_found.origin == AccountOrigin::None && !m_wanted.adopt) {
            note(blocked(QStringLiteral(
                "There is such an account, and Podium did not make it. It is taken over only if "
                "the grant says so.")));
        } else if (m_found.origin == AccountOrigin::None) {
            step(
                StepKind::AdoptAccount,
                QStringLiteral("Take over the account, which Podium did not make."));
        } else if (m_found.origin == AccountOrigin::Creating) {
            step(StepKind::CreateAccount, QStringLiteral("Finish making the account."));
        }
        if (m_found.isLockedByPodium) {
            step(StepKind::UnlockAccount, QStringLiteral("Open the account again."));
        } else if (m_found.isClosed()) {
            note(warning(QStringLiteral("The account was closed by someone else.")));
        }
        if (m_found.origin == AccountOrigin::Created && !m_wanted.shell.isEmpty() &&
            m_found.shell != m_wanted.shell) {
            step(
                StepKind::SetShell, QStringLiteral("Make %1 its login shell.").arg(m_wanted.shell));
        }
    }

    void planGroups()
    {
        for (const QString &group : m_wanted.groups) {
            if (!m_found.groups.contains(group)) {
                step(StepKind::AddGroup, QStringLiteral("Add it to the group %1.").arg(group));
            }
        }
        for (const QString &group : m_found.managedGroups) {
            if (!m_wanted.groups.contains(group) && m_found.groups.contains(group)) {
                step(
                    StepKind::RemoveGroup,
                    QStringLiteral("Take it out of the group %1.").arg(group));
            }
        }
    }

    void planKeys()
    {
        if (const QString problem = keyFileProblem(m_found); !problem.isEmpty()) {
            note(blocked(problem));
            return;
        }
        const auto before = m_plan.steps.size();
        for (const WantedKey &key : m_wanted.keys) {
            planWantedKey(key);
        }
        for (const FoundKey &key : m_found.keys) {
            planFoundKey(key);
        }
        if (m_plan.steps.size() == before &&
            (!m_found.isBlockFirst || m_found.hasLooseModes || !isInOrder())) {
            step(
                StepKind::TidyKeys,
                QStringLiteral("Put Podium's lines of authorized_keys in order."));
        }
        if (m_plan.steps.size() > before && !m_found.keyFileBarrier.isEmpty()) {
            note(blocked(keyFileBarrierText(m_found)));
        }
    }

    /// Podium's lines as they should stand, whatever else is in the file.
    [[nodiscard]] bool isInOrder() const
    {
        std::vector<FoundKey> own;
        std::copy_if(
            m_found.keys.begin(), m_found.keys.end(), std::back_inserter(own),
            [](const FoundKey &key) { return key.origin == KeyOrigin::Podium; });
        return std::equal(
            m_wanted.keys.begin(), m_wanted.keys.end(), own.begin(), own.end(), isSameKey);
    }

    void planWantedKey(const WantedKey &key)
    {
        const QString name = describe(key);
        const auto present =
            std::find_if(m_found.keys.begin(), m_found.keys.end(), [&key](const FoundKey &f) {
                return f.origin == KeyOrigin::Podium && f.line && f.line->key == key.key;
            });
        if (present == m_found.keys.end()) {
            step(StepKind::AddKey, QStringLiteral("Add the key %1.").arg(name));
        } else if (!isSameKey(key, *present)) {
            step(StepKind::ChangeKey, QStringLiteral("Write anew the key %1.").arg(name));
        }
    }

    [[nodiscard]] static QString describe(const WantedKey &key)
    {
        const auto line = parseKeyLine(key.line);
        const QString name = keyText(key.key, line ? line->comment : QByteArray());
        return key.until ? QStringLiteral("%1, until %2").arg(name, timeText(*key.until)) : name;
    }

    void planFoundKey(const FoundKey &key)
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
        const auto wanted =
            std::find_if(m_wanted.keys.begin(), m_wanted.keys.end(), [&key](const WantedKey &w) {
                return w.key == key.line->key;
            });
        if (key.origin == KeyOrigin::Podium) {
            if (wanted == m_wanted.keys.end()) {
                step(StepKind::RemoveKey, QStringLiteral("Remove the key %1.").arg(name));
            }
        } else if (const Leaver *leaver = m_index.leaverOfKey.value(key.line->key.blob())) {
            drop(
                key, QStringLiteral("Remove the key %1 of %2, who has left.")
                         .arg(name, leaver->login.text()));
        } else if (wanted != m_wanted.keys.end() && wanted->until) {
            drop(key, QStringLiteral("Remove the copy without an end of the key %1.").arg(name));
        } else if (wanted != m_wanted.keys.end()) {
            return; // a copy by hand, as good as ours
        } else if (m_wanted.exclusive) {
            drop(key, QStringLiteral("Remove the key %1, which is not on the roster.").arg(name));
        } else {
            note(info(QStringLiteral("The key %1 in line %2 is not on the roster.")
                          .arg(name)
                          .arg(key.lineNumber)));
        }
    }

    void drop(const FoundKey &key, const QString &text)
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
        if (m_wanted.sudo && !m_found.isPodiumSudoRight) {
            step(StepKind::GrantSudo, QStringLiteral("Let it use sudo without a password."));
        } else if (!m_wanted.sudo && m_found.hasPodiumSudo) {
            step(StepKind::RevokeSudo, QStringLiteral("Take away its sudo."));
        }
        if (!m_wanted.sudo && !m_found.sudoSources.isEmpty()) {
            note(warning(QStringLiteral("It can become root all the same: %1.")
                             .arg(m_found.sudoSources.join(QStringLiteral("; ")))));
        }
    }

    void noteRest()
    {
        if (m_wanted.keys.empty()) {
            note(warning(QStringLiteral("It has no key with which to log in.")));
        }
        // The shell of an account that Podium did not make stays as it is.
        const bool isSet = m_found.origin != AccountOrigin::None &&
                           m_found.origin != AccountOrigin::Adopted && !m_wanted.shell.isEmpty();
        const QString shell = shellProblem(isSet ? m_wanted.shell : m_found.shell);
        if (!shell.isEmpty()) {
            note(warning(shell));
        }
        for (const QString &problem : m_found.pathProblems) {
            note(warning(problem % QStringLiteral(" sshd may refuse its keys.")));
        }
        if (m_found.isGoogles) {
            note(warning(QStringLiteral(
                "Google's guest agent made or took over this account: when its last metadata key "
                "goes, the agent may delete all its keys. Podium then writes its own again.")));
        }
        if (m_input.metadataLogins && m_input.metadataLogins->contains(m_found.login)) {
            note(warning(QStringLiteral(
                "The name is also in the metadata's ssh-keys: Google's guest agent makes it root, "
                "and may strip it later.")));
        }
        if (m_found.password == QLatin1String("set")) {
            note(info(QStringLiteral("Somebody set a password for it.")));
        }
    }

    void protectOurselves()
    {
        const bool isOurs = m_input.found->self == m_found.login;
        const bool removes =
            std::any_of(m_plan.steps.begin(), m_plan.steps.end(), [](const PlanStep &planned) {
                return planned.kind == StepKind::RemoveKey;
            });
        if (!isOurs || !removes) {
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
        return std::any_of(m_wanted.keys.begin(), m_wanted.keys.end(), [&key](const WantedKey &w) {
            return w.key == key;
        });
    }
    [[nodiscard]] bool isLeftAlone(const PublicKey &key) const
    {
        return std::any_of(m_found.keys.begin(), m_found.keys.end(), [&](const FoundKey &f) {
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
            m_plan.data = accountData(m_wanted, m_drops);
        }
    }

    const WantedAccount &m_wanted;
};

} // namespace

PlanIndex::PlanIndex(const PlanContext &planContext) : context(planContext)
{
    for (const Leaver &leaver : context.leavers) {
        leaverOfLogin.insert(leaver.login.text(), &leaver);
        for (const UserName &login : leaver.logins) {
            leaverOfLogin.insert(login.text(), &leaver);
        }
        for (const PublicKey &key : leaver.keys) {
            leaverOfKey.insert(key.blob(), &leaver);
        }
    }
}

bool isAsWished(const WantedAccount &wanted, const FoundAccount &found, const PlanIndex &)
{
    return isMine(found) && !found.isSystem() && !found.isLockedByPodium && !found.isClosed() &&
           found.keyFile == KeyFileState::Read && found.isBlockFirst && !found.keys.empty() &&
           haveSameKeys(wanted, found) && wanted.sudo == found.hasPodiumSudo &&
           found.isPodiumSudoRight == found.hasPodiumSudo && haveSameGroups(wanted, found) &&
           found.sudoSources.isEmpty() && found.pathProblems.isEmpty() && !found.isGoogles &&
           found.password != QLatin1String("set") &&
           (wanted.shell.isEmpty() || found.shell == wanted.shell) &&
           shellProblem(found.shell).isEmpty();
}

AccountPlan planWanted(
    const WantedAccount &wanted, const FoundAccount *found, const PlanInput &input,
    const PlanIndex &index)
{
    if (found) {
        return WantedPlanner(wanted, *found, input, index).run();
    }
    // Planned as if it had just been made: the same steps, after the first.
    FoundAccount made;
    made.login = wanted.login.text();
    made.uid = 1000;
    made.origin = AccountOrigin::Created;
    made.shell = wanted.shell;
    AccountPlan plan = WantedPlanner(wanted, made, input, index).run();
    plan.steps.prepend({StepKind::CreateAccount, QStringLiteral("Make the account.")});
    plan.state = AccountState::ToAdd;
    plan.data = accountData(wanted, {});
    for (const QString &group : wanted.groups) {
        if (isRootGroup(group)) {
            plan.notes.push_back(
                warning(QStringLiteral("Who is in the group %1 can become root.").arg(group)));
        }
    }
    return plan;
}

} // namespace podium::people
