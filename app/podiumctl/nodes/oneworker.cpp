// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/nodes/oneworker.h"

#include "core/gateway/gatewayerrors.h"
#include "core/inventory/targets.h"

#include <algorithm>

namespace podium::ctl {

Result<std::vector<WorkerRef>>
exactlyOne(Result<std::vector<WorkerRef>> workers, const QString &target)
{
    if (!workers || workers->size() == 1) {
        return workers;
    }
    return failure(
        {ErrorKind::InvalidArgument,
         QStringLiteral("\"%1\" names %2 workers; one is needed.").arg(target).arg(workers->size()),
         {},
         QStringLiteral("Say which, as in NODE:0.")});
}

Result<WorkerRef> gatewayAmong(
    const std::vector<WorkerRef> &workers, const QString &word, const inventory::Snapshot &snapshot)
{
    if (word == QLatin1String(FirstGateway)) {
        return workers.front();
    }
    bool isNumber = false;
    const int number = word.toInt(&isNumber);
    auto found = workers.end();
    if (isNumber) {
        found = std::find_if(workers.begin(), workers.end(), [number](const WorkerRef &worker) {
            return worker.index == number;
        });
    } else {
        const auto named = exactlyOne(inventory::resolveTargets(snapshot, {word}), word);
        if (!named) {
            return failure(named.error());
        }
        found = std::find(workers.begin(), workers.end(), named->front());
    }
    if (found == workers.end()) {
        return failure(gateway::notAmongThem(word));
    }
    return *found;
}

QString setUpText(const QString &recipe, const WorkerRef &gateway)
{
    return QStringLiteral("`podiumctl recipe run %1 %2` sets up what the gateway lacks")
        .arg(recipe, gateway.text());
}

} // namespace podium::ctl
