// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tpu/freeplan.h"

#include <algorithm>
#include <map>
#include <utility>

namespace podium::tpu {

namespace {

bool isOwn(const Holder &holder, const WorkerHolders &found)
{
    return holder.uid == found.loginUid;
}

bool isStoppable(const QString &engine)
{
    return engine == QLatin1String("docker") || engine == QLatin1String("podman");
}

/// Engine and id; the engine is empty where it is in none.
std::pair<QString, QString> containerOf(const Holder &holder)
{
    return {holder.engine, holder.container};
}

FreeStep stepFor(
    const Holder &holder, const WorkerHolders &found, const QStringList &others,
    const std::set<qint64> &spared)
{
    using Action = FreeStep::Action;
    if (!isOwn(holder, found) && !others.contains(holder.user)) {
        return {holder, Action::Leave, QStringLiteral("it is %1's, not yours").arg(holder.user)};
    }
    if (!holder.engine.isEmpty() && !isStoppable(holder.engine)) {
        return {
            holder, Action::Leave,
            QStringLiteral("it is in a container of %1, which starts it again").arg(holder.engine)};
    }
    if (spared.count(holder.pid) > 0) {
        return {holder, Action::Leave, QStringLiteral("it is to stay"), true};
    }
    return {holder, holder.engine.isEmpty() ? Action::End : Action::StopContainer, {}, true};
}

/// To stop a container would end those in it, too, who are to stay.
void leaveSharedContainers(std::vector<FreeStep> &steps)
{
    using Action = FreeStep::Action;
    // Of each container one who stays; one for whom that is no choice, where there is one.
    std::map<std::pair<QString, QString>, FreeStep> left;
    for (const FreeStep &step : steps) {
        if (step.action == Action::Leave && !step.holder.engine.isEmpty()) {
            const auto at = left.emplace(containerOf(step.holder), step).first;
            at->second = step.isChoice ? at->second : step;
        }
    }
    for (FreeStep &step : steps) {
        const auto at = left.find(containerOf(step.holder));
        if (at == left.end()) {
            continue;
        }
        step.isChoice = step.isChoice && at->second.isChoice;
        if (step.action != Action::Leave) {
            step.action = Action::Leave;
            step.why =
                QStringLiteral("process %1 in its container stays").arg(at->second.holder.pid);
        }
    }
}

QString holderText(const Holder &holder)
{
    // At once: a program may have "%3" in its name.
    return QStringLiteral("%1's %2 (pid %3, since %4)")
        .arg(
            holder.user, programName(holder.command), QString::number(holder.pid),
            ageText(holder.ageSeconds));
}

/// What a step of script/free.sh is about, by the name that it has there.
QString stepSubject(const FreePlan &plan, const QString &name)
{
    if (name == QLatin1String("lock")) {
        return QStringLiteral("lock file");
    }
    for (const FreeStep &step : plan.steps) {
        if (name == QStringLiteral("process %1").arg(step.holder.pid)) {
            return holderText(step.holder);
        }
        if (name == QStringLiteral("container %1").arg(step.holder.container)) {
            return QStringLiteral("container %1 of %2")
                .arg(step.holder.container.left(12), step.holder.engine);
        }
    }
    return name;
}

/// What was done there, or why it was not.
QString stepText(const remote::Step &step)
{
    if (!step.detail.isEmpty()) {
        return step.detail;
    }
    if (step.state != remote::StepState::Changed) {
        return remote::stepStateName(step.state);
    }
    if (step.name == QLatin1String("lock")) {
        return QStringLiteral("removed");
    }
    return step.name.startsWith(QLatin1String("container ")) ? QStringLiteral("stopped")
                                                             : QStringLiteral("ended by TERM");
}

} // namespace

bool FreePlan::isEmpty() const
{
    return !removesLock && std::all_of(steps.begin(), steps.end(), [](const FreeStep &step) {
        return step.action == FreeStep::Action::Leave;
    });
}

bool FreePlan::leavesSome() const
{
    return std::any_of(steps.begin(), steps.end(), [](const FreeStep &step) {
        return step.action == FreeStep::Action::Leave;
    });
}

std::vector<remote::Record> FreePlan::data() const
{
    std::vector<remote::Record> records;
    for (const FreeStep &step : steps) {
        if (step.action == FreeStep::Action::End) {
            records.push_back(
                {"end",
                 {QByteArray::number(step.holder.pid),
                  QByteArray::number(step.holder.startTicks)}});
        } else if (step.action == FreeStep::Action::StopContainer) {
            const remote::Record record{
                "container", {step.holder.engine.toUtf8(), step.holder.container.toUtf8()}};
            if (std::find(records.begin(), records.end(), record) == records.end()) {
                records.push_back(record);
            }
        }
    }
    if (removesLock) {
        records.push_back({"lock", {QByteArray::number(lock.inode)}});
    }
    return records;
}

FreePlan
planFree(const WorkerHolders &found, const QStringList &others, const std::set<qint64> &spared)
{
    FreePlan plan;
    for (const Holder &holder : found.holders) {
        plan.steps.push_back(stepFor(holder, found, others, spared));
    }
    leaveSharedContainers(plan.steps);
    plan.unknown = found.unknown;
    // Where it cannot be seen who holds, the file may be the only thing that keeps two apart.
    if (found.lock && found.unknown.isEmpty() && !plan.leavesSome()) {
        const bool isEnding =
            std::any_of(plan.steps.begin(), plan.steps.end(), [&](const FreeStep &step) {
                return step.holder.pid == found.lock->ownerPid;
            });
        plan.removesLock = found.lock->ownerPid == 0 || isEnding;
        plan.lock = *found.lock;
    }
    return plan;
}

std::set<qint64> endingWith(const WorkerHolders &found, qint64 pid)
{
    std::set<qint64> together{pid};
    const auto one =
        std::find_if(found.holders.begin(), found.holders.end(), [pid](const Holder &holder) {
            return holder.pid == pid;
        });
    if (one == found.holders.end() || one->engine.isEmpty()) {
        return together;
    }
    for (const Holder &holder : found.holders) {
        if (containerOf(holder) == containerOf(*one)) {
            together.insert(holder.pid);
        }
    }
    return together;
}

QStringList otherUsers(const std::vector<WorkerHolders> &workers)
{
    QStringList users;
    for (const WorkerHolders &worker : workers) {
        for (const Holder &holder : worker.holders) {
            if (!isOwn(holder, worker) && !users.contains(holder.user)) {
                users << holder.user;
            }
        }
    }
    users.sort();
    return users;
}

QStringList planLines(const FreePlan &plan)
{
    QStringList lines;
    for (const FreeStep &step : plan.steps) {
        const QString who = holderText(step.holder);
        switch (step.action) {
        case FreeStep::Action::End:
            lines << QStringLiteral("ends %1").arg(who);
            break;
        case FreeStep::Action::StopContainer:
            lines << QStringLiteral("stops the container %1 of %2, in which runs %3")
                         .arg(step.holder.container.left(12), step.holder.engine, who);
            break;
        case FreeStep::Action::Leave:
            lines << QStringLiteral("leaves %1: %2").arg(who, step.why);
            break;
        }
    }
    if (plan.removesLock) {
        lines << QStringLiteral("removes %1's lock file, once nobody holds the TPU")
                     .arg(plan.lock.user);
    }
    if (!plan.unknown.isEmpty()) {
        lines << QStringLiteral("who else holds it is unknown: %1").arg(plan.unknown);
    }
    return lines;
}

FreeOutcome readFreeOutcome(const FreePlan &plan, const remote::Answer &answer)
{
    FreeOutcome outcome;
    for (remote::Step &step : remote::stepsOf(answer)) {
        if (step.name != QLatin1String("holders")) {
            outcome.steps.push_back(std::move(step));
        }
    }
    outcome.now = readHolders(answer);
    for (const Holder &holder : outcome.now.holders) {
        const auto isBefore = [&](const FreeStep &step) {
            return step.holder.pid == holder.pid && step.holder.startTicks == holder.startTicks;
        };
        const auto isAlike = [&](const FreeStep &step) {
            return step.action != FreeStep::Action::Leave && step.holder.command == holder.command;
        };
        if (std::none_of(plan.steps.begin(), plan.steps.end(), isBefore) &&
            std::any_of(plan.steps.begin(), plan.steps.end(), isAlike)) {
            outcome.cameBack.push_back(holder);
        }
    }
    return outcome;
}

QStringList doneLines(const FreePlan &plan, const FreeOutcome &outcome)
{
    QStringList lines;
    for (const remote::Step &step : outcome.steps) {
        lines << QStringLiteral("%1: %2.").arg(stepSubject(plan, step.name), stepText(step));
    }
    return lines;
}

QString outcomeText(const FreeOutcome &outcome)
{
    if (!outcome.cameBack.empty()) {
        const Holder &holder = outcome.cameBack.front();
        const QString parent = holder.parentCommand.isEmpty() ? QStringLiteral("its parent")
                                                              : programName(holder.parentCommand);
        return QStringLiteral("%1 came back: %2 (pid %3) starts it again.")
            .arg(programName(holder.command), parent, QString::number(holder.parentPid));
    }
    if (!outcome.now.holders.empty()) {
        QStringList who;
        for (const Holder &holder : outcome.now.holders) {
            who << holderText(holder) + (holder.state == QLatin1String("D")
                                             ? QStringLiteral(", which waits in the kernel")
                                             : QString());
        }
        return QStringLiteral("Still held by %1.").arg(who.join(QStringLiteral(", ")));
    }
    if (!outcome.now.unknown.isEmpty()) {
        return QStringLiteral("Unknown: %1.").arg(outcome.now.unknown);
    }
    return outcome.now.hasStaleLock()
               ? QStringLiteral("Nobody holds it, but %1's lock file is still there.")
                     .arg(outcome.now.lock->user)
               : QStringLiteral("Free.");
}

} // namespace podium::tpu
