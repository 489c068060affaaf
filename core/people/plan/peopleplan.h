// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/actual/actualstate.h"
#include "core/people/roster/desiredstate.h"
#include "core/people/roster/roster.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QSet>
#include <QString>
#include <QStringList>
#include <QVector>

#include <functional>
#include <memory>
#include <vector>

namespace podium::people {

/// One thing that applying a plan will do to one account.
enum class StepKind {
    CreateAccount,
    AdoptAccount,
    UnlockAccount,
    SetShell,
    AddGroup,
    RemoveGroup,
    AddKey,
    ChangeKey, ///< same key, other end, options or label
    RemoveKey,
    TidyKeys, ///< the lines are right, but not where or as they should stand; or modes are
    GrantSudo,
    RevokeSudo,
    LockAccount,
    ReleaseAccount, ///< it stays, and is no longer Podium's
    EndSessions,
    ArchiveHome,
    DeleteHome,
    DeleteAccount,
    RunRecipe, ///< once the account is made
};

struct PlanStep
{
    StepKind kind = StepKind::AddKey;
    QString text; ///< a sentence for a person, e.g. "Add the key SHA256:… (user1@laptop)."
    bool operator==(const PlanStep &) const = default;
};

/// What should be known about an account on a worker, without a step of its own.
struct PlanNote
{
    enum class Kind {
        Info,
        Warning,
        Blocked, ///< why nothing is done, or not all
    };
    Kind kind = Kind::Info;
    QString text;
    bool operator==(const PlanNote &) const = default;
};

/// How an account on a worker stands to what is wished: a cell of the matrix.
enum class AccountState {
    AsWished,
    ToAdd,
    ToRemove,
    Differs,
    Blocked, ///< differs, and Podium will not change it without the person
    Unknown, ///< the worker was not looked at
};

/// One account on one worker. Its parts are shared by workers on which the account is the same.
struct AccountPlan
{
    QString login;
    AccountState state = AccountState::AsWished;
    QVector<PlanStep> steps;
    QVector<PlanNote> notes;
    QByteArray data; ///< for the worker's script; empty where there are no steps
    bool operator==(const AccountPlan &) const = default;
};

/// Whether what is planned for an account on a worker is meant; none: all that is planned.
using IsMeant = std::function<bool(const WorkerRef &worker, const AccountPlan &account)>;

/// One worker. Accounts that are as wished, with nothing to say, are only counted.
struct WorkerPlan
{
    WorkerRef worker;
    bool isKnown = true; ///< false: not looked at, so nothing can be planned
    int desiredAccounts = 0;
    std::vector<AccountPlan> accounts; ///< sorted by login
    bool operator==(const WorkerPlan &) const = default;

    [[nodiscard]] int stepCount() const;
    /// Null: as wished, or nothing known.
    [[nodiscard]] const AccountPlan *find(const QString &login) const;
    /// All data of this worker, ready for applyInput(); empty where there is nothing to do.
    [[nodiscard]] QByteArray
    data(const QList<PublicKey> &ownKeys, const IsMeant &isMeant = {}) const;
};

[[nodiscard]] bool haveSameData(const WorkerPlan &a, const WorkerPlan &b);

/// A worker's facts for the plan. Null pointers: not looked at, nothing desired.
struct PlanInput
{
    WorkerRef worker;
    const DesiredAccounts *desired = nullptr;
    const ActualWorker *found = nullptr;
    /// Names in the metadata's ssh-keys of the node and its project, where they are known.
    const QSet<QString> *metadataLogins = nullptr;
};

/// What the plan must know beyond the workers.
struct PlanContext
{
    std::vector<FormerMember> formerMembers;
    /// Public keys with which Podium itself logs in; the last of them on a worker is never removed.
    QList<PublicKey> ownKeys;
    /// How accounts go whose grant ended, whose person is still on the roster.
    Offboarding offboarding;
    RecipesForAccounts recipes{};
};

/// Wanted and found → what to do, worker by worker. Pure; may run on any thread.
[[nodiscard]] std::vector<WorkerPlan>
planPeople(const std::vector<PlanInput> &inputs, const PlanContext &context);

/// A stable word: "create-account", "add-key" …; "as-wished", "to-add" …
[[nodiscard]] QString stepKindName(StepKind kind);
[[nodiscard]] QString accountStateName(AccountState state);

} // namespace podium::people
