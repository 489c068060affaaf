// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// Where the targets of a copy or a fetch stand on its page.
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/fakenodesource.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/patience.h"
#include "widgets/files/copyform.h"
#include "widgets/files/fetchform.h"
#include "widgets/files/transferpage.h"
#include "widgets/run/targets/targetsedit.h"

#include <QLineEdit>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

class TestTransferTargets final : public QObject
{
    Q_OBJECT

private slots:
    void aWordStandsBeforeThem_data();
    void aWordStandsBeforeThem();
};

void TestTransferTargets::aWordStandsBeforeThem_data()
{
    QTest::addColumn<bool>("isCopy");
    QTest::addColumn<QString>("field");
    QTest::newRow("copy") << true << "Folder on each worker";
    QTest::newRow("fetch") << false << "File or folder on each worker";
}

/// In line with the words before the fields below it.
void TestTransferTargets::aWordStandsBeforeThem()
{
    QFETCH(bool, isCopy);
    QFETCH(QString, field);
    ManualClock clock;
    FakeNodeSource source;
    inventory::Inventory inventory(source, nullptr, clock);
    FakeTransport transport;
    TransferForm *form = nullptr;
    if (isCopy) {
        form = new CopyForm;
    } else {
        form = new FetchForm;
    }
    TransferPage page(
        inventory,
        [&] {
            return run::RunService(
                transport, [](const WorkerRef &) { return ssh::Endpoint(); }, clock);
        },
        clock, form);
    page.resize(1000, 600);
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page, Patience));
    const auto placeOf = [&page](const QWidget *widget) {
        return QRect(widget->mapTo(&page, QPoint()), widget->size());
    };
    const auto *word = byName<QLabel>(page, "On");
    const auto *what = byName<QLabel>(page, "What");
    const auto *below = byName<QLineEdit>(page, field);
    QVERIFY(word && what && below);
    const QRect before = placeOf(word);
    const QRect targets = placeOf(page.findChild<TargetsEdit *>());
    QVERIFY(before.right() < targets.left());
    QVERIFY(before.top() >= targets.top() && before.center().y() < targets.bottom());
    QCOMPARE(before.left(), placeOf(what).left());
    QCOMPARE(targets.left(), placeOf(below).left());
}

QTEST_MAIN(TestTransferTargets)
#include "tst_transfertargets.moc"
