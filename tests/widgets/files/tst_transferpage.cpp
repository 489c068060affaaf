// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// The page that copies to workers and fetches from them, over a transfer that is told what it is.
#include "tests/inspect/accessiblefaults.h"
#include "tests/widgets/files/transferpagefixture.h"
#include "widgets/common/noticebar.h"
#include "widgets/files/fetchform.h"
#include "widgets/run/targets/targetsedit.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QProgressBar>
#include <QTreeView>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;
using files::CopyState;
using Phase = models::TransferState::Phase;
using Direction = files::Transfer::Direction;
using Fixture = TransferPageFixture;

class TestTransferPage final : public QObject
{
    Q_OBJECT

private slots:
    void aPlanIsShownBeforeAnythingIsCopied();
    void whatIsChangedMakesThePlanOld();
    void aRefreshOfTheNodesKeepsThePlan();
    void deletingIsOnTheButton();
    void filesAreDropped();
    void noDropIsTakenForATarget();
    void theKeyboardDoesItAll();
    void aDoubleClickIsNoStop();
    void theRestIsPlannedAgain();
    void theRestGoesTheWayOfTheForm();
    void whatCannotBeIsANotice();
    void aFetchNeedsASourceAndAFolder();
    void everythingHasAName();
};

void TestTransferPage::aPlanIsShownBeforeAnythingIsCopied()
{
    Fixture f;
    QVERIFY(!f.button("Show plan")->isEnabled());
    f.page.setTargets({"pod"});
    QVERIFY(!f.button("Show plan")->isEnabled());
    QVERIFY(f.drop({QUrl("file:///tmp/a")}));
    QVERIFY(f.button("Show plan")->isEnabled());
    QVERIFY(!f.button("Copy"));
    QSignalSpy busy(&f.page, &TransferPage::busyChanged);
    f.button("Show plan")->click();
    QCOMPARE(f.phase(), Phase::Looking);
    QCOMPARE(busy.count(), 1);
    QVERIFY(!f.form->isEnabled());
    QVERIFY(f.button("Stop"));
    f.form->last().worker(3).plan.send = {0};
    f.form->last().endPlan();
    QCOMPARE(f.phase(), Phase::Planned);
    QVERIFY(f.form->isEnabled());
    QCOMPARE(byName<QTreeView>(f.page, "Workers")->model()->rowCount(), 8);
    QVERIFY(!byName<QTreeView>(f.page, "Deleted, left out or missing")); // nothing is
    f.button("Copy")->click();
    QCOMPARE(f.phase(), Phase::Moving);
    QVERIFY(byName<QProgressBar>(f.page, "Progress of all workers"));
    QVERIFY(!f.button("Copy") && !f.button("Show plan"));
    for (std::size_t i = 0; i < 8; ++i) {
        f.form->last().worker(i).state = CopyState::Verified;
    }
    QSignalSpy finished(&f.page, &TransferPage::runFinished);
    f.form->last().end();
    QCOMPARE(finished.count(), 1);
    QCOMPARE(finished.front().at(0).toString(), QString("Copy to the home folder"));
    QVERIFY(finished.front().at(1).toString().startsWith("8 verified"));
    QVERIFY(!f.button("Plan for the rest"));
    QVERIFY(!f.page.isBusy());
}

void TestTransferPage::whatIsChangedMakesThePlanOld()
{
    Fixture f;
    f.planned();
    byName<QLineEdit>(f.page, "Folder on each worker")->setText("data");
    QCOMPARE(f.phase(), Phase::Idle);
    QVERIFY(!f.button("Copy"));
    f.planned();
    f.page.setTargets({"pod:0"});
    QCOMPARE(f.phase(), Phase::Idle);
    f.planned();
    byName<QCheckBox>(f.page, "Co&mpress")->click();
    QCOMPARE(f.phase(), Phase::Idle);
    // Verdicts stay: they are of what was done.
    f.planned();
    f.button("Copy")->click();
    f.form->last().end();
    byName<QLineEdit>(f.page, "Folder on each worker")->setText("elsewhere");
    QCOMPARE(f.phase(), Phase::Done);
}

void TestTransferPage::aRefreshOfTheNodesKeepsThePlan()
{
    Fixture f;
    f.planned();
    QSignalSpy refreshed(&f.inventory, &inventory::Inventory::refreshed);
    f.inventory.refresh();
    QTRY_COMPARE(refreshed.count(), 1);
    QCOMPARE(f.phase(), Phase::Planned);
    QVERIFY(f.button("Copy"));
    // Of another number of workers it is no plan.
    inventory::Snapshot snapshot;
    snapshot.nodes.push_back(nodeEntry({.name = "pod", .type = "v4-64", .workers = 4}));
    f.source.set(snapshot);
    f.inventory.refresh();
    QTRY_COMPARE(refreshed.count(), 2);
    QCOMPARE(f.phase(), Phase::Idle);
}

void TestTransferPage::deletingIsOnTheButton()
{
    Fixture f;
    FakeTransfer &transfer = f.planned();
    QVERIFY(f.button("Copy"));
    transfer.setDeletesExtras(true);
    transfer.worker(0).plan.extras = {"old"};
    transfer.endPlan();
    QVERIFY(!f.button("Copy"));
    QVERIFY(f.button("Copy and delete"));
    const auto *items = byName<QTreeView>(f.page, "Deleted, left out or missing");
    QVERIFY(items);
    QCOMPARE(items->model()->index(0, 1).data().toString(), QString("old"));
    transfer.setHasWork(false);
    transfer.endPlan();
    QVERIFY(!f.button("Copy and delete")->isEnabled());
}

void TestTransferPage::filesAreDropped()
{
    Fixture f;
    QVERIFY(f.drop(
        {QUrl("file:///tmp/a%20b"), QUrl("file:///tmp/folder/"),
         QUrl::fromEncoded("file:///tmp/latin%E9"), QUrl("https://example.org/x")}));
    QVERIFY(f.drop({QUrl("file:///tmp/a%20b")})); // it is there already
    const QStringList sources = f.sources();
    QCOMPARE(sources.size(), 3);
    QCOMPARE(sources.mid(0, 2), (QStringList{"/tmp/a b", "/tmp/folder"}));
    QVERIFY(!f.drop({QUrl("https://example.org/x")}));
    auto *list = byName<QListWidget>(f.page, "Files and folders to copy");
    list->setFocus();
    list->selectAll();
    QTest::keyClick(list, Qt::Key_Delete);
    QCOMPARE(f.sources(), QStringList());
    // While one goes on the next is not filled in.
    f.planned();
    f.button("Copy")->click();
    QVERIFY(!f.drop({QUrl("file:///tmp/c")}));
}

void TestTransferPage::noDropIsTakenForATarget()
{
    Fixture f;
    QMimeData data;
    data.setUrls({QUrl("file:///tmp/a")});
    data.setText("file:///tmp/a");
    auto *targets = f.page.findChild<TargetsEdit *>();
    QDragEnterEvent enter({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    enter.ignore();
    QCoreApplication::sendEvent(targets, &enter);
    QVERIFY(enter.isAccepted()); // by the page around them
    QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(targets, &drop);
    QVERIFY(f.page.targets().isEmpty());
    QCOMPARE(f.sources(), QStringList{"/tmp/a"});
}

void TestTransferPage::theKeyboardDoesItAll()
{
    Fixture f;
    f.page.setTargets({"pod"});
    f.drop({QUrl("file:///tmp/a")});
    auto *folder = byName<QLineEdit>(f.page, "Folder on each worker");
    folder->setFocus();
    QTest::keyClick(folder, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(f.phase(), Phase::Looking);
    QTRY_COMPARE(QApplication::focusWidget(), static_cast<QWidget *>(f.button("Stop")));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Period, Qt::ControlModifier);
    QCOMPARE(f.form->last().stops, 1);
    f.form->last().endPlan(Error{ErrorKind::Cancelled, "Stopped.", {}, {}, {}});
    QCOMPARE(f.phase(), Phase::Idle);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(f.phase(), Phase::Looking);
    f.form->last().worker(0).plan.send = {0};
    f.form->last().endPlan();
    QCOMPARE(QApplication::focusWidget(), static_cast<QWidget *>(f.button("Copy")));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(f.phase(), Phase::Moving);
    QCOMPARE(QApplication::focusWidget(), static_cast<QWidget *>(f.button("Stop")));
    // The second one is firmer: the transfer knows.
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Period, Qt::ControlModifier);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Period, Qt::ControlModifier);
    QCOMPARE(f.form->last().stops, 2);
}

/// Stop comes to stand where Copy was, and Copy where the plan was asked for.
void TestTransferPage::aDoubleClickIsNoStop()
{
    Fixture f;
    const auto clickTheSecondTime = [](QWidget *button) {
        const QPointF middle(button->rect().center());
        for (const auto type : {QEvent::MouseButtonDblClick, QEvent::MouseButtonRelease}) {
            const bool isPress = type == QEvent::MouseButtonDblClick;
            QMouseEvent event(
                type, middle, Qt::LeftButton, isPress ? Qt::LeftButton : Qt::NoButton,
                Qt::NoModifier);
            QApplication::sendEvent(button, &event);
        }
    };
    f.planned();
    clickTheSecondTime(f.button("Copy"));
    QCOMPARE(f.phase(), Phase::Planned);
    QTest::mouseClick(f.button("Copy"), Qt::LeftButton);
    QCOMPARE(f.phase(), Phase::Moving);
    clickTheSecondTime(f.button("Stop"));
    QCOMPARE(f.form->last().stops, 0);
    QTest::mouseClick(f.button("Stop"), Qt::LeftButton);
    QCOMPARE(f.form->last().stops, 1);
}

void TestTransferPage::theRestIsPlannedAgain()
{
    Fixture f;
    FakeTransfer &first = f.planned();
    f.button("Copy")->click();
    for (std::size_t i = 0; i < 8; ++i) {
        first.worker(i).state = i < 6 ? CopyState::Verified : CopyState::Failed;
    }
    first.end();
    f.page.setTargets({"pod:0"}); // the rest is of what was done
    f.button("Plan for the rest")->click();
    QCOMPARE(f.phase(), Phase::Looking);
    QCOMPARE(int(f.form->last().workers().size()), 2);
    QCOMPARE(f.form->last().workers()[0].plan.worker.index, 6);
    QCOMPARE(int(f.form->all().size()), 8);
}

/// As where its internal port is closed.
void TestTransferPage::theRestGoesTheWayOfTheForm()
{
    Fixture f(new CopyForm([] { return gateway::InternalEndpointOf(); }));
    auto *once = byName<QCheckBox>(f.page, "Upload &once, via a gateway");
    QVERIFY(once);
    once->setChecked(true);
    const auto failAllBut = [&f](std::size_t verified) {
        f.button("Copy")->click();
        for (std::size_t i = 0; i < f.form->last().workers().size(); ++i) {
            f.form->last().worker(i).state = i < verified ? CopyState::Verified : CopyState::Failed;
        }
        f.form->last().end();
    };
    f.planned();
    QVERIFY(f.form->gateway() && f.form->gateway()->index == 0);
    failAllBut(6);
    f.button("Plan for the rest")->click();
    QCOMPARE(f.phase(), Phase::Looking);
    QVERIFY(f.form->gateway() && f.form->gateway()->index == 6); // the first of them
    f.form->last().worker(0).plan.send = {0};
    f.form->last().endPlan();
    failAllBut(1);
    auto *list = byName<QListWidget>(f.page, "Files and folders to copy");
    list->selectAll();
    QTest::keyClick(list, Qt::Key_Delete);
    QVERIFY(!f.button("Plan for the rest")->isEnabled());
    f.drop({QUrl("file:///tmp/a")});
    once->setChecked(false);
    f.button("Plan for the rest")->click();
    QCOMPARE(f.phase(), Phase::Looking); // a plan first, as ever
    QCOMPARE(int(f.form->last().workers().size()), 1);
    QCOMPARE(f.form->last().workers()[0].plan.worker.index, 7);
    QVERIFY(!f.form->gateway());
}

void TestTransferPage::whatCannotBeIsANotice()
{
    Fixture f;
    f.page.setTargets({"pod"});
    f.drop({QUrl("file:///tmp/a")});
    f.page.goOn();
    f.form->last().endPlan(Error{ErrorKind::NotFound, "There is no <b>a</b>.", {}, {}, {}});
    auto *notice = f.page.findChild<NoticeBar *>();
    QVERIFY(notice->isVisible());
    QCOMPARE(notice->text(), QString("There is no <b>a</b>."));
    QCOMPARE(richLabels(f.page), QStringList());
    emit f.form->last().narrowed("Not all at once.");
    f.page.goOn();
    QVERIFY(!notice->isVisible());
}

void TestTransferPage::aFetchNeedsASourceAndAFolder()
{
    Fixture f(new FetchForm, Direction::FromWorkers);
    QVERIFY(!f.drop({QUrl("file:///tmp/a")}));
    f.page.setTargets({"pod"});
    auto *source = byName<QLineEdit>(f.page, "File or folder on each worker");
    source->setText("..");
    QVERIFY(!f.button("Show plan")->isEnabled());
    byName<QLineEdit>(f.page, "Folder of this machine")->setText("/tmp/results");
    QVERIFY(f.button("Show plan")->isEnabled());
    f.button("Show plan")->click();
    QCOMPARE(f.phase(), Phase::Idle);
    QVERIFY(f.page.findChild<NoticeBar *>()->text().contains("names no file or folder"));
    source->setText("logs/run1");
    QTest::keyClick(source, Qt::Key_Return);
    QCOMPARE(f.phase(), Phase::Looking);
    f.form->last().worker(0).plan.send = {0};
    f.form->last().endPlan();
    f.button("Fetch")->click();
    QCOMPARE(f.phase(), Phase::Moving);
}

void TestTransferPage::everythingHasAName()
{
    for (const bool isFetch : {false, true}) {
        Fixture f(
            isFetch ? static_cast<TransferForm *>(new FetchForm) : new CopyForm,
            isFetch ? Direction::FromWorkers : Direction::ToWorkers);
        QCOMPARE(accessibleFaults(f.page), QStringList());
    }
}

QTEST_MAIN(TestTransferPage)
#include "tst_transferpage.moc"
