// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/tpu/load/fakeload.h"
#include "tests/fakes/accessiblefind.h"
#include "tests/widgets/gallery/lab.h"
#include "widgets/load/loadpage.h"

#include <QListView>

#include <cmath>

namespace podium::tests {

namespace {

/// A training on all, of which one worker goes odd and one is not reached.
FakeLook lookOf(const WorkerRef &ref, int turn)
{
    const double swing = std::sin(turn / 40.0 + ref.index);
    FakeLook look;
    look.duty = 0.88 + 0.07 * swing;
    look.cpu = 0.3 + 0.05 * (ref.index % 5);
    look.memory = 0.42;
    if (ref.index == 21 && turn > 240) {
        look.duty = 0.15 + 0.05 * swing;
        look.memory = 0.97;
    }
    look.fails = ref.index == 40;
    return look;
}

} // namespace

void takeLoad(Gallery &gallery)
{
    if (!gallery.wants(QStringLiteral("load-empty load-pod load-small"))) {
        return;
    }
    FakeLoad load(lookOf);
    FakeNodeSource source;
    inventory::Inventory inventory(source, nullptr, load.clock);
    inventory::Snapshot snapshot;
    snapshot.nodes.push_back(nodeEntry({.name = "pod-v4", .type = "v4-512", .workers = 64}));
    source.set(snapshot);
    QSignalSpy spy(&inventory, &inventory::Inventory::refreshed);
    inventory.refresh();
    spy.wait(Patience);
    ui::LoadPage page(inventory, load.world());
    gallery.takePage("load-empty", page, {1240, 760});
    page.watch({QStringLiteral("pod-v4")});
    page.resize(1500, 900);
    page.show();
    auto *list = byName<QListView>(page, said("Workers"));
    constexpr int looks = 24;
    for (int look = 0; look < looks; ++look) {
        const auto seen = load.transport.commands().size();
        load.advance(25);
        Lab::waitUntil(
            [&] { return load.transport.commands().size() > seen && load.transport.active() == 0; },
            "a look at all workers");
    }
    list->setCurrentIndex(list->model()->index(21, 0));
    QTest::qWait(300);
    gallery.takePage("load-pod", page, {1500, 900});
    gallery.takePage("load-small", page, {860, 540});
}

} // namespace podium::tests
