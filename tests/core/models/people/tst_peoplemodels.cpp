// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/people/auditmodel.h"
#include "core/models/people/peoplematrix.h"
#include "tests/core/people/servicefixture.h"
#include "tests/fakes/patience.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

using namespace podium;
using namespace podium::models;
using namespace podium::tests;

namespace {

inventory::Snapshot twoNodes()
{
    return snapshotOf(
        {{.name = "pod", .workers = 3, .number = 1}, {.name = "dev", .workers = 1, .number = 2}});
}

} // namespace

/// The models of the People page keep a model's rules while people come, workers answer and columns
/// open.
class PeopleModelsTest final : public QObject
{
    Q_OBJECT

private slots:
    void matrixFollowsTheRoster();
    void auditShowsWhatWasFound();
};

void PeopleModelsTest::matrixFollowsTheRoster()
{
    ServiceFixture f(twoNodes());
    PeopleMatrix matrix(f.service, f.inventory, f.clock);
    const QAbstractItemModelTester tester(
        &matrix, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(matrix.rowCount(), 0);
    f.addPeople(2);
    QTRY_COMPARE(matrix.rowCount(), 2);
    QCOMPARE(matrix.columnCount(), 3); // the roster and two nodes
    QCOMPARE(matrix.index(1, 0).data(PeopleMatrix::LoginRole).toString(), QString("user2"));
    f.fillWorkers(1);
    f.check();
    const auto stateOf = [&matrix](const char *login, int column) {
        return matrix.index(matrix.rowOf(login), column).data(PeopleMatrix::StateRole).toInt();
    };
    QTRY_VERIFY(stateOf("user1", 1) != stateOf("user2", 1)); // one is there, the other is not
    for (const auto &entry : f.inventory.snapshot().nodes) {
        matrix.setOpened(entry.node.ref, true);
    }
    QCOMPARE(matrix.columnCount(), 7); // and their four workers
    f.service.change(
        [](people::Roster roster) {
            return people::withoutPerson(
                std::move(roster), *UserName::parse("user1"), {}, QDateTime::currentDateTimeUtc());
        },
        {this, [](const Result<people::Roster> &) {}});
    QTRY_VERIFY(matrix.index(matrix.rowOf("user1"), 0).data(PeopleMatrix::HasLeftRole).toBool());
    f.settle();
}

void PeopleModelsTest::auditShowsWhatWasFound()
{
    ServiceFixture f(twoNodes());
    f.addPeople(2);
    f.fillWorkers(2);
    f.check();
    AuditModel model;
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    model.show(auditFacts(f.service));
    QTRY_VERIFY(model.rowCount() > 8); // the workers' own accounts, too
    const int all = model.rowCount();
    model.setFilter("USER2");
    QTRY_COMPARE(model.rowCount(), 4);
    const QString login = model.index(0, 1).data().toString();
    QCOMPARE(login, QString("user2"));
    model.setFilter({});
    QTRY_COMPARE(model.rowCount(), all);
    model.setFilter("user");
    QTRY_COMPARE(model.rowCount(), 8); // two people on each of four workers
    model.sort(1, Qt::DescendingOrder);
    QTRY_COMPARE(model.index(0, 1).data().toString(), QString("user2"));
    model.sort(1, Qt::AscendingOrder);
    QTRY_COMPARE(model.index(0, 1).data().toString(), QString("user1"));
}

QTEST_GUILESS_MAIN(PeopleModelsTest)
#include "tst_peoplemodels.moc"
