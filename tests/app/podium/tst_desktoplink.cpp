// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/desktop/desktoplink.h"
#include "core/inventory/inventory.h"
#include "core/models/activity/grantnotices.h"
#include "core/models/activity/notifications.h"
#include "core/store/history.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/fakes/fakenodesource.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"
#include "widgets/shell/mainwindow.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QtTest>

using namespace podium;
using namespace podium::tests;

/// What the window tells on the desktop, once for all Podiums.
class TestDesktopLink final : public QObject
{
    Q_OBJECT

private slots:
    void whoCannotTellLeavesItToAnother();
};

/// As on a desktop without a tray, where a watcher tells it by itself.
void TestDesktopLink::whoCannotTellLeavesItToAnother()
{
    if (ui::Tray::isAvailable()) {
        QSKIP("This desktop has a tray");
    }
    const QTemporaryDir folder;
    store::DatabaseQueue queue(folder.filePath("podium.db"));
    store::History history(queue);
    const ManualClock clock;
    FakeNodeSource source;
    inventory::Inventory inventory(source, nullptr, clock);
    QSettings state(folder.filePath("window.ini"), QSettings::IniFormat);
    ui::MainWindow window(state);
    app::DesktopLink link(inventory, history, window, state, clock);
    const auto left = [&history, &clock](const QStringList &keys) {
        Answer<QStringList> mine;
        history.claim(keys, clock.now(), models::NotificationSilence, mine.callback());
        return mine.wait().value_or(QStringList("no answer"));
    };
    const std::vector<inventory::Event> events{
        {inventory::EventKind::StateChanged, refOf({.name = "old"}), -1, "READY", "PREEMPTED",
         sketchTime()}};
    emit inventory.changed(events);
    QCOMPARE(left(models::notificationKeys(events)), models::notificationKeys(events));
    lifecycle::GrantEnd end;
    end.grant.project = refOf({}).project;
    end.nodes = {refOf({})};
    link.tellGrantEnds({end});
    QVERIFY(!models::grantEndKeys({end}).isEmpty());
    QCOMPARE(left(models::grantEndKeys({end})), models::grantEndKeys({end}));
}

QTEST_MAIN(TestDesktopLink)
#include "tst_desktoplink.moc"
