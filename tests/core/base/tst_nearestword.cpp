// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/nearestword.h"

#include <QTest>

using namespace podium;

class TestNearestWord final : public QObject
{
    Q_OBJECT

private slots:
    void findsWhatWasMeant_data();
    void findsWhatWasMeant();
    void asksOnlyWhereThereIsOne();
};

void TestNearestWord::findsWhatWasMeant_data()
{
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("nearest");
    QTest::newRow("the same") << "node"
                              << "node";
    QTest::newRow("one too many") << "nodee"
                                  << "node";
    QTest::newRow("one missing") << "nod"
                                 << "node";
    QTest::newRow("another one") << "nude"
                                 << "node";
    QTest::newRow("two swapped") << "prot"
                                 << "port";
    QTest::newRow("case") << "NODE"
                          << "node";
    QTest::newRow("long word, two wrong") << "forwordAgend"
                                          << "forwardAgent";
    QTest::newRow("the nearer of two") << "nodes"
                                       << "nodes";
    QTest::newRow("too far") << "zebra"
                             << "";
    QTest::newRow("empty") << ""
                           << "";
    QTest::newRow("very long") << QString(100000, 'n') << "";
}

void TestNearestWord::findsWhatWasMeant()
{
    QFETCH(const QString, word);
    QFETCH(const QString, nearest);
    QCOMPARE(nearestWord(word, {"node", "nodes", "port", "forwardAgent"}), nearest);
}

void TestNearestWord::asksOnlyWhereThereIsOne()
{
    QCOMPARE(didYouMean("prot", {"port"}), QStringLiteral(" Did you mean \"port\"?"));
    QCOMPARE(didYouMean("zebra", {"port"}), QString());
}

QTEST_APPLESS_MAIN(TestNearestWord)
#include "tst_nearestword.moc"
