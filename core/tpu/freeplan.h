// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tpu/holders.h"

#include <QStringList>

#include <set>
#include <vector>

namespace podium::tpu {

/// What would be done about one holder.
struct FreeStep
{
    enum class Action {
        End,           ///< TERM, and KILL for what does not hear it
        StopContainer, ///< else its restart policy would undo it
        Leave
    };
    Holder holder;
    Action action = Action::Leave;
    QString why; ///< of Leave
    /// Whether it ends is the person's to say, one way or the other; else it stays in any case.
    bool isChoice = false;
    bool operator==(const FreeStep &) const = default;
};

/// What would be done on one worker so that nobody holds its TPU. Shown before it is done.
struct FreePlan
{
    std::vector<FreeStep> steps;
    bool removesLock = false; ///< once nobody holds
    LockFile lock{};          ///< of removesLock
    QString unknown{};        ///< why there may be others, who stay
    bool operator==(const FreePlan &) const = default;

    [[nodiscard]] bool isEmpty() const;
    [[nodiscard]] bool leavesSome() const;
    /// For the script, see script/free.sh.
    [[nodiscard]] std::vector<remote::Record> data() const;
};

/// Own processes end; those of another user only where that user is in `others`, for each a yes of
/// the person; none whose pid is in `spared`. A container is stopped only where all of it may end.
/// Pure.
[[nodiscard]] FreePlan planFree(
    const WorkerHolders &found, const QStringList &others, const std::set<qint64> &spared = {});

/// Whoever ends or stays together with this one, itself too: the same container. Pure.
[[nodiscard]] std::set<qint64> endingWith(const WorkerHolders &found, qint64 pid);

/// Users besides the login who hold one of these.
[[nodiscard]] QStringList otherUsers(const std::vector<WorkerHolders> &workers);

/// "ends ada's train.py (pid 12)", a line each.
[[nodiscard]] QStringList planLines(const FreePlan &plan);

/// What came of it.
struct FreeOutcome
{
    std::vector<remote::Step> steps;
    WorkerHolders now;
    /// Holders that were not there before with the command line of one that ended: somebody starts
    /// them again.
    std::vector<Holder> cameBack;
    bool operator==(const FreeOutcome &) const = default;
};
[[nodiscard]] FreeOutcome readFreeOutcome(const FreePlan &plan, const remote::Answer &answer);
/// What was done, a sentence each: "ada's train.py (pid 12, since 3 h): ended by TERM."
[[nodiscard]] QStringList doneLines(const FreePlan &plan, const FreeOutcome &outcome);
/// "free", or why it is not, in a sentence.
[[nodiscard]] QString outcomeText(const FreeOutcome &outcome);

} // namespace podium::tpu
