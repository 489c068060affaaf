// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/outputsearch.h"

#include <QTest>

using namespace podium;
using namespace podium::run;

Q_DECLARE_METATYPE(std::vector<podium::run::OutputHit>)

class TestOutputSearch final : public QObject
{
    Q_OBJECT

private slots:
    void patternsAreFound_data();
    void patternsAreFound();
    void brokenExpressionSaysWhere();
    void slotIsSearched();
};

void TestOutputSearch::patternsAreFound_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<bool>("isRegularExpression");
    QTest::addColumn<bool>("matchCase");
    QTest::addColumn<QString>("text");
    QTest::addColumn<std::vector<OutputHit>>("hits");
    const auto row = [](const char *name, const QString &pattern, bool expression, bool matchCase,
                        const QString &text, const std::vector<OutputHit> &hits) {
        QTest::newRow(name) << pattern << expression << matchCase << text << hits;
    };
    row("plain", "err", false, false, "Error: stderr", {{0, 0, 3}, {0, 10, 3}});
    row("with case", "Err", false, true, "Error: stdErr err", {{0, 0, 3}, {0, 10, 3}});
    row("none", "x", false, false, "abc", {});
    row("empty", "", false, false, "abc", {});
    row("no overlaps", "aa", false, false, "aaaaa", {{0, 0, 2}, {0, 2, 2}});
    row("plain is not an expression", "a.c", false, false, "abc a.c", {{0, 4, 3}});
    row("expression", "e\\w+", true, false, "Ex ey e", {{0, 0, 2}, {0, 3, 2}});
    row("expression with case", "e\\w+", true, true, "Ex ey e", {{0, 3, 2}});
    row("empty matches are left out", "x*", true, false, "axxb", {{0, 1, 2}});
    row("letters of any script", "\\w+", true, false, QString::fromUtf8("é ж"),
        {{0, 0, 1}, {0, 2, 1}});
    row("ends of the line", "^a|c$", true, false, "abc", {{0, 0, 1}, {0, 2, 1}});
}

void TestOutputSearch::patternsAreFound()
{
    QFETCH(QString, pattern);
    QFETCH(bool, isRegularExpression);
    QFETCH(bool, matchCase);
    QFETCH(QString, text);
    QFETCH(std::vector<OutputHit>, hits);
    const auto search = OutputSearch::compile({pattern, isRegularExpression, matchCase});
    QVERIFY(search.has_value());
    QVERIFY(search->find(text) == hits);
}

void TestOutputSearch::brokenExpressionSaysWhere()
{
    const auto search = OutputSearch::compile({"ab(", true, false});
    QVERIFY(!search);
    QVERIFY(search.error().kind == ErrorKind::InvalidArgument);
    QVERIFY2(
        search.error().detail.startsWith("At character 4: "), qPrintable(search.error().detail));
    QVERIFY(OutputSearch::compile({"ab(", false, false}).has_value());
}

void TestOutputSearch::slotIsSearched()
{
    OutputStore store(2);
    store.append(0, ssh::OutputStream::Out, "no\n");
    store.append(1, ssh::OutputStream::Out, "a b a\n\x1b[31ma\x1b[0m\nx\rA\n");
    store.append(1, ssh::OutputStream::Err, "c\nlast a");
    const OutputSearch search = *OutputSearch::compile({"a", false, false});
    OutputHits found = search.find(store, 1);
    QCOMPARE(found.count, qint64(6));
    QCOMPARE(found.searchedLines, 5);
    const std::vector<OutputHit> hits{{0, 0, 1}, {0, 4, 1}, {1, 0, 1},
                                      {2, 0, 1}, {4, 1, 1}, {4, 5, 1}};
    QVERIFY(found.hits == hits);
    QCOMPARE(search.find(store, 0).count, qint64(0));

    found = search.find(store, 1, 0, -1, 3);
    QCOMPARE(found.count, qint64(6));
    QVERIFY((found.hits == std::vector<OutputHit>(hits.begin(), hits.begin() + 3)));

    found = search.find(store, 1, 1, 3);
    QCOMPARE(found.count, qint64(2));
    QCOMPARE(found.searchedLines, 3);
}

QTEST_APPLESS_MAIN(TestOutputSearch)
#include "tst_outputsearch.moc"
