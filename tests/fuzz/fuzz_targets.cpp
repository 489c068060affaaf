// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// Words that name workers: whatever is typed, each worker comes once and is one that there is, and
// the words by which Podium tells of them name the same ones again.
#include "core/inventory/targets.h"
#include "tests/fakes/nodes.h"

#include <QSet>

#include <cstdint>
#include <cstdlib>

using namespace podium;

namespace {

const inventory::Snapshot &world()
{
    static const inventory::Snapshot snapshot = tests::snapshotOf(
        {{.name = QStringLiteral("tpu1")},
         {.zone = "us-east5-a", .name = QStringLiteral("tpu1"), .number = 2},
         {.project = "lab-vision", .name = QStringLiteral("tpu1"), .number = 3},
         {.name = QStringLiteral("pod-v4"), .type = "v4-64", .workers = 8, .number = 4},
         {.name = QStringLiteral("pod-v4-64"), .type = "v4-512", .workers = 64, .number = 5},
         {.name = QStringLiteral("halted"), .state = cloud::NodeState::Stopped, .number = 6}});
    return snapshot;
}

void check(bool isSo)
{
    if (!isSo) {
        std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QString text = QString::fromUtf8(reinterpret_cast<const char *>(data), int(size));
    const auto workers =
        inventory::resolveTargets(world(), text.split(QLatin1Char(' '), Qt::SkipEmptyParts));
    if (!workers) {
        check(!workers.error().summary.isEmpty());
        return 0;
    }
    QSet<WorkerRef> once;
    for (const WorkerRef &worker : *workers) {
        const inventory::NodeEntry *entry = world().find(worker.node);
        check(entry && worker.index >= 0 && worker.index < int(entry->node.workers.size()));
        check(!once.contains(worker));
        once.insert(worker);
    }
    if (workers->empty()) {
        return 0;
    }
    const QString told = inventory::describeWorkers(world(), *workers);
    const auto again = inventory::resolveTargets(world(), told.split(QStringLiteral(", ")));
    check(again && QSet<WorkerRef>(again->begin(), again->end()) == once);
    return 0;
}
