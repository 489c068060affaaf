// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// People in the whole window: what another Podium changes, and the way to them by keys.
#include "core/people/roster/rosteredit.h"
#include "core/people/roster/rosterstore.h"
#include "core/store/database.h"
#include "tests/app/podium/windowfixture.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/core/people/sketch.h"
#include "tests/fakes/patience.h"
#include "widgets/common/noticebar.h"
#include "widgets/people/accountrecipespanel.h"
#include "widgets/people/matrixview.h"
#include "widgets/people/peoplepage.h"
#include "widgets/shell/commandpalette.h"

#include <QAbstractButton>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QSqlQuery>
#include <QtTest>

#include <algorithm>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

class TestPeopleWindow final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY2(m_cloud.start(), qPrintable(m_cloud.error())); }
    void whatAnotherPodiumChangesIsSeen();
    void recipesForNewAccountsAreChosen();
    void aTickedRecipeIsAChangeOfItsOwn();

private:
    /// The panel of the People page, as a person opens it.
    [[nodiscard]] static AccountRecipesPanel *openRecipes(WindowFixture &f)
    {
        f.goTo("People");
        auto *page = f.window->findChild<PeoplePage *>();
        [&] { QTRY_VERIFY(byName<QAbstractButton>(*page, "Recipes")); }();
        byName<QAbstractButton>(*page, "Recipes")->click();
        auto *panel = page->findChild<AccountRecipesPanel *>();
        [&] { QVERIFY(panel->isVisible()); }();
        return panel;
    }

    SimCloud m_cloud;
};

void TestPeopleWindow::whatAnotherPodiumChangesIsSeen()
{
    WindowFixture f(m_cloud);
    QTRY_VERIFY(f.hasLooked());
    f.goTo("People");
    auto *page = f.window->findChild<PeoplePage *>();
    QCOMPARE(page->matrix().rowCount(), 0);
    store::DatabaseQueue database(f.home.filePath("data/podium.db"));
    people::RosterStore other(database);
    bool isStored = false;
    other.change(
        [](people::Roster roster) {
            return people::withNewPerson(std::move(roster), person("ada", 1));
        },
        {this,
         [&isStored](const Result<people::Roster> &roster) { isStored = roster.has_value(); }});
    QTRY_VERIFY(isStored);
    QTRY_VERIFY(page->matrix().rowOf("ada") >= 0);
    // From anywhere by their name.
    f.goTo("Nodes");
    QTest::keyClick(f.window.get(), Qt::Key_K, Qt::ControlModifier);
    auto *palette = f.window->findChild<CommandPalette *>();
    QTRY_VERIFY(palette && palette->isVisible());
    auto *typed = byName<QLineEdit>(*palette, "Find a command");
    typed->setText("collaborator ada");
    auto *list = byName<QListView>(*palette, "Commands");
    QTRY_COMPARE(list->model()->index(0, 0).data().toString(), QString("ada · Collaborator ada"));
    QTest::keyClick(typed, Qt::Key_Return);
    QCOMPARE(f.window->currentPage(), QString("people"));
    QCOMPARE(page->view().currentLogin(), QString("ada"));
}

void TestPeopleWindow::recipesForNewAccountsAreChosen()
{
    WindowFixture f(m_cloud);
    QTRY_VERIFY(f.hasLooked());
    auto *page = f.window->findChild<PeoplePage *>();
    const auto *panel = openRecipes(f);
    const auto *list = panel->findChild<QListWidget *>();
    const auto named = [list] { return list->findItems("timezone: ", Qt::MatchStartsWith); };
    QTRY_COMPARE(named().size(), 1);
    named().first()->setCheckState(Qt::Checked);
    store::DatabaseQueue database(f.home.filePath("data/podium.db"));
    people::RosterStore other(database);
    QStringList stored;
    QObject context; // an answer that is late finds nobody
    const auto areStored = [&] {
        other.load({&context, [&stored](const Result<people::Roster> &roster) {
                        stored = roster ? roster->recipes : QStringList();
                    }});
        return stored == QStringList("timezone");
    };
    QTRY_VERIFY(areStored());
    // How many they are is to be seen before anybody looks at them.
    const auto hasButton = [page](const QString &text) {
        const auto buttons = page->findChildren<QAbstractButton *>();
        return std::any_of(buttons.begin(), buttons.end(), [&text](const QAbstractButton *one) {
            return one->text() == text;
        });
    };
    QTRY_VERIFY(hasButton("Recipes (1)"));
    // What another Podium makes of them is seen.
    other.change(
        [](people::Roster roster) -> Result<people::Roster> {
            roster.recipes.clear();
            return roster;
        },
        {&context, [](const Result<people::Roster> &) {}});
    const auto *order = byName<QLabel>(*panel, "In this order");
    QTRY_COMPARE(order->text(), QString("None is run now."));
    QTRY_VERIFY(hasButton("Recipes"));
    QTRY_COMPARE(named().size(), 1);
    QTRY_COMPARE(named().first()->checkState(), Qt::Unchecked);
}

/// Of what another Podium ticked just now nothing is lost; what cannot be stored is not ticked.
void TestPeopleWindow::aTickedRecipeIsAChangeOfItsOwn()
{
    WindowFixture f(m_cloud);
    QTRY_VERIFY(f.hasLooked());
    auto *page = f.window->findChild<PeoplePage *>();
    const auto *panel = openRecipes(f);
    const auto *list = panel->findChild<QListWidget *>();
    const auto named = [list](const QString &name) {
        return list->findItems(QString(name + ": "), Qt::MatchStartsWith).value(0);
    };
    QTRY_VERIFY(named("timezone") && named("limits"));
    store::DatabaseQueue database(f.home.filePath("data/podium.db"));
    people::RosterStore other(database);
    Answer<Result<people::Roster>> written;
    other.change(
        [](people::Roster roster) {
            return people::withRecipes(std::move(roster), {}, {"limits"});
        },
        written.callback());
    const auto isWritten = written.wait();
    QVERIFY(isWritten && *isWritten);
    named("timezone")->setCheckState(Qt::Checked); // read again meanwhile or not
    const auto *order = byName<QLabel>(*panel, "In this order");
    QTRY_COMPARE(order->text(), QString("In this order: limits, timezone"));
    QTRY_COMPARE(named("limits")->checkState(), Qt::Checked);

    Answer<Result<bool>> full;
    database.run<bool>(
        [](store::Database &open) {
            return open
                .run("CREATE TRIGGER no BEFORE INSERT ON people_options "
                     "BEGIN SELECT RAISE(ABORT, 'it is full'); END")
                .map([](const QSqlQuery &) { return true; });
        },
        full.callback());
    const auto isFull = full.wait();
    QVERIFY(isFull && *isFull);
    named("limits")->setCheckState(Qt::Unchecked);
    QTRY_VERIFY(order->text() == "In this order: limits, timezone" && named("limits"));
    QTRY_COMPARE(named("limits")->checkState(), Qt::Checked);
    const auto notices = page->findChildren<NoticeBar *>();
    QVERIFY(std::any_of(notices.begin(), notices.end(), [](const NoticeBar *notice) {
        return notice->text().contains("database");
    }));
}

QTEST_MAIN(TestPeopleWindow)
#include "tst_peoplewindow.moc"
