// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/patience.h"
#include "tests/widgets/people/pageactions.h"
#include "tests/widgets/people/peoplefixture.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QListView>
#include <QTableView>

using namespace podium;
using namespace podium::people;
using namespace podium::tests;

/// Which people and nodes the matrix shows.
class TestMatrixView final : public QObject
{
    Q_OBJECT

private slots:
    void onlyNodesThatMatter();
    void filterFindsPeopleAndNodes();
    void aCellIsChosenByKey();
};

void TestMatrixView::onlyNodesThatMatter()
{
    PeopleFixture lab({{.name = "a"}, {.name = "b", .number = 2}, {.name = "c", .number = 3}});
    QTRY_COMPARE(lab.service.workers().size(), 3U);
    Person ada = person("ada", 1);
    ada.grants.front().selector = "b";
    lab.service.change(
        [ada](Roster roster) { return withNewPerson(std::move(roster), ada); },
        {&lab.service, [](const Result<Roster> &) {}});
    QTRY_COMPARE(lab.service.roster().people.size(), 1U);
    lab.settle();
    auto &matrix = lab.page.matrix();
    const auto heads = [&matrix] {
        QStringList names;
        for (int column = 1; column < matrix.columnCount(); ++column) {
            names << matrix.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        }
        return names;
    };
    QCOMPARE(heads(), QStringList("b"));
    QVERIFY(isSaid(lab.page, "1 of 3 nodes"));
    byName<QCheckBox>(lab.page, "All nodes")->click();
    QCOMPARE(heads(), QStringList({"a", "b", "c"}));
    QVERIFY(isSaid(lab.page, "3 nodes"));
    byName<QCheckBox>(lab.page, "All nodes")->click();
    // Whoever looks for a node finds it.
    type(lab.page, "Filter people and nodes", "us-central1-a/c");
    QCOMPARE(heads(), QStringList("c"));
    QCOMPARE(lab.sign("ada", 1), QString());
}

void TestMatrixView::filterFindsPeopleAndNodes()
{
    PeopleFixture lab({{.name = "alpha"}, {.name = "beta", .number = 2}});
    QTRY_COMPARE(lab.service.workers().size(), 2U);
    lab.addPeople(12);
    auto &matrix = lab.page.matrix();
    QCOMPARE(matrix.rowCount(), 12);
    QAbstractItemModelTester tester(&matrix);
    type(lab.page, "Filter people and nodes", "USER11");
    QCOMPARE(matrix.rowCount(), 1);
    QCOMPARE(matrix.columnCount(), 3);
    QCOMPARE(matrix.rowOf("user11"), 0);
    QCOMPARE(matrix.rowOf("user2"), -1);
    QCOMPARE(lab.sign("user11", 1), QString("?"));
    type(lab.page, "Filter people and nodes", "beta");
    QCOMPARE(matrix.rowCount(), 12);
    QCOMPARE(matrix.columnCount(), 2);
    type(lab.page, "Filter people and nodes", "nobody");
    QCOMPARE(matrix.rowCount(), 0);
    type(lab.page, "Filter people and nodes", "");
    QCOMPARE(matrix.rowCount(), 12);
    QCOMPARE(matrix.columnCount(), 3);
}

/// Else the words below would be the person's at the next change, and no cell be marked.
void TestMatrixView::aCellIsChosenByKey()
{
    PeopleFixture lab({{.name = "tpu1"}});
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.addPeople(2);
    auto *cells = byName<QTableView>(lab.page, "People and nodes");
    QVERIFY(cells);
    const auto &matrix = lab.page.matrix();
    cells->setCurrentIndex(matrix.index(0, 1));
    QTest::keyClick(cells, Qt::Key_Down);
    QCOMPARE(cells->currentIndex(), matrix.index(1, 1));
    QCOMPARE(lab.page.view().currentLogin(), QString("user2"));
    QVERIFY(cells->selectionModel()->isSelected(matrix.index(1, 1)));
    // A person who is chosen takes its place.
    byName<QListView>(lab.page, "Roster")->setCurrentIndex(matrix.index(0, 0));
    QVERIFY(!cells->selectionModel()->hasSelection());
}

QTEST_MAIN(TestMatrixView)
#include "tst_matrixview.moc"
