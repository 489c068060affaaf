// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/patience.h"
#include "tests/widgets/people/pageactions.h"
#include "tests/widgets/people/peoplefixture.h"
#include "widgets/people/matrixview.h"

#include <QCheckBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>
#include <QTreeWidget>

using namespace podium;
using namespace podium::people;
using namespace podium::tests;

/// Changes that are applied without a review each time.
class TestPeopleKeeping final : public QObject
{
    Q_OBJECT

private slots:
    void pendingChangesAreReviewedFirst();
    void whatIsAgreedToIsReadWhole();
    void uncheckedWorkersAreSaid();
    void nothingPendingNeedsNoReview();
    void whatIsBeingMadeIsNotMadeTwice();
    void onlyWhatWasReviewedIsPending();
    void aRecreatedNodeIsNotPending();
    void aClockThatWasSetBackKeepsNobodyUnseen();
    void noticeOfWhatWasDone();
    void noticeKeepsTheWayBack();
    void onHowManyWorkersItIsAppliedIsSaid();
    void aRecipeThatGoesOnKeepsTheWayBack();
    void aDismissedNoticeTakesItsWayBackWithIt();
    void theOnlyWorkerIsNoneOfMany();

private:
    static QCheckBox *box(PeopleFixture &lab)
    {
        return byName<QCheckBox>(lab.page, "Apply changes automatically");
    }
};

void TestPeopleKeeping::pendingChangesAreReviewedFirst()
{
    PeopleFixture lab({{.name = "a"}, {.name = "b", .number = 2}});
    QTRY_COMPARE(lab.service.workers().size(), 2U);
    lab.addPeople(2);
    lab.fillWorkers(0);
    lab.check();
    QSignalSpy autoApply(&lab.page, &ui::PeoplePage::autoApplyToggled);
    QList<run::RunSpec> runs;
    connect(
        &lab.page, &ui::PeoplePage::runRequested, this,
        [&runs, &autoApply](const run::RunSpec &spec) {
            QCOMPARE(autoApply.count(), 0);
            runs << spec;
        });
    QVERIFY(box(lab));
    box(lab)->click();
    QCOMPARE(autoApply.count(), 0);
    QVERIFY(!box(lab)->isChecked());
    QVERIFY(isSaid(lab.page, "8 pending changes are made now, later ones without asking"));
    QCOMPARE(byName<QTreeWidget>(lab.page, "Steps on each worker")->topLevelItemCount(), 2);
    press(lab.page, "Back");
    QCOMPARE(autoApply.count(), 0);
    QVERIFY(!box(lab)->isChecked());
    // The review that the button opens is the usual one again.
    press(lab.page, "Review 8 changes");
    QVERIFY(byName<QPushButton>(lab.page, "Apply on 2 workers"));
    box(lab)->click();
    press(lab.page, "Apply automatically");
    // What was reviewed is seen while it is made, before anything is made unasked.
    QCOMPARE(runs.count(), 1);
    QCOMPARE(runs[0].workers.size(), 2U);
    QCOMPARE(autoApply.count(), 1);
    QVERIFY(autoApply[0][0].toBool());
    QVERIFY(box(lab)->isChecked());
    QVERIFY(isSaid(lab.page, "applied automatically from now on"));
    box(lab)->click();
    QCOMPARE(autoApply.count(), 2);
    QVERIFY(!autoApply[1][0].toBool());
}

/// What such a worker needs nobody knows yet: it would be made unseen.
void TestPeopleKeeping::whatIsAgreedToIsReadWhole()
{
    PeopleFixture lab({{.name = "a"}, {.name = "b", .number = 2}});
    QTRY_COMPARE(lab.service.workers().size(), 2U);
    lab.addPeople(2);
    lab.fillWorkers(0);
    lab.texts.erase(lab.service.workers()[1]);
    lab.check();
    lab.page.resize(740, 540); // what a window of 900 leaves
    box(lab)->click();
    const QString consent = "4 pending changes are made now, later ones without asking";
    QTRY_VERIFY(byName<QLabel>(lab.page, consent));
    QTRY_VERIFY(isSaid(lab.page, "1 worker could not be checked"));
    QTRY_COMPARE(lab.page.width(), 740);
    const auto *title = byName<QLabel>(lab.page, consent);
    const auto *hint = byName<QLabel>(
        lab.page, "1 worker could not be checked: what it needs is made without asking, too.");
    QVERIFY(hint);
    for (const QLabel *text : {title, hint}) {
        QVERIFY(text->wordWrap());
        QTRY_VERIFY(text->height() >= text->heightForWidth(text->width()));
        QTRY_VERIFY(text->width() > 740 / 3); // no column of single words
    }
}

void TestPeopleKeeping::uncheckedWorkersAreSaid()
{
    PeopleFixture lab({{.name = "a"}});
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.addPeople(1);
    QSignalSpy autoApply(&lab.page, &ui::PeoplePage::autoApplyToggled);
    box(lab)->click();
    QCOMPARE(autoApply.count(), 0);
    // It is checked first; this one does not answer.
    QVERIFY(isSaid(lab.page, "Checking 1 worker first"));
    QVERIFY(!byName<QPushButton>(lab.page, "Apply automatically")->isEnabled());
    QTRY_VERIFY(isSaid(lab.page, "1 worker could not be checked"));
    press(lab.page, "Apply automatically");
    QCOMPARE(autoApply.count(), 1);
}

void TestPeopleKeeping::nothingPendingNeedsNoReview()
{
    PeopleFixture lab({{.name = "a"}});
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.addPeople(1);
    lab.fillWorkers(1);
    lab.check();
    QSignalSpy autoApply(&lab.page, &ui::PeoplePage::autoApplyToggled);
    box(lab)->click();
    QCOMPARE(autoApply.count(), 1);
    QVERIFY(box(lab)->isChecked());
}

/// The person's own run has the workers to itself, also when keeping begins with it.
void TestPeopleKeeping::whatIsBeingMadeIsNotMadeTwice()
{
    PeopleFixture lab({{.name = "a"}});
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.addPeople(1);
    lab.fillWorkers(0);
    lab.check();
    PeopleReconciler reconciler(lab.service, lab.clock, {});
    QSignalSpy applied(&reconciler, &PeopleReconciler::applied);
    reconciler.pendingOf(lab.service.workers(), std::chrono::minutes(2));
    reconciler.setKeeping(true);
    lab.settle();
    QCOMPARE(applied.count(), 0);
    lab.clock.advance(121);
    reconciler.setKeeping(true);
    QTRY_COMPARE(applied.count(), 1);
}

/// What the roster says since then is for a review of its own: it was told that nothing changes
/// until it is applied.
void TestPeopleKeeping::onlyWhatWasReviewedIsPending()
{
    PeopleFixture lab({{.name = "a"}});
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.addPeople(1);
    lab.fillWorkers(0);
    lab.check();
    const WorkerRef worker = lab.service.workers()[0];
    PeopleReconciler reconciler(lab.service, lab.clock, {});
    QSignalSpy applied(&reconciler, &PeopleReconciler::applied);
    reconciler.pendingOf({worker}, std::chrono::minutes(2));
    lab.addPeople(2);
    const QByteArray seen = lab.service.plan(worker)->find("user1")->data;
    const QByteArray unseen = lab.service.plan(worker)->find("user2")->data;
    QVERIFY(!seen.isEmpty() && !unseen.isEmpty());
    lab.clock.advance(121);
    reconciler.setKeeping(false); // which looks at once
    QTRY_COMPARE(applied.count(), 1);
    const QByteArray input = lab.inner.commandOf(worker)->request.input;
    QVERIFY(input.contains(seen));
    QVERIFY(!input.contains(unseen));
    lab.fillWorkers(1);
    lab.check();
    QTRY_VERIFY(reconciler.pending().isEmpty());
    QVERIFY(lab.service.plan(worker)->find("user2")->steps.size() > 0);
}

void TestPeopleKeeping::aRecreatedNodeIsNotPending()
{
    PeopleFixture lab({{.name = "a"}});
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.addPeople(1);
    lab.fillWorkers(0);
    lab.check();
    PeopleReconciler reconciler(lab.service, lab.clock, {});
    QSignalSpy applied(&reconciler, &PeopleReconciler::applied);
    reconciler.pendingOf(lab.service.workers(), std::chrono::minutes(2));
    inventory::Snapshot other = snapshotOf({{.name = "a"}});
    other.nodes[0].node.id += "1";
    lab.source.set(other);
    lab.inventory.refresh();
    lab.settle();
    lab.check();
    lab.clock.advance(121);
    reconciler.setKeeping(false);
    QTRY_VERIFY(reconciler.pending().isEmpty());
    QCOMPARE(applied.count(), 0);
}

/// A look of what the clock calls the future is believed no longer than others.
void TestPeopleKeeping::aClockThatWasSetBackKeepsNobodyUnseen()
{
    PeopleFixture lab({{.name = "a"}});
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.addPeople(1);
    lab.fillWorkers(1);
    lab.check();
    PeopleReconciler reconciler(lab.service, lab.clock, {});
    lab.clock.advance(-3600);
    reconciler.setKeeping(true);
    QTRY_COMPARE(lab.service.check(lab.service.workers()[0])->lookedAt, lab.clock.now());
}

void TestPeopleKeeping::noticeOfWhatWasDone()
{
    PeopleFixture lab({{.name = "a"}});
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.addPeople(1);
    lab.fillWorkers(0);
    lab.check();
    PeopleReconciler reconciler(lab.service, lab.clock, {});
    std::vector<WorkerRef> failed;
    connect(
        &reconciler, &PeopleReconciler::applied, this,
        [&failed](const auto &, const auto &those) { failed = those; });
    reconciler.setKeeping(true);
    // This worker takes every script and stays as it is.
    QTRY_COMPARE(failed, lab.service.workers());
    lab.page.showApplied("pod-v4:0-6", "pod-v4:7");
    QVERIFY(isSaid(
        lab.page,
        "Applied automatically on pod-v4:0-6. Not applied on pod-v4:7; Podium tries again."));
}

void TestPeopleKeeping::noticeKeepsTheWayBack()
{
    PeopleFixture lab({{.name = "tpu1"}});
    lab.addPeople(1);
    lab.page.setKeeping(true);
    lab.page.startAdding();
    type(lab.page, "Login", "ada");
    press(lab.page, "Add to the roster");
    QTRY_VERIFY(isSaid(lab.page, "No worker that can be reached now is concerned."));
    lab.page.showApplied("tpu1:0", {});
    QVERIFY(isSaid(lab.page, "Applied automatically on tpu1:0."));
    press(lab.page, "Undo");
    QTRY_COMPARE(lab.service.roster().people.size(), 1U);
}

void TestPeopleKeeping::onHowManyWorkersItIsAppliedIsSaid()
{
    PeopleFixture lab({{.name = "a"}, {.name = "b", .number = 2}});
    QTRY_COMPARE(lab.service.workers().size(), 2U);
    lab.addPeople(1);
    lab.fillWorkers(1);
    const WorkerRef b = lab.service.workers()[1];
    const QByteArray answer = lab.texts[b];
    lab.texts.erase(b);
    lab.check();
    lab.page.setKeeping(true);
    lab.texts[b] = answer; // the next time
    lab.rename("Ada");
    QTRY_VERIFY(isSaid(
        lab.page, "The change is made on 1 of 2 workers now, on the others when they answer."));
    QTRY_VERIFY(lab.service.check(b)->found); // it was looked at by itself
    lab.settle();
    lab.rename("Ada L.");
    QTRY_VERIFY(isSaid(lab.page, "The workers are changed now."));
}

/// A recipe for a new account is told of while it runs.
void TestPeopleKeeping::aRecipeThatGoesOnKeepsTheWayBack()
{
    PeopleFixture lab({{.name = "pod"}});
    lab.page.showDone("Done.", {}, {});
    lab.page.showNote(models::Mark::Busy, "Recipe first for ada on pod: under way.", "More.");
    QVERIFY(isSaid(lab.page, "Recipe first for ada on pod: under way."));
    QVERIFY(isSaid(lab.page, "More."));
    int undone = 0;
    lab.page.showDone("Done.", {}, [&undone] { ++undone; });
    lab.page.showNote(models::Mark::Good, "Recipe first for ada on pod: 2 changed.", "More.");
    QVERIFY(isSaid(lab.page, "Done."));
    QVERIFY(isSaid(lab.page, "Recipe first for ada on pod: 2 changed."));
    press(lab.page, "Undo");
    QCOMPARE(undone, 1);
}

/// Nobody undoes what is not said to be undone.
void TestPeopleKeeping::aDismissedNoticeTakesItsWayBackWithIt()
{
    PeopleFixture lab({{.name = "pod"}});
    int undone = 0;
    lab.page.showDone("Done.", {}, [&undone] { ++undone; });
    auto *dismiss = byName<QToolButton>(lab.page, "Dismiss notice");
    QVERIFY(dismiss);
    dismiss->click();
    for (const char *text : {"Recipe first for ada on pod: 2 changed.", "And once more."}) {
        lab.page.showNote(models::Mark::Good, text, "More.");
        QVERIFY(isSaid(lab.page, text));
        QVERIFY(isSaid(lab.page, "More."));
        QVERIFY(!byName<QPushButton>(lab.page, "Undo"));
    }
    QCOMPARE(undone, 0);
}

void TestPeopleKeeping::theOnlyWorkerIsNoneOfMany()
{
    PeopleFixture lab({{.name = "a"}});
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.addPeople(1);
    lab.check(); // it does not answer
    lab.page.setKeeping(true);
    lab.fillWorkers(1);
    const WorkerRef a = lab.service.workers()[0];
    lab.rename("Ada");
    QTRY_VERIFY(isSaid(lab.page, "The change is made when the worker answers."));
    QTRY_VERIFY(lab.service.check(a)->found);
    lab.settle();
    lab.rename("Ada L.");
    QTRY_VERIFY(isSaid(lab.page, "The worker is changed now."));
}

QTEST_MAIN(TestPeopleKeeping)
#include "tst_peoplereconciling.moc"
