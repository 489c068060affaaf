// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/detached/orphanedrun.h"

#include "core/run/bootstrap.h"
#include "core/run/detached/detached.h"
#include "core/run/detached/scripttexts.h"

namespace podium::run {

namespace {

RunSpec specOf(const OrphanedRun &orphan, const QByteArray &order)
{
    RunSpec spec;
    spec.workers = orphan.mayRun;
    spec.command = Bootstrap;
    spec.input = bootstrapInput(
        scripttexts::orphan, order + '\n' +
                                 (orphan.isMarked ? orphan.id.toLatin1() : QByteArray()) + '\n' +
                                 QByteArray::number(orphan.startedAt.toSecsSinceEpoch()) + '\n' +
                                 QByteArray::number(orphan.lastNoteAt.toSecsSinceEpoch()) + '\n');
    limitAnswer(spec);
    return spec;
}

} // namespace

RunSpec orphanCheck(const OrphanedRun &orphan)
{
    RunSpec spec = specOf(orphan, QByteArrayLiteral("LOOK"));
    spec.title = QStringLiteral("Look for: ") + QString::fromUtf8(orphan.command);
    return spec;
}

RunSpec orphanEnd(const OrphanedRun &orphan, bool isKill)
{
    RunSpec spec = specOf(orphan, isKill ? QByteArrayLiteral("KILL") : QByteArrayLiteral("TERM"));
    spec.title = QStringLiteral("End: ") + QString::fromUtf8(orphan.command);
    return spec;
}

std::vector<WorkerRef> mayStillRun(const Run &answers)
{
    std::vector<WorkerRef> left;
    for (const WorkerState &worker : answers.state().workers()) {
        if (worker.hasFailed() || !worker.ending) {
            left.push_back(worker.worker);
        }
    }
    return left;
}

} // namespace podium::run
