// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/patience.h"
#include "tests/widgets/people/pageactions.h"
#include "tests/widgets/people/peoplefixture.h"

#include <QTreeWidget>

using namespace podium;
using namespace podium::people;
using namespace podium::tests;

/// What the page says of workers and places that it knows nothing of.
class TestNotAsked final : public QObject
{
    Q_OBJECT

private slots:
    void whoCouldNotBeAskedIsSaid();
    void theOnlyWorkerIsNoneOfMany();
    void oneLookDoesNotEndAnother();
};

void TestNotAsked::whoCouldNotBeAskedIsSaid()
{
    PeopleFixture lab({{.name = "a"}, {.name = "b", .number = 2}, {.name = "c", .number = 3}});
    QTRY_COMPARE(lab.service.workers().size(), 3U);
    lab.addPeople(1);
    lab.fillWorkers(1);
    QVERIFY(!byName<QLabel>(lab.page, "What could not be asked"));
    lab.texts.erase(lab.service.workers()[1]);
    lab.texts.erase(lab.service.workers()[2]);
    lab.check();
    const auto *note = byName<QLabel>(lab.page, "What could not be asked");
    QVERIFY(note);
    QCOMPARE(
        note->text(),
        QString("2 of 3 workers could not be asked. Nothing is known of who can log in there."));
    press(lab.page, "Show which");
    auto *list = byName<QTreeWidget>(lab.page, "Workers and places that could not be asked");
    QVERIFY(list);
    QCOMPARE(list->topLevelItemCount(), 1); // the same reason, told once
    QVERIFY(list->topLevelItem(0)->text(0).endsWith("(2 workers)"));
    QVERIFY(list->topLevelItem(0)->text(1).contains("did not answer"));
    // It stays until they have answered, and goes then.
    lab.fillWorkers(1);
    press(lab.page, "Check again");
    QTRY_VERIFY(!byName<QLabel>(lab.page, "What could not be asked"));
    press(lab.page, "Back");
    // What could not be listed may hold workers, too.
    const inventory::Snapshot whole = lab.inventory.snapshot();
    inventory::Snapshot partial = whole;
    partial.problems = {
        {partial.nodes[0].node.ref.project,
         *Zone::parse(QString("us-east5-a")),
         Error{ErrorKind::Network, "The zone is silent.", {}, {}, {}},
         {}}};
    lab.source.set(partial);
    lab.inventory.refresh();
    QTRY_VERIFY(isSaid(lab.page, "1 project or zone could not be listed"));
    // A node that is stopped comes back with the keys that it had.
    partial = whole;
    partial.nodes[2].node.state = cloud::NodeState::Stopped;
    lab.source.set(partial);
    lab.inventory.refresh();
    QTRY_VERIFY(isSaid(lab.page, "1 stopped node was not asked"));
}

void TestNotAsked::theOnlyWorkerIsNoneOfMany()
{
    PeopleFixture lab({{.name = "a"}});
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.addPeople(1);
    lab.check();
    QTRY_VERIFY(isSaid(lab.page, "The only worker could not be asked."));
}

/// Whoever checks all workers is not offered it again because one other was looked at meanwhile.
void TestNotAsked::oneLookDoesNotEndAnother()
{
    PeopleFixture lab({{.name = "a"}});
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.addPeople(1);
    lab.inner.setScript([&lab](const ssh::CommandRequest &request) {
        return request.endpoint.worker.node.name.text() == "a" ? FakeScript().login().hang()
                                                               : lab.answer(request);
    });
    const auto *check = byName<QPushButton>(lab.page, "Check workers");
    QVERIFY(check);
    press(lab.page, "Check workers");
    QVERIFY(!check->isEnabled());
    lab.source.set(snapshotOf({{.name = "a"}, {.name = "b", .number = 2}}));
    lab.inventory.refresh();
    QTRY_COMPARE(lab.service.workers().size(), 2U);
    const WorkerRef b = lab.service.workers()[1];
    lab.texts[b] = workerText({PeopleFixture::accountOf(1)});
    lab.rename("Ada"); // which has a look at the new one
    QTRY_VERIFY(lab.service.check(b) && lab.service.check(b)->found);
    QTRY_COMPARE(lab.service.work().total, 1); // the look that goes on
    QCoreApplication::processEvents();
    QVERIFY(!check->isEnabled());
}

QTEST_MAIN(TestNotAsked)
#include "tst_notasked.moc"
