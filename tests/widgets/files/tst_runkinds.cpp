// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/fakenodesource.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/manualclock.h"
#include "widgets/run/kinds/runkinds.h"
#include "widgets/run/kinds/scriptsbar.h"
#include "widgets/run/page/runpage.h"
#include "widgets/run/targets/targetsedit.h"

#include <QTabBar>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

class TestRunKinds final : public QObject
{
    Q_OBJECT

private slots:
    void targetsGoAlong();
};

/// To a kind that has none yet, from the one before; those that are there stay.
void TestRunKinds::targetsGoAlong()
{
    ManualClock clock;
    FakeNodeSource source;
    inventory::Inventory inventory(source, nullptr, clock);
    FakeTransport transport;
    auto *commands = new RunPage(inventory, transport, run::SshDefaults(), clock);
    RunKinds kinds(commands, new ScriptsBar);
    QStringList recipes;
    QStringList copies{"own"};
    auto *recipePage = new QWidget;
    kinds.add(
        {"Recipe", recipePage, [&] { return recipes; },
         [&](const QStringList &words) { recipes = words; }});
    kinds.add(
        {"Copy", new QWidget, [&] { return copies; },
         [&](const QStringList &words) { copies = words; }});
    QCOMPARE(kinds.findChild<QTabBar *>()->count(), 4);
    commands->setTargets({"pod", "tpu1"});
    kinds.showKind(RunKinds::Recipes);
    QCOMPARE(kinds.kind(), RunKinds::Recipes);
    QCOMPARE(recipes, (QStringList{"pod", "tpu1"}));
    QVERIFY(recipePage->isVisibleTo(&kinds));
    QCOMPARE(kinds.focusProxy(), recipePage);
    kinds.showKind(RunKinds::Copies);
    QCOMPARE(copies, QStringList{"own"});
    commands->setTargets({});
    kinds.showCommands();
    QCOMPARE(commands->findChild<TargetsEdit *>()->words(), QStringList{"own"});
}

QTEST_MAIN(TestRunKinds)
#include "tst_runkinds.moc"
