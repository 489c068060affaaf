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

namespace {

/// The page of commands and scripts, to which the others are added.
struct Lab
{
    ManualClock clock;
    FakeNodeSource source;
    inventory::Inventory inventory{source, nullptr, clock};
    FakeTransport transport;
    RunPage *commands = new RunPage(inventory, transport, run::SshDefaults(), clock);
    RunKinds kinds{commands, new ScriptsBar};
};

} // namespace

class TestRunKinds final : public QObject
{
    Q_OBJECT

private slots:
    void targetsGoAlong();
    void keysAreForWhatIsOnTop();
};

/// To a kind that has none yet, from the one before; those that are there stay.
void TestRunKinds::targetsGoAlong()
{
    Lab lab;
    RunKinds &kinds = lab.kinds;
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
    lab.commands->setTargets({"pod", "tpu1"});
    kinds.showKind(RunKinds::Recipes);
    QCOMPARE(kinds.kind(), RunKinds::Recipes);
    QCOMPARE(recipes, (QStringList{"pod", "tpu1"}));
    QVERIFY(recipePage->isVisibleTo(&kinds));
    QCOMPARE(kinds.focusProxy(), recipePage);
    kinds.showKind(RunKinds::Copies);
    QCOMPARE(copies, QStringList{"own"});
    lab.commands->setTargets({});
    kinds.showCommands();
    QCOMPARE(lab.commands->findChild<TargetsEdit *>()->words(), QStringList{"own"});
}

/// Not for the page of commands below it: whoever types would fill in what nobody sees.
void TestRunKinds::keysAreForWhatIsOnTop()
{
    Lab lab;
    RunKinds &kinds = lab.kinds;
    int focused = 0;
    const auto none = [] { return QStringList(); };
    auto *recipes = new QWidget;
    kinds.add({"Recipe", recipes, none, [](const QStringList &) {}, [&focused] { ++focused; }});
    QVERIFY(kinds.showsPanes());
    kinds.showKind(RunKinds::Scripts);
    QVERIFY(kinds.showsPanes());
    kinds.focusFilter();
    QVERIFY(kinds.focusWidget());
    QCOMPARE(kinds.focusWidget()->accessibleName(), QString("Targets")); // no command is seen
    QCOMPARE(focused, 0);
    kinds.showKind(RunKinds::Recipes);
    QVERIFY(!kinds.showsPanes());
    recipes->setFocus();
    kinds.focusFilter();
    QCOMPARE(focused, 1);
    kinds.showFind(); // there is no output in which to find anything
    QCOMPARE(focused, 2);
    QVERIFY(!lab.commands->isAncestorOf(kinds.focusWidget()));
}

QTEST_MAIN(TestRunKinds)
#include "tst_runkinds.moc"
