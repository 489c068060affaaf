// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/plan/peopleplan.h"

#include "core/people/plan/accountplan.h"
#include "core/people/plan/peopledata.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

namespace podium::people {

namespace {

const DesiredAccounts noAccounts;

constexpr std::array stepNames{
    std::pair{StepKind::CreateAccount, "create-account"},
    std::pair{StepKind::AdoptAccount, "adopt-account"},
    std::pair{StepKind::UnlockAccount, "unlock-account"},
    std::pair{StepKind::SetShell, "set-shell"},
    std::pair{StepKind::AddGroup, "add-group"},
    std::pair{StepKind::RemoveGroup, "remove-group"},
    std::pair{StepKind::AddKey, "add-key"},
    std::pair{StepKind::ChangeKey, "change-key"},
    std::pair{StepKind::RemoveKey, "remove-key"},
    std::pair{StepKind::TidyKeys, "tidy-keys"},
    std::pair{StepKind::GrantSudo, "grant-sudo"},
    std::pair{StepKind::RevokeSudo, "revoke-sudo"},
    std::pair{StepKind::LockAccount, "lock-account"},
    std::pair{StepKind::ReleaseAccount, "release-account"},
    std::pair{StepKind::EndSessions, "end-sessions"},
    std::pair{StepKind::ArchiveHome, "archive-home"},
    std::pair{StepKind::DeleteHome, "delete-home"},
    std::pair{StepKind::DeleteAccount, "delete-account"},
    std::pair{StepKind::RunRecipe, "run-recipe"},
};

constexpr std::array stateNames{
    std::pair{AccountState::AsWished, "as-wished"}, std::pair{AccountState::ToAdd, "to-add"},
    std::pair{AccountState::ToRemove, "to-remove"}, std::pair{AccountState::Differs, "differs"},
    std::pair{AccountState::Blocked, "blocked"},    std::pair{AccountState::Unknown, "unknown"},
};

template <typename Table, typename Value>
QString nameIn(const Table &table, Value value)
{
    for (const auto &[key, name] : table) {
        if (key == value) {
            return QString::fromLatin1(name);
        }
    }
    return {};
}

void keep(const AccountPlan &plan, std::vector<AccountPlan> &plans)
{
    if (!plan.steps.empty() || !plan.notes.empty()) {
        plans.push_back(plan);
    }
}

/// Plans workers one after another. In a fleet most accounts are on a worker as they were on the
/// one before, and then have the same plan.
class FleetPlanner final
{
public:
    explicit FleetPlanner(const PlanContext &context) : m_index(context) {}

    /// Both lists are sorted by login, so one walk over both finds all pairs.
    WorkerPlan plan(const PlanInput &input)
    {
        const DesiredAccounts &desired = input.desired ? *input.desired : noAccounts;
        WorkerPlan plan{input.worker, input.found != nullptr, int(desired.size()), {}};
        if (!input.found) {
            return plan;
        }
        std::vector<Known> &known = m_desired[&desired];
        known.resize(desired.size());
        const auto &found = input.found->accounts;
        auto w = desired.begin();
        auto f = found.begin();
        while (w != desired.end() || f != found.end()) {
            const int order = w == desired.end() ? 1
                              : f == found.end() ? -1
                                                 : w->login.text().compare((*f)->login);
            if (order > 0) {
                keep(unwantedPlan(**f++, input), plan.accounts);
                continue;
            }
            const ActualAccount *present = order == 0 ? (f++)->get() : nullptr;
            Known &last = known[std::size_t(w - desired.begin())];
            keep(desiredPlan(last, *w, present, input), plan.accounts);
            ++w;
        }
        return plan;
    }

private:
    /// All that a plan is made of besides what is desired.
    struct Facts
    {
        const ActualAccount *found = nullptr; ///< what is equal is one object: see AccountPool
        bool isClash = false;
        bool isSelf = false;
        bool operator==(const Facts &) const = default;
    };

    /// The plan for a worker before, and what it was made of.
    struct Known
    {
        std::optional<Facts> facts;
        AccountProcesses processes; ///< of what is not desired; else they change nothing
        AccountPlan plan;
    };

    static Facts factsOf(const QString &login, const ActualAccount *found, const PlanInput &input)
    {
        const bool isClash = input.metadataLogins && input.metadataLogins->contains(login);
        return {found, isClash, input.found->self == login};
    }

    const AccountPlan &desiredPlan(
        Known &last, const DesiredAccount &desired, const ActualAccount *found,
        const PlanInput &input)
    {
        const Facts facts = factsOf(desired.login.text(), found, input);
        if (last.facts != facts) {
            const bool isFine = found && !facts.isClash && isAsWished(desired, *found, m_index);
            last.plan = isFine ? AccountPlan() : planWanted(desired, found, input, m_index);
            last.facts = facts;
        }
        return last.plan;
    }

    const AccountPlan &unwantedPlan(const ActualAccount &found, const PlanInput &input)
    {
        Known &last = m_unwanted[found.login];
        const Facts facts = factsOf(found.login, &found, input);
        AccountProcesses processes = input.found->processes.value(found.login);
        if (last.facts != facts || !(last.processes == processes)) {
            last.plan = planUnwanted(found, input, m_index);
            last.facts = facts;
            last.processes = std::move(processes);
        }
        return last.plan;
    }

    const PlanIndex m_index;
    std::map<const DesiredAccounts *, std::vector<Known>> m_desired; ///< in the order of the list
    QHash<QString, Known> m_unwanted;
};

} // namespace

int WorkerPlan::stepCount() const
{
    int count = 0;
    for (const AccountPlan &account : accounts) {
        count += int(account.steps.size());
    }
    return count;
}

const AccountPlan *WorkerPlan::find(const QString &login) const
{
    const auto found = std::lower_bound(
        accounts.begin(), accounts.end(), login,
        [](const AccountPlan &account, const QString &l) { return account.login < l; });
    return found != accounts.end() && found->login == login ? &*found : nullptr;
}

QByteArray WorkerPlan::data(const QList<PublicKey> &ownKeys, const IsMeant &isMeant) const
{
    QList<QByteArray> parts;
    for (const AccountPlan &account : accounts) {
        if (!account.data.isEmpty() && (!isMeant || isMeant(worker, account))) {
            parts << account.data;
        }
    }
    return parts.isEmpty() ? QByteArray() : workerData(ownKeys, parts);
}

bool haveSameData(const WorkerPlan &a, const WorkerPlan &b)
{
    return std::equal(
        a.accounts.begin(), a.accounts.end(), b.accounts.begin(), b.accounts.end(),
        [](const AccountPlan &one, const AccountPlan &other) { return one.data == other.data; });
}

std::vector<WorkerPlan> planPeople(const std::vector<PlanInput> &inputs, const PlanContext &context)
{
    FleetPlanner planner(context);
    std::vector<WorkerPlan> plans;
    plans.reserve(inputs.size());
    for (const PlanInput &input : inputs) {
        plans.push_back(planner.plan(input));
    }
    return plans;
}

QString stepKindName(StepKind kind)
{
    return nameIn(stepNames, kind);
}

QString accountStateName(AccountState state)
{
    return nameIn(stateNames, state);
}

} // namespace podium::people
