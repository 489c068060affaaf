// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// A copy whose gateway lacks ClusterShell: the page offers the recipe that installs it.
#include "tests/fakes/fakenodesource.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"
#include "tests/widgets/files/fakeform.h"
#include "widgets/common/noticebar.h"
#include "widgets/files/copyform.h"
#include "widgets/files/transferpage.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;
using files::CopyState;

class TestSetUpOffer final : public QObject
{
    Q_OBJECT

private slots:
    void theGatewayIsSetUpByAButton_data();
    void theGatewayIsSetUpByAButton();
};

void TestSetUpOffer::theGatewayIsSetUpByAButton_data()
{
    QTest::addColumn<QString>("recipe");
    QTest::newRow("it lacks something") << "clustershell";
    QTest::newRow("something else failed") << "";
}

void TestSetUpOffer::theGatewayIsSetUpByAButton()
{
    QFETCH(QString, recipe);
    ManualClock clock;
    FakeNodeSource source;
    inventory::Inventory inventory(source, nullptr, clock);
    source.set(snapshotOf({{.name = "pod", .type = "v4-24", .workers = 3}}));
    QSignalSpy refreshed(&inventory, &inventory::Inventory::refreshed);
    inventory.refresh();
    QTRY_VERIFY(!refreshed.isEmpty());
    FakeTransport transport;
    auto *form = new FakeForm(new CopyForm, files::Transfer::Direction::ToWorkers);
    TransferPage page(
        inventory,
        [&] {
            return run::RunService(
                transport, [](const WorkerRef &) { return ssh::Endpoint(); }, clock);
        },
        clock, form);
    page.setTargets({"pod"});
    form->addFiles({"/tmp/a"});
    page.goOn();
    FakeTransfer &transfer = form->last();
    files::PassedOn passedOn;
    passedOn.gateway = transfer.worker(1).plan.worker;
    transfer.setPassedOn(passedOn);
    transfer.worker(0).plan.send = {0};
    transfer.endPlan();
    page.goOn();
    transfer.worker(0).state = CopyState::Failed;
    transfer.worker(0).error =
        Error{ErrorKind::NotFound, QStringLiteral("It cannot pass it on."), {}, {}, {}, recipe};
    QSignalSpy requested(&page, &TransferPage::recipeRequested);
    transfer.end();
    auto *notice = page.findChild<NoticeBar *>();
    QCOMPARE(notice->isVisibleTo(&page), !recipe.isEmpty());
    for (auto *button : notice->findChildren<QPushButton *>()) {
        if (button->text() == QLatin1String("Set it up")) {
            button->click();
        }
    }
    QCOMPARE(requested.count(), recipe.isEmpty() ? 0 : 1);
    if (!recipe.isEmpty()) {
        QCOMPARE(requested.first().at(0).toString(), recipe);
        QCOMPARE(requested.first().at(1).value<WorkerRef>(), passedOn.gateway);
    }
}

QTEST_MAIN(TestSetUpOffer)
#include "tst_setupoffer.moc"
