// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/patience.h"
#include "tests/widgets/people/pageactions.h"
#include "tests/widgets/people/peoplefixture.h"
#include "widgets/common/theme.h"
#include "widgets/people/matrixview.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QListView>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>
#include <QTreeWidget>

#include <algorithm>

using namespace podium;
using namespace podium::people;
using namespace podium::tests;

/// The People page while the roster, the plan or the nodes change under it.
class TestPeopleChanges final : public QObject
{
    Q_OBJECT

private slots:
    void editsWhoIsThere();
    void workerWithoutAnAddress();
    void reviewIsNeverOfBefore();
    void whatIsOpenInTheReviewStaysOpen();
    void openReviewFollowsTheColours();
    void whatWasRefusedStaysInTheForm();
    void othersChangesStay();
    void undoLeavesOthersChanges();
    void moreNodesAreOffered();
    void reviewFollowsTheRoster();
    void auditFollowsTheRoster();
    void welcomeTextFollowsTheRoster();
    void editedWelcomeTextStays();
    void welcomeTextFollowsTheNodes();

private:
    /// Another Podium, or podiumctl, changes the roster.
    static void change(PeopleFixture &lab, RosterStore::Change change)
    {
        bool isDone = false;
        lab.service.change(std::move(change), {&lab.page, [&isDone](const Result<Roster> &roster) {
                                                   isDone = roster.has_value();
                                               }});
        QTRY_VERIFY(isDone);
    }
    static Result<Roster> withoutUser1(Roster roster)
    {
        return withoutPerson(std::move(roster), *UserName::parse("user1"), {}, at(1));
    }
    static Result<Roster> withName(Roster roster, const char *name)
    {
        Person person = roster.people[0];
        person.fullName = name;
        return withPerson(std::move(roster), person);
    }
    static void openWelcome(PeopleFixture &lab)
    {
        QTRY_COMPARE(lab.service.workers().size(), 1U);
        lab.addPeople(1);
        byName<QListView>(lab.page, "Roster")->setCurrentIndex(lab.page.matrix().index(0, 0));
        press(lab.page, "Welcome text");
        QTRY_VERIFY(byName<QPlainTextEdit>(lab.page, "Text"));
    }
};

void TestPeopleChanges::editsWhoIsThere()
{
    PeopleFixture lab({{.name = "tpu1"}});
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.addPeople(1);
    lab.page.findChild<ui::MatrixView *>()->selectLogin("user1");
    press(lab.page, "Edit…");
    type(lab.page, "Name", "Ada Lovelace");
    type(lab.page, "E-mail", "ada@example.org");
    press(lab.page, "Change the roster");
    QTRY_COMPARE(lab.service.roster().people[0].fullName, QString("Ada Lovelace"));
    QCOMPARE(lab.service.roster().people[0].email, QString("ada@example.org"));
    QCOMPARE(lab.service.roster().people[0].keys.size(), 1U);
    auto *grants = byName<QListWidget>(lab.page, "Nodes");
    QTRY_VERIFY((grants = byName<QListWidget>(lab.page, "Nodes")) != nullptr);
    grants->setCurrentRow(0);
    grants->item(0)->setSelected(true);
    press(lab.page, "Change what is granted on these nodes");
    auto *sudo = byName<QCheckBox>(lab.page, "May use sudo without a password");
    const bool before = lab.service.roster().people[0].grants[0].sudo;
    QCOMPARE(sudo->isChecked(), before);
    sudo->click();
    press(lab.page, "Change the roster");
    QTRY_COMPARE(lab.service.roster().people[0].grants[0].sudo, !before);
    QCOMPARE(lab.service.roster().people[0].grants.size(), 1U);
}

void TestPeopleChanges::workerWithoutAnAddress()
{
    PeopleFixture lab({{.name = "a"}, {.name = "b", .externalIps = false, .number = 2}});
    QTRY_COMPARE(lab.service.workers().size(), 2U);
    lab.addPeople(1);
    lab.fillWorkers(1);
    lab.check();
    const WorkerRef b = lab.service.workers()[1];
    const WorkerCheck *check = lab.service.check(b);
    QVERIFY(check && check->error);
    QVERIFY2(check->error->text().contains("no external IP"), qPrintable(check->error->text()));
    QVERIFY(!check->found && !check->isLooking);
    auto &matrix = lab.page.matrix();
    const QString tip = matrix.index(matrix.rowOf("user1"), 2).data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains("no external IP"), qPrintable(tip));
    // Once it has one, it is among those to be looked at.
    QCOMPARE(lab.service.workersOf({&lab.service.roster().people[0]}).back(), b);
}

void TestPeopleChanges::reviewIsNeverOfBefore()
{
    // Whoever comes back to a review from another page applies no step that is not shown.
    PeopleFixture lab({{.name = "a"}});
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.addPeople(2);
    lab.fillWorkers(1);
    lab.check();
    press(lab.page, "Review 2 changes");
    lab.page.hide();
    lab.fillWorkers(0);
    lab.check();
    lab.page.show();
    auto *tree = byName<QTreeWidget>(lab.page, "Steps on each worker");
    QVERIFY(tree);
    QCOMPARE(tree->topLevelItemCount(), 2);
    QVERIFY(tree->topLevelItem(0)->text(1).startsWith("2 steps on 1 worker: "));
    QCOMPARE(tree->topLevelItem(0)->childCount(), 2);
}

void TestPeopleChanges::whatIsOpenInTheReviewStaysOpen()
{
    PeopleFixture lab({{.name = "a"}, {.name = "b", .number = 2}});
    QTRY_COMPARE(lab.service.workers().size(), 2U);
    lab.addPeople(40); // too many to be all open at once
    lab.fillWorkers(0);
    lab.check();
    press(lab.page, "Review 160 changes");
    auto *tree = byName<QTreeWidget>(lab.page, "Steps on each worker");
    QVERIFY(tree);
    QCOMPARE(tree->topLevelItemCount(), 40);
    QTreeWidgetItem *opened = tree->topLevelItem(30);
    const QString name = opened->text(0);
    tree->setCurrentItem(opened);
    opened->setExpanded(true);
    QCOMPARE(opened->childCount(), 3); // two steps, and on which workers
    QVERIFY(opened->text(1).startsWith("2 steps on 2 workers: "));
    QCOMPARE(opened->child(2)->childCount(), 2);
    const int scrolled = tree->verticalScrollBar()->value();
    QVERIFY(scrolled > 0);
    lab.fillWorkers(40);
    lab.texts[lab.service.workers()[1]] = workerText({});
    lab.check();
    opened = tree->topLevelItem(30);
    QCOMPARE(opened->text(0), name);
    QVERIFY(opened->text(1).startsWith("2 steps on 1 worker: "));
    QCOMPARE(opened->childCount(), 2);
    QVERIFY(opened->isExpanded());
    QVERIFY(!tree->topLevelItem(29)->isExpanded());
    QCOMPARE(tree->currentItem(), opened);
    QCOMPARE(tree->verticalScrollBar()->value(), scrolled);
}

void TestPeopleChanges::openReviewFollowsTheColours()
{
    PeopleFixture lab({{.name = "a"}, {.name = "b", .number = 2}});
    QTRY_COMPARE(lab.service.workers().size(), 2U);
    lab.addPeople(1);
    lab.fillWorkers(0);
    lab.check();
    press(lab.page, "Review 4 changes");
    const auto *tree = byName<QTreeWidget>(lab.page, "Steps on each worker");
    QVERIFY(tree);
    const QTreeWidgetItem *account = tree->topLevelItem(0);
    QCOMPARE(account->childCount(), 3); // two steps, and on which workers
    for (const char *scheme : {"light", "dark", "light"}) {
        ui::applyColourScheme(scheme);
        const QColor paper = tree->palette().color(QPalette::Base);
        QTRY_VERIFY(ui::contrast(account->child(2)->foreground(1).color(), paper) >= 4.5);
        QVERIFY(!account->child(0)->data(1, Qt::ForegroundRole).isValid()); // as any text
    }
}

void TestPeopleChanges::whatWasRefusedStaysInTheForm()
{
    PeopleFixture lab({{.name = "tpu1"}});
    lab.addPeople(1);
    lab.page.startAdding();
    type(lab.page, "Login", "user1");
    type(lab.page, "Name", "Somebody else");
    press(lab.page, "Add to the roster");
    QTRY_VERIFY(isSaid(lab.page, "on the roster already"));
    auto *name = byName<QLineEdit>(lab.page, "Name");
    QVERIFY(name);
    QCOMPARE(name->text(), QString("Somebody else"));
    QTRY_VERIFY(name->isEnabled());
    type(lab.page, "Login", "user2");
    press(lab.page, "Add to the roster");
    QTRY_COMPARE(lab.service.roster().people.size(), 2U);
    QTRY_VERIFY(!byName<QLineEdit>(lab.page, "Name"));
}

void TestPeopleChanges::othersChangesStay()
{
    // A key that was taken away while the form was open does not come back with it.
    PeopleFixture lab({{.name = "tpu1"}});
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.addPeople(1);
    byName<QListView>(lab.page, "Roster")->setCurrentIndex(lab.page.matrix().index(0, 0));
    press(lab.page, "Add keys or nodes…");
    byName<QPlainTextEdit>(lab.page, "Public keys")
        ->setPlainText(QString(key(5).text() + " laptop"));
    const UserName user1 = *UserName::parse("user1");
    lab.service.change(
        [user1](Roster roster) {
            return withoutKey(std::move(roster), user1, key(1).fingerprint());
        },
        {&lab.page, [](const Result<Roster> &) {}});
    QTRY_VERIFY(lab.service.roster().people[0].keys.empty());
    press(lab.page, "Change the roster");
    QTRY_VERIFY(!lab.service.roster().people[0].keys.empty());
    QCOMPARE(lab.service.roster().people[0].keys.size(), 1U);
    QCOMPARE(lab.service.roster().people[0].keys[0].key, key(5));
    QTRY_VERIFY(byName<QPushButton>(lab.page, "Add keys or nodes…"));
    // And whoever was taken off the roster is not put on it again.
    byName<QListView>(lab.page, "Roster")->setCurrentIndex(lab.page.matrix().index(0, 0));
    press(lab.page, "Add keys or nodes…");
    type(lab.page, "Name", "Another name");
    lab.service.change(
        [user1, now = lab.clock.now()](Roster roster) {
            return withoutPerson(std::move(roster), user1, {}, now);
        },
        {&lab.page, [](const Result<Roster> &) {}});
    QTRY_COMPARE(lab.service.roster().people.size(), 0U);
    press(lab.page, "Change the roster");
    QTRY_VERIFY(isSaid(lab.page, "no user1 on the roster"));
    QCOMPARE(lab.service.roster().people.size(), 0U);
}

void TestPeopleChanges::undoLeavesOthersChanges()
{
    PeopleFixture lab({{.name = "tpu1"}});
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.addPeople(1);
    lab.rename("Ada");
    change(lab, [](Roster roster) {
        return withoutKey(std::move(roster), *UserName::parse("user1"), key(1).fingerprint());
    });
    press(lab.page, "Undo");
    QTRY_VERIFY(isSaid(lab.page, "user1 was changed again meanwhile; nothing was undone."));
    const Person &person = lab.service.roster().people[0];
    QCOMPARE(person.fullName, QString("Ada"));
    QVERIFY(person.keys.empty());
    // Where nobody did, it is.
    lab.rename("Ada L.");
    press(lab.page, "Undo");
    QTRY_COMPARE(lab.service.roster().people[0].fullName, QString("Ada"));
    QVERIFY(lab.service.roster().people[0].keys.empty());
}

void TestPeopleChanges::moreNodesAreOffered()
{
    PeopleFixture lab({{.name = "tpu1"}, {.name = "tpu2", .number = 2}});
    QTRY_COMPARE(lab.service.workers().size(), 2U);
    lab.addPeople(1);
    byName<QListView>(lab.page, "Roster")->setCurrentIndex(lab.page.matrix().index(0, 0));
    press(lab.page, "Add keys or nodes…");
    auto *nodes = byName<QComboBox>(lab.page, "Nodes");
    QVERIFY(nodes);
    QCOMPARE(nodes->count(), 3); // all, and each
    QCOMPARE(nodes->itemText(2), QString("tpu2"));
    QCOMPARE(nodes->currentText(), QString());
}

void TestPeopleChanges::reviewFollowsTheRoster()
{
    PeopleFixture lab({{.name = "a"}, {.name = "b", .number = 2}});
    QTRY_COMPARE(lab.service.workers().size(), 2U);
    lab.addPeople(2);
    lab.fillWorkers(0);
    lab.check();
    press(lab.page, "Review 8 changes");
    // Until the steps are those of the new roster, nobody can apply the old ones.
    bool wasHeldBack = false;
    connect(&lab.service, &PeopleService::rosterChanged, this, [&] {
        const auto *apply = byName<QPushButton>(lab.page, "Apply on 2 workers");
        wasHeldBack = apply && !apply->isEnabled() && isSaid(lab.page, "roster has changed");
    });
    change(lab, withoutUser1);
    QVERIFY(wasHeldBack);
    QTRY_VERIFY(isSaid(lab.page, "4 steps on 2 workers"));
    lab.settle();
    QVERIFY(byName<QTreeWidget>(lab.page, "Steps on each worker"));
    QVERIFY(byName<QPushButton>(lab.page, "Apply on 2 workers")->isEnabled());
    QVERIFY(!isSaid(lab.page, "roster has changed"));
}

void TestPeopleChanges::auditFollowsTheRoster()
{
    PeopleFixture lab({{.name = "a"}});
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.addPeople(1);
    lab.fillWorkers(1);
    lab.check();
    press(lab.page, "Audit");
    const auto *table = byName<QTableView>(lab.page, "Accounts and keys");
    QVERIFY(table);
    const QAbstractItemModel &shown = *table->model();
    QTRY_COMPARE(shown.index(1, 4).data().toString(), QString("user1"));
    change(lab, withoutUser1);
    QTRY_COMPARE(shown.index(1, 4).data().toString(), QString("user1, who left"));
    QCOMPARE(byName<QTableView>(lab.page, "Accounts and keys"), table);
    // And what has changed while another page was shown is there when it is shown again.
    lab.page.hide();
    change(lab, [](Roster roster) -> Result<Roster> {
        return forgetFormerMember(std::move(roster), *UserName::parse("user1"));
    });
    lab.settle();
    lab.page.show();
    QTRY_COMPARE(shown.index(1, 4).data().toString(), QString());
}

void TestPeopleChanges::welcomeTextFollowsTheRoster()
{
    PeopleFixture lab({{.name = "tpu1"}});
    openWelcome(lab);
    const auto *body = byName<QPlainTextEdit>(lab.page, "Text");
    change(lab, [](Roster roster) { return withName(std::move(roster), "Ada L."); });
    QTRY_VERIFY2(body->toPlainText().startsWith("Hello Ada L.,"), qPrintable(body->toPlainText()));
    QCOMPARE(byName<QPlainTextEdit>(lab.page, "Text"), body);
    QVERIFY(!isSaid(lab.page, "roster has changed"));
    change(lab, withoutUser1);
    QTRY_VERIFY(isSaid(lab.page, "user1 is no longer on the roster"));
    QVERIFY(body->toPlainText().startsWith("Hello Ada L.,"));
}

void TestPeopleChanges::editedWelcomeTextStays()
{
    PeopleFixture lab({{.name = "tpu1"}});
    openWelcome(lab);
    auto *body = byName<QPlainTextEdit>(lab.page, "Text");
    const QString edited = "Dear all,\n" + body->toPlainText();
    body->setPlainText(edited);
    change(lab, [](Roster roster) { return withName(std::move(roster), "Ada L."); });
    QTRY_VERIFY(isSaid(lab.page, "roster has changed since this text was written"));
    QCOMPARE(body->toPlainText(), edited);
    QVERIFY(byName<QPlainTextEdit>(lab.page, "Text"));
    press(lab.page, "Write again");
    QVERIFY2(body->toPlainText().startsWith("Hello Ada L.,"), qPrintable(body->toPlainText()));
    QVERIFY(!isSaid(lab.page, "roster has changed"));
}

void TestPeopleChanges::welcomeTextFollowsTheNodes()
{
    PeopleFixture lab({{.name = "tpu1"}});
    openWelcome(lab);
    auto *body = byName<QPlainTextEdit>(lab.page, "Text");
    const auto setNodes = [&lab](const std::vector<NodeSketch> &nodes) {
        lab.source.set(snapshotOf(nodes));
        lab.inventory.refresh();
    };
    setNodes({{.name = "tpu1"}, {.name = "tpu2", .number = 2}});
    QTRY_VERIFY2(
        body->toPlainText().contains("tpu2 (v3-8, 1 worker)"), qPrintable(body->toPlainText()));
    QVERIFY(!isSaid(lab.page, "have changed"));
    body->setPlainText("Dear all,");
    setNodes({{.name = "tpu2", .number = 2}});
    QTRY_VERIFY(isSaid(lab.page, "nodes have changed since this text was written"));
    QCOMPARE(body->toPlainText(), QString("Dear all,"));
    press(lab.page, "Write again");
    QVERIFY2(!body->toPlainText().contains("tpu1:0"), qPrintable(body->toPlainText()));
}

QTEST_MAIN(TestPeopleChanges)
#include "tst_peoplechanges.moc"
