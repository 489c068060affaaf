// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/activity/activitymodel.h"
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/fakenodesource.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"
#include "widgets/common/theme.h"
#include "widgets/nodes/nodespage.h"
#include "widgets/nodes/nodeview.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QUrl>
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
          QString("Enable it at ") + Link + " (or: gcloud services enable x), then wait.",
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

/// The page over what the cloud is to say.
struct Lab
{
    Lab()
        : state(folder.filePath("window.ini"), QSettings::IniFormat)
        , inventory(source, nullptr, clock)
        , activity(clock)
        , page(inventory, activity, clock, state)
    {
        page.resize(1200, 700);
        page.show();
    }
    void refresh(const inventory::Snapshot &snapshot)
    {
        source.set(snapshot);
        QSignalSpy refreshed(&inventory, &inventory::Inventory::refreshed);
        inventory.refresh();
        QVERIFY(refreshed.wait(Patience));
    }

    const QTemporaryDir folder;
    QSettings state;
    ManualClock clock;
    FakeNodeSource source;
    inventory::Inventory inventory;
    models::ActivityModel activity;
    NodesPage page;
};

/// Notes what would be opened.
class Browser final : public QObject
{
    Q_OBJECT

public:
    Browser() { QDesktopServices::setUrlHandler("https", this, "open"); }
    ~Browser() override { QDesktopServices::unsetUrlHandler("https"); }

    QStringList opened;

public slots:
    void open(const QUrl &url) { opened << url.toString(); }
};

QModelIndex rowOf(const NodeView &view, const QString &start)
{
    const auto found = view.model()->match(
        view.model()->index(0, 0), Qt::DisplayRole, start, 1, Qt::MatchStartsWith);
    return found.isEmpty() ? QModelIndex() : found.constFirst();
}

} // namespace

/// Projects and zones that do not answer, on the Nodes page.
class TestNodeProblems final : public QObject
{
    Q_OBJECT

private slots:
    void aRowSaysWhyAndTheDetailsWhatToDo();
    void theRowItselfLeadsThere();
    void whereNothingCanBeShownTheLinkIsThere();
    void noticesHaveTheLink();
    void aRefreshTakesDownItsOwnErrorAlone();
};

void TestNodeProblems::aRowSaysWhyAndTheDetailsWhatToDo()
{
    Lab lab;
    NodesPage &page = lab.page;
    lab.refresh(twoProjectsFail());
    auto *view = page.findChild<NodeView *>();
    const auto row = [view](const QString &start) { return rowOf(*view, start); };
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
    QVERIFY(!says("gcloud")); // a window needs no command lines
    QVERIFY(byName<QPushButton>(page, "Enable the API"));
    byName<QPushButton>(page, "Copy link")->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), QString(Link));
    QSignalSpy retry(&page, &NodesPage::refreshRequested);
    byName<QPushButton>(page, "Try again")->click();
    QCOMPARE(retry.count(), 1);
    view->setCurrentIndex(row("lab-b"));
    QVERIFY(says("Ask an owner."));
    QVERIFY(byName<QPushButton>(page, "See who can give access"));
    view->setCurrentIndex(row("tpu1"));
    QVERIFY(!says("Ask an owner."));
    QVERIFY(byName<QPushButton>(page, "Run on this"));
}

/// By a click on what its row says, and by Enter.
void TestNodeProblems::theRowItselfLeadsThere()
{
    Lab lab;
    inventory::Snapshot snapshot = twoProjectsFail();
    snapshot.problems.push_back(zoneProblem("lab-c", "us-east5-a"));
    lab.refresh(snapshot);
    Browser browser;
    auto *view = lab.page.findChild<NodeView *>();
    const auto clickEnd = [view](const QModelIndex &row) {
        const int y = view->visualRect(row).center().y();
        QTest::mouseClick(
            view->viewport(), Qt::LeftButton, {}, {view->viewport()->width() - Grid * 3, y});
    };
    clickEnd(rowOf(*view, "lab-a"));
    QCOMPARE(browser.opened, QStringList{Link});
    view->setCurrentIndex(rowOf(*view, "lab-b"));
    view->setFocus();
    QTest::keyClick(view, Qt::Key_Return);
    const QString access = "https://console.cloud.google.com/iam-admin/iam?project=lab-b";
    QCOMPARE(browser.opened, (QStringList{Link, access}));
    // A zone that only does not answer is asked again.
    QSignalSpy retry(&lab.page, &NodesPage::refreshRequested);
    clickEnd(rowOf(*view, "us-east5-a"));
    QCOMPARE(retry.count(), 1);
    // Elsewhere in the row a click only selects it.
    QTest::mouseClick(
        view->viewport(), Qt::LeftButton, {}, view->visualRect(rowOf(*view, "lab-a")).center());
    QCOMPARE(browser.opened.size(), 2);
}

void TestNodeProblems::whereNothingCanBeShownTheLinkIsThere()
{
    Lab lab;
    inventory::Snapshot snapshot;
    snapshot.error = twoProjectsFail().problems.front().error;
    lab.refresh(snapshot);
    Browser browser;
    byName<QPushButton>(lab.page, "Enable the API")->click();
    QCOMPARE(browser.opened, QStringList{Link});
    snapshot.error->kind = ErrorKind::Network;
    snapshot.error->hint = "Try again. See https://example.com/evil";
    lab.refresh(snapshot);
    QVERIFY(!byName<QPushButton>(lab.page, "Enable the API"));
    QVERIFY(!byName<QPushButton>(lab.page, "Open in the console"));
}

void TestNodeProblems::noticesHaveTheLink()
{
    Lab lab;
    inventory::Snapshot snapshot = snapshotOf({{.name = "tpu1"}});
    lab.refresh(snapshot);
    Browser browser;
    lab.page.showError(twoProjectsFail().problems.front().error);
    byName<QPushButton>(lab.page, "Enable the API")->click();
    QCOMPARE(browser.opened, QStringList{Link});
    lab.page.showError({ErrorKind::Credentials, "No.", {}, "Log in: gcloud auth login.", {}});
    QVERIFY(!byName<QPushButton>(lab.page, "Enable the API"));
    QVERIFY(byName<QLabel>(lab.page, "Sign in again: Settings, Account."));
}

/// What else went wrong since has not been read yet.
void TestNodeProblems::aRefreshTakesDownItsOwnErrorAlone()
{
    Lab lab;
    const inventory::Snapshot good = snapshotOf({{.name = "tpu1"}});
    inventory::Snapshot offline = good;
    offline.error = Error{ErrorKind::Network, "Google does not answer.", "HTTP 503", {}, {}};
    lab.refresh(good);
    lab.refresh(offline);
    QVERIFY(byName<QPushButton>(lab.page, "Try again"));
    lab.page.showError({ErrorKind::Refused, "The disk was not attached.", {}, {}, {}});
    lab.refresh(good);
    QVERIFY(byName<QLabel>(lab.page, "The disk was not attached."));
    lab.refresh(offline);
    QVERIFY(byName<QPushButton>(lab.page, "Try again"));
    lab.refresh(good);
    QVERIFY(!byName<QPushButton>(lab.page, "Try again"));
}

QTEST_MAIN(TestNodeProblems)
#include "tst_nodeproblems.moc"
