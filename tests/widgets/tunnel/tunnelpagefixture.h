// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/tunnel/tunnelmodel.h"
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/fakenodesource.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"
#include "widgets/tunnel/tunnelpage.h"

#include <QAbstractItemModelTester>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>

namespace podium::tests {

/// The page for tunnels, over one node of eight workers that let everybody in.
struct TunnelPageFixture
{
    TunnelPageFixture()
    {
        inventory::Snapshot snapshot;
        snapshot.nodes.push_back(nodeEntry({.name = "pod", .type = "v4-64", .workers = 8}));
        source.set(snapshot);
        QSignalSpy spy(&inventory, &inventory::Inventory::refreshed);
        inventory.refresh();
        spy.wait(Patience);
        page.resize(1000, 600);
        page.show();
    }
    [[nodiscard]] QPushButton *button(const QString &text) const
    {
        for (auto *each : page.findChildren<QPushButton *>()) {
            if (QString(each->text()).remove('&') == text) {
                return each;
            }
        }
        return nullptr;
    }
    [[nodiscard]] QString cell(models::TunnelModel::Column column) const
    {
        return page.model().index(0, column).data().toString();
    }
    void open(const QString &target, int port)
    {
        page.prepare({target});
        byName<QSpinBox>(page, "Port of the worker")->setValue(port);
        button(QStringLiteral("Open tunnel"))->click();
    }

    ManualClock clock;
    FakeNodeSource source;
    inventory::Inventory inventory{source, nullptr, clock};
    FakeTransport transport{
        [](const ssh::CommandRequest &) { return FakeScript().login().hang(); }};
    tunnel::TunnelService service{{transport, [](const WorkerRef &ref) {
                                       ssh::Endpoint endpoint;
                                       endpoint.worker = ref;
                                       endpoint.address = QStringLiteral("10.0.0.1");
                                       return endpoint;
                                   }}};
    ui::TunnelPage page{inventory, service};
    QAbstractItemModelTester tester{
        const_cast<models::TunnelModel *>(&page.model()),
        QAbstractItemModelTester::FailureReportingMode::QtTest};
};

} // namespace podium::tests
