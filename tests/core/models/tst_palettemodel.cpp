// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/fuzzymatch.h"
#include "core/models/palettemodel.h"

#include <QAbstractItemModelTester>
#include <QtTest>

using namespace podium::models;

class TestPaletteModel final : public QObject
{
    Q_OBJECT

private slots:
    void best_data();
    void best();
    void refuses_data();
    void refuses();
    void runsWhatIsShown();
};

void TestPaletteModel::best_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("first");
    QTest::newRow("initials") << "uc"
                              << "Update config";
    QTest::newRow("word start") << "ref"
                                << "Refresh now";
    QTest::newRow("name with number") << "pod7"
                                      << "pod-v4-7";
    QTest::newRow("whole word over scattered") << "ssh"
                                               << "Go to SSH";
    QTest::newRow("case") << "SETT"
                          << "Go to Settings";
}

void TestPaletteModel::best()
{
    QFETCH(QString, typed);
    QFETCH(QString, first);
    PaletteModel model;
    QAbstractItemModelTester tester(&model);
    std::vector<PaletteItem> items;
    for (const char *title :
         {"Go to Settings", "Go to SSH", "Update config", "Refresh now", "pod-v4-7", "pod-v4-17",
          "Stop such shells here"}) {
        items.push_back({title, "Action", {}, [] {}});
    }
    model.setItems(std::move(items));
    model.setTyped(typed);
    QCOMPARE(model.index(0).data().toString(), first);
}

void TestPaletteModel::refuses_data()
{
    QTest::addColumn<QString>("typed");
    QTest::newRow("letter missing") << "tpuz";
    QTest::newRow("wrong order") << "upt";
}

void TestPaletteModel::refuses()
{
    QFETCH(QString, typed);
    QCOMPARE(fuzzyScore(typed, "tpu1"), -1);
}

void TestPaletteModel::runsWhatIsShown()
{
    PaletteModel model;
    QString ran;
    model.setItems(
        {{"alpha", "Action", "F5", [&ran] { ran = "alpha"; }},
         {"beta", "Node", {}, [&] {
              ran = "beta";
              model.setItems({}); // what it does may change the list
          }}});
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(0).data(PaletteModel::ShortcutRole).toString(), QString("F5"));
    model.setTyped("be");
    model.run(0);
    QCOMPARE(ran, QString("beta"));
    model.run(0); // nothing there any more
    QCOMPARE(ran, QString("beta"));
}

QTEST_GUILESS_MAIN(TestPaletteModel)
#include "tst_palettemodel.moc"
