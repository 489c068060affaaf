// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/fakenodesource.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"
#include "tests/widgets/files/fakeform.h"
#include "widgets/files/copyform.h"
#include "widgets/files/transferpage.h"

#include <QDropEvent>
#include <QListWidget>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QtTest>

namespace podium::tests {

/// A page over a form whose transfers are told what they are; a node "pod" with eight workers.
struct TransferPageFixture
{
    explicit TransferPageFixture(
        ui::TransferForm *real = new ui::CopyForm,
        files::Transfer::Direction direction = files::Transfer::Direction::ToWorkers)
        : form(new FakeForm(real, direction))
        , page(
              inventory,
              [this] {
                  return run::RunService(
                      transport, [](const WorkerRef &) { return ssh::Endpoint(); }, clock);
              },
              clock, form)
    {
        inventory::Snapshot snapshot;
        snapshot.nodes.push_back(nodeEntry({.name = "pod", .type = "v4-64", .workers = 8}));
        source.set(snapshot);
        QSignalSpy spy(&inventory, &inventory::Inventory::refreshed);
        inventory.refresh();
        spy.wait(Patience);
        page.resize(1000, 600);
        page.show();
        page.activateWindow();
        [&] { QVERIFY(QTest::qWaitForWindowActive(&page, Patience)); }();
    }
    /// Null: none, or it is not to be seen.
    [[nodiscard]] QPushButton *button(const QString &text)
    {
        for (auto *each : page.findChildren<QPushButton *>()) {
            if (QString(each->text()).remove('&') == text && each->isVisibleTo(&page)) {
                return each;
            }
        }
        return nullptr;
    }
    /// As from the file manager; false: it is not taken.
    bool drop(const QList<QUrl> &urls)
    {
        QMimeData data;
        data.setUrls(urls);
        data.setText(QStringLiteral("file:///somewhere")); // file managers give that, too
        QDragEnterEvent enter({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        enter.ignore();
        QCoreApplication::sendEvent(&page, &enter);
        if (!enter.isAccepted()) {
            return false;
        }
        QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&page, &drop);
        return true;
    }
    [[nodiscard]] QStringList sources()
    {
        const auto *list = byName<QListWidget>(page, "Files and folders to copy");
        QStringList all;
        for (int row = 0; row < list->count(); ++row) {
            all << list->item(row)->text();
        }
        return all;
    }
    /// A plan for the pod that has something to do.
    FakeTransfer &planned()
    {
        page.setTargets({"pod"});
        drop({QUrl("file:///tmp/a")});
        page.goOn();
        form->last().worker(0).plan.send = {0};
        form->last().worker(0).plan.bytes = 1000;
        form->last().endPlan();
        return form->last();
    }
    [[nodiscard]] models::TransferState::Phase phase() const { return page.state().phase(); }

    ManualClock clock;
    FakeNodeSource source;
    inventory::Inventory inventory{source, nullptr, clock};
    FakeTransport transport;
    FakeForm *form;
    ui::TransferPage page;
};

} // namespace podium::tests
