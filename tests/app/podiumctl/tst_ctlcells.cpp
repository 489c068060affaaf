// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/terminal.h"

#include <QtTest>

using namespace podium::ctl;

/// What podiumctl prints stands where a terminal puts it: wide characters have two cells there.
class TestCtlCells final : public QObject
{
    Q_OBJECT

private slots:
    void columnsStandBelowAnother();
    void cutsWholeCharacters_data();
    void cutsWholeCharacters();
};

void TestCtlCells::columnsStandBelowAnother()
{
    const QString wide = QString::fromUtf8("山田太"); // six cells
    const QString emoji = QString::fromUcs4(U"\U0001f680", 1);
    const QString joined = QString::fromUtf8("e\u0301");
    const std::vector<QStringList> rows{
        {"NAME", "LOGIN"}, {wide, "a"}, {emoji, "b"}, {joined, "c"}, {"ada", "d"}};
    QCOMPARE(
        tableLines(rows),
        QStringList(
            {"NAME    LOGIN", wide + "  a", emoji + "      b", joined + "       c", "ada     d"}));
    QCOMPARE(tableWidth(rows), 6 + 2 + 5);
}

void TestCtlCells::cutsWholeCharacters_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("cells");
    QTest::addColumn<QString>("cut");
    const QString emoji = QString::fromUcs4(U"\U0001f680", 1);
    QTest::newRow("short") << "ada" << 4 << "ada";
    QTest::newRow("as long") << "ada" << 3 << "ada";
    QTest::newRow("long") << "ada" << 2 << "ad";
    QTest::newRow("nothing") << "ada" << 0 << "";
    QTest::newRow("wide") << QString::fromUtf8("山田太") << 5 << QString::fromUtf8("山田");
    QTest::newRow("no half of a pair") << QString("a" + emoji) << 2 << "a";
    QTest::newRow("a pair") << QString("a" + emoji + "b") << 3 << QString("a" + emoji);
    QTest::newRow("an accent") << QString::fromUtf8("e\u0301b") << 1
                               << QString::fromUtf8("e\u0301");
}

void TestCtlCells::cutsWholeCharacters()
{
    QFETCH(QString, text);
    QFETCH(int, cells);
    QTEST(cutToCells(text, cells), "cut");
}

QTEST_GUILESS_MAIN(TestCtlCells)
#include "tst_ctlcells.moc"
