// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/widgets/recipe/recipepagefixture.h"

#include "widgets/common/noticebar.h"
#include "widgets/recipe/recipelist.h"

#include <QLabel>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

using Fixture = RecipePageFixture;

/// The page of set-ups with a recipe that was run before.
class TestPastRecipe final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void itIsOpenedAgain();
    void whoseVerdictsTheyAreIsSaid();
    void whatRunsIsNotPutAside();
    void whatIsGoneIsSaid();

private:
    store::PastRun m_past;
};

void TestPastRecipe::init()
{
    const NodeRef pod = refOf({.name = "pod"});
    m_past = {};
    m_past.id = "00112233aabbccdd";
    m_past.title = "Recipe own";
    m_past.recipe = "own";
    m_past.steps = QStringList{"One", "Two"};
    m_past.targets = QStringList{pod.text() + ":1"};
    m_past.startedAt = sketchTime();
    m_past.verdicts = {{{{pod, 1}}, {"changed", "failed"}, {}}};
}

void TestPastRecipe::itIsOpenedAgain()
{
    Fixture f;
    f.page->choose("timezone");
    f.page->showPast(m_past);
    QCOMPARE(f.page->findChild<RecipeList *>()->current()->recipe.name, QString("own"));
    QCOMPARE(f.page->targets(), m_past.targets);
    QCOMPARE(f.cell(0, 0), QString("pod:1"));
    QCOMPARE(f.cell(0, 1), QString("changed"));
    QCOMPARE(f.cell(0, 2), QString("failed"));
    const auto *summary = byName<QLabel>(*f.page, "Summary");
    QVERIFY2(summary->text().startsWith("1 failed."), qPrintable(summary->text()));
    const auto *title = byName<QLabel>(*f.page, "What was run");
    QVERIFY2(
        title->text().startsWith("own on " + m_past.targets.first() + ", begun "),
        qPrintable(title->text()));
    QVERIFY(!f.button("Resume")->isVisible());
    QVERIFY(!f.button("Run again where not done")->isVisible());
    QVERIFY(f.transport.commands().empty()); // nothing was begun
}

/// Whatever is chosen above them by now, and wherever that would be run.
void TestPastRecipe::whoseVerdictsTheyAreIsSaid()
{
    Fixture f;
    f.transport.setScript([](const ssh::CommandRequest &) {
        return FakeScript().login().out(answer({"ok", "changed"})).exit(0);
    });
    f.page->setTargets({"pod:1"});
    f.applyWithKey();
    QTRY_COMPARE(f.cell(0, 2), QString("changed"));
    QTRY_VERIFY(!f.page->isBusy());
    const auto title = [&f] {
        const auto *label = byName<QLabel>(*f.page, "What was run");
        return label ? label->text() : QString();
    };
    QVERIFY2(title().startsWith("own on pod:1, begun "), qPrintable(title()));
    const QString before = title();
    f.page->choose("timezone");
    f.page->setTargets({"pod:0"});
    QCOMPARE(title(), before);
}

void TestPastRecipe::whatRunsIsNotPutAside()
{
    Fixture f;
    QSignalSpy made(f.page.get(), &RecipePage::sessionMade);
    f.transport.setScript([](const ssh::CommandRequest &) { return FakeScript().login(); });
    f.applyWithKey();
    QTRY_VERIFY(f.page->isBusy());
    QCOMPARE(made.count(), 1);
    QTRY_COMPARE(f.cell(0, 1), QString("under way"));
    f.page->showPast(m_past);
    QVERIFY(f.page->findChild<NoticeBar *>()->text().contains("Recipe own"));
    QCOMPARE(f.cell(0, 1), QString("under way"));
    f.button("Stop")->click();
    QTRY_VERIFY(!f.page->isBusy());
    f.page->showPast(m_past);
    QCOMPARE(f.cell(0, 2), QString("failed"));
    QVERIFY(!f.button("Run again where not done")->isVisible()); // it was of what is put aside now
}

void TestPastRecipe::whatIsGoneIsSaid()
{
    Fixture f;
    m_past.recipe = "no-such";
    f.page->showPast(m_past);
    QVERIFY(f.page->findChild<NoticeBar *>()->text().contains("no-such"));
    QCOMPARE(f.cell(0, 2), QString("failed"));
    m_past.verdicts.clear(); // its program was killed
    f.page->showPast(m_past);
    QVERIFY(!byName<QLabel>(*f.page, "Summary"));
}

QTEST_MAIN(TestPastRecipe)
#include "tst_pastrecipe.moc"
