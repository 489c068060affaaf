// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/freelog.h"

#include "core/models/nodes/tpumodel.h"

namespace podium::models {

QStringList freeLog(const tpu::WorkerTpu &worker)
{
    QStringList lines;
    if (worker.plan.isEmpty()) {
        return lines;
    }
    if (worker.outcome) {
        lines << tpu::doneLines(worker.plan, *worker.outcome) << tpu::outcomeText(*worker.outcome);
    }
    if (worker.error) {
        lines << worker.error->text();
    } else if (worker.health) {
        lines << TpuModel::verdictText(worker.health->verdict);
        if (worker.health->verdict != tpu::Health::Verdict::Busy) { // who holds it was said
            lines << worker.health->findings;
        }
    }
    return lines;
}

} // namespace podium::models
