// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/activity/activitymodel.h"
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/fakenodesource.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"
#include "widgets/nodes/nodespage.h"
#include "widgets/nodes/nodeview.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

namespace {

constexpr auto Link = "https://console.cloud.google.com/apis/api/tpu?project=lab-a";

inventory::Snapshot twoProjectsFail()
{
    inventory::Snapshot snapshot = snapshotOf({{.name = "tpu1"}});
    snapshot.problems = {
        {*ProjectId::parse("lab-a"),
         std::nullopt,
         {ErrorKind::ApiDisabled,
          "Google refuses to list the nodes.",
          "HTTP 403",
          QString("Enable it at ") + Link + " (or: gcloud), then wait.",
          {}},
         {}},
        {*ProjectId::parse("lab-b"),
         std::nullopt,
         {ErrorKind::PermissionDenied,
          "Google refuses to list the nodes.",
          "HTTP 403",
          "Ask an owner.",
          {}},
         {}}};
    return snapshot;
}

} // namespace

/// Projects and zones that do not answer, on the Nodes page.
class TestNodeProblems final : public QObject
{
    Q_OBJECT

private slots:
    void aRowSaysWhyAndTheDetailsWhatToDo();
};

void TestNodeProblems::aRowSaysWhyAndTheDetailsWhatToDo()
{
    const QTemporaryDir folder;
    QSettings state(folder.filePath("window.ini"), QSettings::IniFormat);
    ManualClock clock;
    FakeNodeSource source;
    inventory::Inventory inventory(source, nullptr, clock);
    models::ActivityModel activity(clock);
    NodesPage page(inventory, activity, clock, state);
    page.resize(1200, 700);
    page.show();
    source.set(twoProjectsFail());
    QSignalSpy refreshed(&inventory, &inventory::Inventory::refreshed);
    inventory.refresh();
    QVERIFY(refreshed.wait(Patience));
    auto *view = page.findChild<NodeView *>();
    const auto row = [view](const QString &start) {
        const auto found = view->model()->match(
            view->model()->index(0, 0), Qt::DisplayRole, start, 1, Qt::MatchStartsWith);
        return found.isEmpty() ? QModelIndex() : found.constFirst();
    };
    QVERIFY(row("lab-a: The API is disabled.").isValid());
    QVERIFY(row("lab-b: Access is denied.").isValid());
    // The details: all of it, the link, and another try.
    view->setCurrentIndex(row("lab-a"));
    const auto says = [&page](const QString &text) {
        const auto labels = page.findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [&text](const QLabel *label) {
            return label->isVisible() && label->text().contains(text);
        });
    };
    QVERIFY(says("Enable it at https://console"));
    QVERIFY(byName<QPushButton>(page, "Open in the console"));
    byName<QPushButton>(page, "Copy link")->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), QString(Link));
    QSignalSpy retry(&page, &NodesPage::refreshRequested);
    byName<QPushButton>(page, "Try again")->click();
    QCOMPARE(retry.count(), 1);
    view->setCurrentIndex(row("lab-b"));
    QVERIFY(says("Ask an owner."));
    QVERIFY(!byName<QPushButton>(page, "Copy link"));
    view->setCurrentIndex(row("tpu1"));
    QVERIFY(!says("Ask an owner."));
    QVERIFY(byName<QPushButton>(page, "Run on this"));
}

QTEST_MAIN(TestNodeProblems)
#include "tst_nodeproblems.moc"
