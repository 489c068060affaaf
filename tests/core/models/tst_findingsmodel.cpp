// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/findingsmodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace podium;
using namespace podium::models;
using State = doctor::Finding::State;

class TestFindingsModel final : public QObject
{
    Q_OBJECT

private slots:
    void whatIsToBeFixedComesFirst();
    void sumsUp_data();
    void sumsUp();
};

void TestFindingsModel::whatIsToBeFixedComesFirst()
{
    FindingsModel model;
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.summary(), QString());
    model.setFindings(
        {{"a", State::Good, "A."},
         {"b", State::Optional, "B."},
         {"c", State::Bad, "C.", "Do it.", "do it"},
         {"d", State::Unknown, "D."},
         {"e", State::Bad, "E."}});
    QStringList subjects;
    QStringList words;
    for (int i = 0; i < model.rowCount(); ++i) {
        subjects << model.index(i).data(FindingsModel::SubjectRole).toString();
        words << model.index(i).data(FindingsModel::WordRole).toString();
    }
    QCOMPARE(subjects, QStringList({"c", "e", "d", "b", "a"}));
    QCOMPARE(words[0], QString("to be fixed"));
    QCOMPARE(words[4], QString("as it should be"));
    QCOMPARE(model.index(0).data().toString(), QString("C."));
    QCOMPARE(model.index(0).data(FindingsModel::HintRole).toString(), QString("Do it."));
    QCOMPARE(model.index(0).data(FindingsModel::CommandRole).toString(), QString("do it"));
    QVERIFY(!model.index(0).data(Qt::DecorationRole).isValid());
}

void TestFindingsModel::sumsUp_data()
{
    QTest::addColumn<QVector<int>>("states");
    QTest::addColumn<QString>("summary");
    QTest::addColumn<Mark>("mark");
    const int good = int(State::Good);
    const int bad = int(State::Bad);
    const int optional = int(State::Optional);
    const int unknown = int(State::Unknown);
    QTest::newRow("good") << QVector<int>{good, optional} << "Found nothing to fix." << Mark::Good;
    QTest::newRow("one") << QVector<int>{good, bad} << "1 thing to fix." << Mark::Bad;
    QTest::newRow("two") << QVector<int>{bad, bad, unknown}
                         << "2 things to fix. 1 could not be looked at." << Mark::Bad;
    QTest::newRow("unknown") // is never good
        << QVector<int>{good, unknown, unknown} << "Found nothing to fix. 2 could not be looked at."
        << Mark::Unknown;
}

void TestFindingsModel::sumsUp()
{
    QFETCH(QVector<int>, states);
    doctor::Findings findings;
    for (const int state : states) {
        findings.push_back({"x", State(state), "X."});
    }
    FindingsModel model;
    model.setFindings(findings);
    QTEST(model.summary(), "summary");
    QTEST(model.summaryMark(), "mark");
}

QTEST_GUILESS_MAIN(TestFindingsModel)
#include "tst_findingsmodel.moc"
