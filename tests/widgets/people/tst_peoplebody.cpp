// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/patience.h"
#include "tests/widgets/people/pageactions.h"
#include "tests/widgets/people/peoplefixture.h"
#include "widgets/people/matrixview.h"
#include "widgets/people/rosterchanges.h"

#include <QListView>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>

using namespace podium;
using namespace podium::people;
using namespace podium::tests;

/// The matrix and what stands beside it, in windows of any width.
class TestPeopleBody final : public QObject
{
    Q_OBJECT

private slots:
    void sideStaysInTheWindow_data();
    void sideStaysInTheWindow();
    void formOpensAtItsTop();
    void fingerprintIsReadWhole();
    void focusStaysWithThePeople();
    void whatIsSavedLeavesTheNextForm();
    void whoWentElsewhereIsLeftThere();
    void twoClicksAreOneChange();
    void oneOfTwoAccountsIsTakenAway();
    void whoIsAskedForIsChosen();
    void filterIsOfWhatIsOnTop();

private:
    static bool isInside(const QWidget *widget, const QWidget &page)
    {
        return widget &&
               page.rect().contains(QRect(widget->mapTo(&page, QPoint()), widget->size()));
    }
};

void TestPeopleBody::sideStaysInTheWindow_data()
{
    QTest::addColumn<int>("width");
    QTest::newRow("beside a list of pages, in 900 pixels") << 740;
    QTest::newRow("in the smallest window") << 560;
}

void TestPeopleBody::sideStaysInTheWindow()
{
    QFETCH(const int, width);
    QWidget window; // which is as wide as it is, whatever the page would like
    PeopleFixture lab({{.name = "tpu1"}});
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.addPeople(2);
    lab.page.setParent(&window);
    window.resize(width, 540);
    lab.page.setGeometry(0, 0, width, 540);
    window.show();
    lab.page.show();
    auto *roster = byName<QListView>(lab.page, "Roster");
    QVERIFY(roster);
    roster->setCurrentIndex(lab.page.matrix().index(0, 0));
    QTRY_VERIFY(isInside(byName<QScrollArea>(lab.page, "Details"), lab.page));
    QTRY_VERIFY(isInside(roster, lab.page)); // a person does not hide who else there is
    lab.page.startAdding();
    QTRY_VERIFY(isInside(byName<QScrollArea>(lab.page, "Details"), lab.page));
    QTRY_VERIFY(isInside(byName<QLineEdit>(lab.page, "Login"), lab.page));
    press(lab.page, "Cancel");
    QTRY_VERIFY(isInside(byName<QListView>(lab.page, "Roster"), lab.page));
}

void TestPeopleBody::formOpensAtItsTop()
{
    PeopleFixture lab({{.name = "tpu1"}});
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.addPeople(1);
    lab.page.resize(1000, 320);
    byName<QListView>(lab.page, "Roster")->setCurrentIndex(lab.page.matrix().index(0, 0));
    auto *side = byName<QScrollArea>(lab.page, "Details");
    QVERIFY(side);
    QTRY_VERIFY(side->verticalScrollBar()->maximum() > 0);
    side->verticalScrollBar()->setValue(side->verticalScrollBar()->maximum());
    lab.page.startAdding();
    QTRY_VERIFY(side->verticalScrollBar()->maximum() > 0);
    QCOMPARE(side->verticalScrollBar()->value(), 0);
}

void TestPeopleBody::fingerprintIsReadWhole()
{
    PeopleFixture lab({{.name = "tpu1"}});
    lab.page.startAdding();
    auto *keys = byName<QPlainTextEdit>(lab.page, "Public keys");
    QVERIFY(keys);
    QFont large = lab.page.font();
    large.setPointSizeF(large.pointSizeF() * 1.5); // as a desktop may have it
    lab.page.setFont(large);
    keys->setPlainText(QString(key(1).text() + " laptop"));
    QLabel *verdict = nullptr;
    for (QLabel *label : lab.page.findChildren<QLabel *>()) {
        verdict = label->accessibleName() == "About the keys" ? label : verdict;
    }
    QVERIFY(verdict);
    const int needed = verdict->fontMetrics().horizontalAdvance(key(1).fingerprint());
    QTRY_VERIFY(verdict->width() >= needed);
    const auto *side = byName<QScrollArea>(lab.page, "Details");
    QVERIFY(side);
    QTRY_VERIFY(
        verdict->mapTo(side->viewport(), QPoint(needed, 0)).x() <= side->viewport()->width());
}

void TestPeopleBody::focusStaysWithThePeople()
{
    PeopleFixture lab({{.name = "tpu1"}});
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.addPeople(2);
    lab.page.findChild<ui::MatrixView *>()->selectLogin("user1");
    press(lab.page, "Remove person…");
    auto *remove = byName<QPushButton>(lab.page, "Remove");
    QVERIFY(remove);
    remove->setFocus();
    remove->click();
    QTRY_COMPARE(lab.service.roster().formerMembers.size(), 1U);
    QTRY_VERIFY(byName<QPushButton>(lab.page, "Forget"));
    QCOMPARE(lab.page.focusWidget(), byName<QListView>(lab.page, "Roster"));
}

void TestPeopleBody::whatIsSavedLeavesTheNextForm()
{
    PeopleFixture lab({{.name = "tpu1"}});
    lab.addPeople(1);
    lab.page.startAdding();
    type(lab.page, "Login", "user2");
    press(lab.page, "Add to the roster");
    lab.page.startAdding(); // before it is known
    type(lab.page, "Login", "user3");
    QTRY_COMPARE(lab.service.roster().people.size(), 2U);
    QTRY_VERIFY(byName<QPushButton>(lab.page, "Undo"));
    press(lab.page, "Add to the roster");
    QTRY_COMPARE(lab.service.roster().people.size(), 3U);
    QTRY_VERIFY(!byName<QLineEdit>(lab.page, "Login"));
}

/// Two grants may name the same nodes, each for an account of its own.
void TestPeopleBody::oneOfTwoAccountsIsTakenAway()
{
    PeopleFixture lab({{.name = "tpu1"}});
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.addPeople(1);
    lab.service.change(
        [](Roster roster) {
            Grant shared = roster.people[0].grants[0];
            shared.login = *UserName::parse("shared");
            return withGrant(std::move(roster), *UserName::parse("user1"), shared);
        },
        {&lab.page, [](const Result<Roster> &) {}});
    QTRY_COMPARE(lab.service.roster().people[0].grants.size(), 2U);
    const Grant other = lab.service.roster().people[0].grants[1];
    lab.page.findChild<ui::MatrixView *>()->selectLogin("user1");
    QTRY_VERIFY(byName<QListWidget>(lab.page, "Nodes"));
    auto *grants = byName<QListWidget>(lab.page, "Nodes");
    QTRY_COMPARE(grants->count(), 2);
    // As a screen reader chooses a row: another one stays the current one.
    grants->setCurrentRow(1);
    grants->selectionModel()->select(
        grants->model()->index(0, 0), QItemSelectionModel::ClearAndSelect);
    press(lab.page, "Remove nodes");
    QTRY_COMPARE(lab.service.roster().people[0].grants.size(), 1U);
    QVERIFY(lab.service.roster().people[0].grants[0] == other);
}

/// From Activity or the palette: what stands beside the list is of whom is chosen in it.
void TestPeopleBody::whoIsAskedForIsChosen()
{
    PeopleFixture lab({{.name = "tpu1"}});
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.addPeople(2);
    auto *roster = byName<QListView>(lab.page, "Roster");
    QVERIFY(roster);
    roster->setCurrentIndex(lab.page.matrix().index(0, 0));
    QCOMPARE(lab.page.view().currentLogin(), QString("user1"));
    lab.page.choosePerson("user2");
    QCOMPARE(lab.page.view().currentLogin(), QString("user2"));
    QCOMPARE(roster->currentIndex().row(), lab.page.matrix().rowOf("user2"));
    // Also whom the filter leaves out; who has gone takes nobody's place.
    type(lab.page, "Filter people and nodes", "user2");
    QCOMPARE(lab.page.matrix().rowCount(), 1);
    lab.page.choosePerson("user1");
    QCOMPARE(lab.page.view().currentLogin(), QString("user1"));
    QCOMPARE(roster->currentIndex().row(), lab.page.matrix().rowOf("user1"));
    lab.page.choosePerson("nobody");
    QCOMPARE(lab.page.view().currentLogin(), QString("user1"));
}

/// Before what they filled in was written.
void TestPeopleBody::whoWentElsewhereIsLeftThere()
{
    PeopleFixture lab({{.name = "tpu1"}});
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.page.startAdding();
    type(lab.page, "Login", "ada");
    press(lab.page, "Add to the roster");
    press(lab.page, "Audit");
    QTRY_VERIFY(isSaid(lab.page, "ada added to the roster."));
    QCoreApplication::processEvents();
    QVERIFY(byName<QTableView>(lab.page, "Accounts and keys"));
    lab.page.startAdding(); // for the next one
    auto *login = byName<QLineEdit>(lab.page, "Login");
    QVERIFY(login && login->isEnabled());
    QCOMPARE(login->text(), QString());
}

/// The second would fail, and take the way back of the first with it.
void TestPeopleBody::twoClicksAreOneChange()
{
    PeopleFixture lab({{.name = "tpu1"}});
    lab.addPeople(1);
    const Person user = lab.service.roster().people[0];
    ui::RosterChanges changes(lab.service, lab.clock);
    int done = 0;
    int failed = 0;
    connect(&changes, &ui::RosterChanges::done, this, [&done] { ++done; });
    connect(&changes, &ui::RosterChanges::failed, this, [&failed] { ++failed; });
    const auto settle = [&lab] { // what was begun before has ended
        bool isOver = false;
        lab.service.change(
            [](Roster roster) -> Result<Roster> { return roster; },
            {&lab.page, [&isOver](const Result<Roster> &) { isOver = true; }});
        QTRY_VERIFY(isOver);
        QCoreApplication::processEvents();
    };
    const auto twice = [&](const std::function<void()> &change) {
        change();
        change();
        settle();
    };
    twice([&] { changes.removeKey(user.login, user.keys[0].key.fingerprint()); });
    QCOMPARE(done, 1);
    twice([&] { changes.removeGrant(user.login, user.grants[0]); });
    QCOMPARE(done, 2);
    twice([&] { changes.remove(user, {}); });
    QCOMPARE(done, 3);
    twice([&] { changes.forget(user.login); });
    QCOMPARE(done, 4);
    QCOMPARE(failed, 0);
    changes.forget(user.login); // whoever means it later hears why not
    settle();
    QCOMPARE(failed + done, 5);
}

/// Whoever presses "/" types into what they see.
void TestPeopleBody::filterIsOfWhatIsOnTop()
{
    PeopleFixture lab({{.name = "tpu1"}});
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.addPeople(1);
    lab.page.focusFilter();
    QVERIFY(lab.page.focusWidget());
    QCOMPARE(lab.page.focusWidget()->accessibleName(), QString("Filter people and nodes"));
    press(lab.page, "Audit");
    lab.page.focusFilter();
    QCOMPARE(lab.page.focusWidget()->accessibleName(), QString("Filter accounts"));
}

QTEST_MAIN(TestPeopleBody)
#include "tst_peoplebody.moc"
