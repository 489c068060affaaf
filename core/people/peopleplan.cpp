// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/peopleplan.h"

#include "core/people/accountplan.h"
#include "core/people/peopledata.h"

#include <algorithm>
#include <array>
#include <utility>

namespace podium::people {

namespace {

const WantedAccounts noAccounts;

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

void keep(AccountPlan plan, std::vector<AccountPlan> &plans)
{
    if (!plan.steps.empty() || !plan.notes.empty()) {
        plans.push_back(std::move(plan));
    }
}

/// Both lists are sorted by login, so one walk over both finds all pairs.
WorkerPlan planWorker(const PlanInput &input, const PlanIndex &index)
{
    const WantedAccounts &wanted = input.wanted ? *input.wanted : noAccounts;
    WorkerPlan plan{input.worker, input.found != nullptr, int(wanted.size()), {}};
    if (!input.found) {
        return plan;
    }
    const std::vector<FoundAccount> &found = input.found->accounts;
    auto w = wanted.begin();
    auto f = found.begin();
    while (w != wanted.end() || f != found.end()) {
        const int order = w == wanted.end()  ? 1
                          : f == found.end() ? -1
                                             : w->login.text().compare(f->login);
        if (order < 0) {
            keep(planWanted(*w++, nullptr, input, index), plan.accounts);
            continue;
        }
        if (order > 0) {
            keep(planUnwanted(*f++, input, index), plan.accounts);
            continue;
        }
        const bool isClash = input.metadataLogins && input.metadataLogins->contains(f->login);
        if (isClash || !isAsWished(*w, *f, index)) {
            keep(planWanted(*w, &*f, input, index), plan.accounts);
        }
        ++w;
        ++f;
    }
    return plan;
}

} // namespace

int WorkerPlan::stepCount() const
{
    int count = 0;
    for (const AccountPlan &account : accounts) {
        count += int(account.steps.size());
    }
    return count;
}

AccountState WorkerPlan::stateOf(const QString &login) const
{
    if (!isKnown) {
        return AccountState::Unknown;
    }
    const auto found = std::lower_bound(
        accounts.begin(), accounts.end(), login,
        [](const AccountPlan &account, const QString &l) { return account.login < l; });
    if (found != accounts.end() && found->login == login) {
        return found->state;
    }
    return AccountState::AsWished;
}

QByteArray WorkerPlan::data(const QList<PublicKey> &ownKeys) const
{
    QList<QByteArray> parts;
    for (const AccountPlan &account : accounts) {
        if (!account.data.isEmpty()) {
            parts << account.data;
        }
    }
    return parts.isEmpty() ? QByteArray() : workerData(ownKeys, parts);
}

std::vector<WorkerPlan> planPeople(const std::vector<PlanInput> &inputs, const PlanContext &context)
{
    const PlanIndex index(context);
    std::vector<WorkerPlan> plans;
    plans.reserve(inputs.size());
    for (const PlanInput &input : inputs) {
        plans.push_back(planWorker(input, index));
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
