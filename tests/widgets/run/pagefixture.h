// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/inventory.h"
#include "core/run/sentcommand.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"
#include "widgets/run/page/runpage.h"
#include "widgets/run/panes/pane.h"

#include <QAccessible>
#include <QMenu>
#include <QTest>
#include <QWidget>

namespace podium::tests {

using run::withoutMark;

/// Gives the nodes of a snapshot, always.
class SketchSource final : public inventory::NodeSource
{
public:
    explicit SketchSource(const std::vector<NodeSketch> &sketches) : m_sketches(sketches) {}
    void list(const inventory::Question &, Callback<inventory::Listing> done) override
    {
        inventory::Listing listing;
        const inventory::Snapshot snapshot = snapshotOf(m_sketches);
        listing.projects = snapshot.projects;
        listing.otherProjects = inventory::Coverage::Projects::All;
        for (const inventory::NodeEntry &entry : snapshot.nodes) {
            listing.nodes.push_back(entry.node);
        }
        done(std::move(listing));
    }

private:
    std::vector<NodeSketch> m_sketches;
};

inline std::vector<NodeSketch> laboratory()
{
    return {
        {.name = "pod-v4", .type = "v4-64", .workers = 8, .number = 2},
        {.project = "lab-vision",
         .zone = "us-east5-a",
         .name = "night",
         .type = "v5p-512",
         .workers = 64,
         .number = 3},
        {.project = "lab-vision",
         .zone = "us-east5-a",
         .name = "huge",
         .type = "v5p-2048",
         .workers = 256,
         .number = 4},
        {.name = "tpu1", .number = 5},
        {.name = "tpu2", .state = cloud::NodeState::Stopped, .number = 6},
        {.zone = "europe-west4-a", .name = "twin", .number = 7},
        {.project = "lab-vision", .zone = "us-east5-a", .name = "twin", .number = 8},
    };
}

/// A Run page over a laboratory and a transport that plays scripts.
struct PageFixture
{
    ManualClock clock;
    SketchSource source;
    inventory::Inventory inventory;
    FakeTransport transport;
    ui::RunPage page;

    explicit PageFixture(const std::vector<NodeSketch> &nodes = laboratory())
        : source(nodes)
        , inventory(source, nullptr, clock)
        , page(inventory, transport, {.user = "matt", .port = 22, .identityFiles = {}}, clock)
    {
        play([](int) { return FakeScript().login().exit(0); });
        inventory.refresh();
        QTRY_COMPARE(inventory.snapshot().nodes.size(), nodes.size());
    }

    /// Each worker's script by its index; workers without an address are unreachable, as a real
    /// transport has them.
    void play(const std::function<FakeScript(int index)> &scriptOf)
    {
        transport.setScript([scriptOf](const ssh::CommandRequest &request) {
            const ssh::Endpoint &endpoint = request.endpoint;
            if (!endpoint.unreachable.isEmpty()) {
                return FakeScript().end(ssh::Unreachable{
                    {.kind = ErrorKind::Network,
                     .summary = endpoint.unreachable,
                     .detail = {},
                     .hint = {},
                     .subject = endpoint.worker.text()}});
            }
            return scriptOf(endpoint.worker.index);
        });
    }
};

/// The visible widget of this kind and accessible name under `root`, or null.
template <typename Widget>
Widget *named(const QWidget &root, const QString &name)
{
    for (Widget *widget : root.findChildren<Widget *>()) {
        if (widget->isVisible() && widget->accessibleName() == name) {
            return widget;
        }
    }
    return nullptr;
}

/// Of the workers whose panes are on screen, in their order.
inline QStringList namesOfShownPanes(const QWidget &page)
{
    QStringList names;
    for (const ui::Pane *pane : page.findChildren<ui::Pane *>()) {
        if (pane->isVisible()) {
            names += pane->accessibleName();
        }
    }
    names.sort();
    return names;
}

/// What a menu offers where it is opened now.
inline QStringList textsOf(QMenu &menu)
{
    emit menu.aboutToShow();
    QStringList offers;
    for (const QAction *action : menu.actions()) {
        offers += action->text();
    }
    return offers;
}

/// What a screen reader reads in this widget; nothing where it is none.
inline QString readAloud(QWidget *widget)
{
    QAccessibleInterface *accessible =
        widget ? QAccessible::queryAccessibleInterface(widget) : nullptr;
    return accessible ? accessible->textInterface()->text(0, 100'000) : QString();
}

} // namespace podium::tests
