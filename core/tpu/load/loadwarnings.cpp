// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tpu/load/loadwarnings.h"

namespace podium::tpu {

namespace {

constexpr double DiskIsFull = 0.90;
constexpr double MemoryIsShort = 0.95; // used

int percent(double part)
{
    return int(part * 100);
}

QString idleText(const TpuIdle &idle, const QString &cost)
{
    using std::chrono::duration_cast;
    const auto time = duration_cast<std::chrono::minutes>(std::chrono::milliseconds(idle.forMs));
    const QString what = idle.isTold ? QStringLiteral("The TPU has done nothing for %1 min")
                                     : QStringLiteral("No program has reported TPU use for %1 min");
    const QString sentence = what.arg(qint64(time.count()));
    return cost.isEmpty() ? sentence + QLatin1Char('.')
                          : QStringLiteral("%1; the node costs %2.").arg(sentence, cost);
}

} // namespace

QStringList loadWarnings(const WorkerLoad &worker, const QString &cost)
{
    QStringList texts;
    if (worker.oomKills > 0) {
        texts << QStringLiteral("Out of memory: the kernel has ended processes (%1).")
                     .arg(worker.oomKills);
    }
    if (worker.restarts > 0) {
        texts << QStringLiteral("It restarted while it was being watched.");
    }
    if (worker.host.memory && *worker.host.memory > MemoryIsShort) {
        texts << QStringLiteral("Memory is %1 % full.").arg(percent(*worker.host.memory));
    }
    if (worker.counters) {
        for (const FileSystem &disk : worker.counters->disks) {
            if (disk.usedPart() > DiskIsFull) {
                texts << QStringLiteral("The disk at %1 is %2 % full.")
                             .arg(disk.mountPoint, QString::number(percent(disk.usedPart())));
            }
        }
    }
    const auto idle = tpuIdle(worker.history);
    if (idle && std::chrono::milliseconds(idle->forMs) >= IdleIsLong) {
        texts << idleText(*idle, cost);
    }
    return texts;
}

} // namespace podium::tpu
