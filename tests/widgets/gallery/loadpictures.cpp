// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/tpu/load/fakeload.h"
#include "tests/fakes/accessiblefind.h"
#include "tests/widgets/gallery/lab.h"
#include "widgets/load/loadpage.h"
#include "widgets/load/loadview.h"

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
    const QString node = ref.node.name.text();
    if (node == QStringLiteral("train-c") && ref.index == 5) {
        look.cpu = 0.98;
        look.duty = 0.2;
    } else if (node == QStringLiteral("train-e")) {
        look.duty.reset();
        look.cpu = 0.02;
    } else if (node == QStringLiteral("train-g") && ref.index < 2) {
        look.fails = ref.index == 0;
        look.duty.reset();
    }
    return look;
}

} // namespace

namespace {

/// A page that watches nodes, after some minutes.
class WatchedNodes final
{
public:
    explicit WatchedNodes(const std::vector<NodeSketch> &sketches)
        : m_load(lookOf)
        , m_inventory(m_source, nullptr, m_load.clock)
        , page(m_inventory, m_load.world())
    {
        inventory::Snapshot snapshot;
        for (const NodeSketch &sketch : sketches) {
            snapshot.nodes.push_back(nodeEntry(sketch));
        }
        m_source.set(snapshot);
        QSignalSpy spy(&m_inventory, &inventory::Inventory::refreshed);
        m_inventory.refresh();
        spy.wait(Patience);
    }
    void watch(const QStringList &words)
    {
        page.watch(words);
        page.resize(1500, 900);
        page.show();
        constexpr int looks = 24;
        for (int look = 0; look < looks; ++look) {
            const auto seen = m_load.transport.commands().size();
            m_load.advance(25);
            Lab::waitUntil(
                [&] {
                    return m_load.transport.commands().size() > seen &&
                           m_load.transport.active() == 0;
                },
                "a look at all workers");
        }
        QTest::qWait(300); // the models' own pause
    }
    [[nodiscard]] ui::LoadView &list() const
    {
        return *byName<ui::LoadView>(page, said("Workers"));
    }
    void choose(int line) const { list().setCurrentIndex(list().model()->index(line, 0)); }

private:
    FakeLoad m_load;
    FakeNodeSource m_source;
    inventory::Inventory m_inventory;

public:
    ui::LoadPage page;
};

std::vector<NodeSketch> eightNodes()
{
    std::vector<NodeSketch> sketches;
    for (int node = 0; node < 8; ++node) {
        sketches.push_back(
            {.zone = node < 5 ? "us-central2-b" : "europe-west4-a",
             .name = QStringLiteral("train-%1").arg(QChar('a' + node)),
             .type = "v4-64",
             .workers = 8,
             .number = node + 1});
    }
    return sketches;
}

} // namespace

void takeLoad(Gallery &gallery)
{
    if (gallery.wants(QStringLiteral("load-empty load-pod load-small"))) {
        WatchedNodes pod({{.name = "pod-v4", .type = "v4-512", .workers = 64}});
        gallery.takePage("load-empty", pod.page, {1240, 760});
        pod.watch({QStringLiteral("pod-v4")});
        pod.choose(22);
        gallery.takePage("load-pod", pod.page, {1500, 900});
        gallery.takePage("load-small", pod.page, {860, 540});
    }
    if (gallery.wants(QStringLiteral("load-nodes load-nodes-small load-folded"))) {
        WatchedNodes nodes(eightNodes());
        nodes.watch({QStringLiteral("train-*")});
        nodes.choose(18); // the heading of the third
        gallery.takePage("load-nodes", nodes.page, {1500, 900});
        gallery.takePage("load-nodes-small", nodes.page, {860, 540});
        nodes.choose(9);
        QTest::keyClick(&nodes.list(), Qt::Key_Left, Qt::ControlModifier);
        gallery.takePage("load-folded", nodes.page, {1240, 760});
    }
}

} // namespace podium::tests
