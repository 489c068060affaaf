// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/disk/detachcheck.h"

#include "core/disk/diskchoice.h"

namespace podium::disk {

namespace {

/// Why the disk is not seen to be released there; empty: it is, or will be by the plan.
QString obstacle(const WorkerDisks &worker)
{
    if (worker.error) {
        return (worker.plan.canBegin()
                    ? QStringLiteral("whether it is unmounted by now is not known (%1)")
                    : QStringLiteral("whether it is mounted there is not known (%1)"))
            .arg(worker.error->summary);
    }
    if (worker.outcome) {
        return worker.outcome->isGood ? QString() : outcomeText(worker.plan, *worker.outcome);
    }
    return worker.plan.error ? worker.plan.error->summary : QString();
}

/// Nothing where there are none.
std::optional<Error> notReleased(const QStringList &obstacles)
{
    if (obstacles.isEmpty()) {
        return std::nullopt;
    }
    Error error = refusal(
        QStringLiteral("The disk is not seen to be released on all workers."),
        QStringLiteral("Let those who use it end, and those that give no answer come back; "
                       "then again."));
    error.detail = obstacles.join(QLatin1Char('\n'));
    return error;
}

} // namespace

DetachCheck checkDetach(const std::vector<WorkerDisks> &workers)
{
    DetachCheck check;
    QStringList obstacles;
    for (const WorkerDisks &worker : workers) {
        // One that gave no answer to the look: nothing was planned for it.
        if (worker.error && !worker.plan.canBegin()) {
            check.unreached.push_back(worker.worker);
        }
        if (const QString why = obstacle(worker); !why.isEmpty()) {
            obstacles << QStringLiteral("%1: %2").arg(worker.worker.text(), why);
        }
    }
    check.error = notReleased(obstacles);
    return check;
}

std::optional<Error> checkReleased(const std::vector<WorkerDisks> &workers)
{
    QStringList obstacles;
    for (const WorkerDisks &worker : workers) {
        QString why = obstacle(worker);
        if (why.isEmpty() && !worker.plan.isDone) {
            why = QStringLiteral("it was mounted meanwhile, or has a line again");
        }
        if (!why.isEmpty()) {
            obstacles << QStringLiteral("%1: %2").arg(worker.worker.text(), why);
        }
    }
    return notReleased(obstacles);
}

QString leftByDetach()
{
    return QStringLiteral(
        "Podium's line for the disk in the worker's /etc/fstab, if there is one, stays; a boot "
        "goes on without it. When the worker answers again, a release of the disk takes the line "
        "out.");
}

} // namespace podium::disk
