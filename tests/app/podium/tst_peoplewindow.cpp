// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// People in the whole window: what another Podium changes, and the way to them by keys.
#include "core/people/roster/rosteredit.h"
#include "core/people/roster/rosterstore.h"
#include "core/store/database.h"
#include "tests/app/podium/windowfixture.h"
#include "tests/core/people/sketch.h"
#include "tests/fakes/patience.h"
#include "widgets/people/matrixview.h"
#include "widgets/people/peoplepage.h"
#include "widgets/shell/commandpalette.h"

#include <QLineEdit>
#include <QListView>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

class TestPeopleWindow final : public QObject
{
    Q_OBJECT

private slots:
    void whatAnotherPodiumChangesIsSeen();

private:
    SimCloud m_cloud;
};

void TestPeopleWindow::whatAnotherPodiumChangesIsSeen()
{
    QVERIFY2(m_cloud.start(), qPrintable(m_cloud.error()));
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

QTEST_MAIN(TestPeopleWindow)
#include "tst_peoplewindow.moc"
