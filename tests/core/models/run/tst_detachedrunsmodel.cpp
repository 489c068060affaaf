// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/run/detachedrunsmodel.h"
#include "tests/core/run/fakeruns.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/patience.h"

#include <QAbstractItemModelTester>
#include <QTemporaryDir>
#include <QTest>

using namespace podium;
using namespace podium::models;
using namespace podium::tests;

class DetachedRunsModelTest final : public QObject
{
    Q_OBJECT

private slots:
    void showsTheNewestFirst();
};

void DetachedRunsModelTest::showsTheNewestFirst()
{
    const QTemporaryDir folder;
    ManualClock clock;
    FakeTransport transport;
    run::DetachedRuns runs(transport, reachable, clock, folder.filePath("detached"));
    const DetachedRunsModel model(runs, clock);
    const QAbstractItemModelTester tester(
        const_cast<DetachedRunsModel *>(&model),
        QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    const auto remember = [&](const char *id, const char *command, int minutes) {
        bool isHeld = false;
        runs.remember(
            {id, command, clock.now().addSecs(60 * minutes), specFor(2).workers},
            [&isHeld](const run::DetachedRuns::Held &hold) { isHeld = hold.has_value(); });
        QTRY_VERIFY(isHeld);
    };
    remember("0123456789abcdef", "old", 0);
    remember("fedcba9876543210", "new", 5);
    runs.loadKnown();
    QTRY_COMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(0, DetachedRunsModel::CommandColumn).data().toString(), QString("new"));
    QCOMPARE(model.rowOf(model.at(1)), 1);
    QCOMPARE(model.at(1).command, QByteArray("old"));
}

QTEST_GUILESS_MAIN(DetachedRunsModelTest)
#include "tst_detachedrunsmodel.moc"
