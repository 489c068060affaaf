// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/outputfold.h"

#include <QTest>

#include <numeric>
#include <random>

using namespace podium;
using namespace podium::run;

using Groups = std::vector<QVector<int>>;
using Kind = LineMatch::Kind;

Q_DECLARE_METATYPE(Groups)
Q_DECLARE_METATYPE(std::vector<QByteArray>)

namespace {

constexpr auto Out = ssh::OutputStream::Out;
constexpr auto Err = ssh::OutputStream::Err;

QVector<int> firstSlots(int count)
{
    QVector<int> slotNumbers(count);
    std::iota(slotNumbers.begin(), slotNumbers.end(), 0);
    return slotNumbers;
}

} // namespace

class TestOutputFold final : public QObject
{
    Q_OBJECT

private slots:
    void equalTextsFold_data();
    void equalTextsFold();
    void tagsKeepApart();
    void onlyTheGivenSlotsFold();
    void streamsFoldInAnyOrder();
    void foldFollowsWhatStreams();
    void proofReadsTheTexts();
    void linesMatch_data();
    void linesMatch();
    void randomTextsMatch();
    void hugeDifferenceIsNotSlow();
};

void TestOutputFold::equalTextsFold_data()
{
    QTest::addColumn<std::vector<QByteArray>>("outputs");
    QTest::addColumn<Groups>("groups");
    QTest::addColumn<int>("majority");
    const auto row = [](const char *name, const std::vector<QByteArray> &outputs,
                        const Groups &groups,
                        int majority) { QTest::newRow(name) << outputs << groups << majority; };
    row("nobody", {}, {}, -1);
    row("one alone", {"a"}, {{0}}, -1);
    row("all the same", {"a\n", "a\n", "a\n"}, {{0, 1, 2}}, 0);
    row("the odd one first", {"a\n", "a\n", "b\n", "a\n"}, {{2}, {0, 1, 3}}, 1);
    row("all different", {"c\n", "b\n", "a\n"}, {{0}, {1}, {2}}, -1);
    row("no larger group", {"a", "b", "a", "b", "c"}, {{4}, {0, 2}, {1, 3}}, -1);
    row("by size", {"a", "b", "b", "c", "c", "c"}, {{0}, {1, 2}, {3, 4, 5}}, 2);
    row("final text", {"10%\r100%\n", "\x1b[32m100%\x1b[0m\n", "100%", "99%\n"}, {{3}, {0, 1, 2}},
        1);
    row("silent ones", {"", "a", ""}, {{1}, {0, 2}}, 1);
    row("an empty line is not nothing", {"", "\n"}, {{0}, {1}}, -1);
}

void TestOutputFold::equalTextsFold()
{
    QFETCH(std::vector<QByteArray>, outputs);
    QFETCH(Groups, groups);
    QFETCH(int, majority);
    OutputStore store(int(outputs.size()));
    for (std::size_t slot = 0; slot < outputs.size(); ++slot) {
        store.append(int(slot), Out, outputs[slot]);
    }
    const Fold result = fold(store, firstSlots(int(outputs.size())));
    QVERIFY(result.groups == groups);
    QCOMPARE(result.majority, majority);
}

void TestOutputFold::tagsKeepApart()
{
    OutputStore store(4);
    const auto tag = [](int slot) { return slot == 1 ? QString("exit 1") : QString("exit 0"); };
    QVERIFY((fold(store, firstSlots(4), tag).groups == Groups{{1}, {0, 2, 3}}));
}

void TestOutputFold::onlyTheGivenSlotsFold()
{
    OutputStore store(5);
    store.append(3, Out, "x");
    QVERIFY((fold(store, {4, 3, 0}).groups == Groups{{3}, {4, 0}}));
}

void TestOutputFold::streamsFoldInAnyOrder()
{
    OutputStore store(3);
    store.append(0, Out, "a\nb\n");
    store.append(0, Err, "warning\n");
    store.append(1, Out, "a\n");
    store.append(1, Err, "warning\n");
    store.append(1, Out, "b\n");
    store.append(2, Out, "a\nb\nwarning\n");
    QVERIFY((fold(store, firstSlots(3)).groups == Groups{{2}, {0, 1}}));
}

void TestOutputFold::foldFollowsWhatStreams()
{
    OutputStore store(3);
    store.append(0, Out, "a");
    store.append(1, Out, "a");
    QVERIFY((fold(store, firstSlots(3)).groups == Groups{{2}, {0, 1}}));
    store.append(1, Out, "b\n");
    QVERIFY((fold(store, firstSlots(3)).groups == Groups{{0}, {1}, {2}}));
    store.append(0, Out, "\rab");
    store.append(2, Out, "ab\n");
    QVERIFY((fold(store, firstSlots(3)).groups == Groups{{0, 1, 2}}));
}

void TestOutputFold::proofReadsTheTexts()
{
    // Beyond the budget the texts are gone; what is left must be the same.
    OutputStore store(2, 64 * 1024);
    for (int i = 0; i < 20'000; ++i) {
        store.append(0, Out, "line " + QByteArray::number(i) + "\n");
        store.append(1, Out, "line " + QByteArray::number(i) + "\n");
    }
    QVERIFY(store.cutBytes(0) > 0 && store.cutBytes(1) > 0);
    QVERIFY((fold(store, firstSlots(2)).groups == Groups{{0, 1}}));
}

void TestOutputFold::linesMatch_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("reference");
    QTest::addColumn<QString>("way"); // a letter a line: '=' same, '+' added, '-' missing
    const auto row = [](const char *text, const char *reference, const char *way) {
        QTest::addRow("%s | %s", text, reference)
            << QString(text) << QString(reference) << QString(way);
    };
    row("", "", "");
    row("abc", "abc", "===");
    row("abc", "", "+++");
    row("", "abc", "---");
    row("abxc", "abc", "==+=");
    row("ac", "abc", "=-=");
    row("axc", "abc", "=-+=");
    row("aaa", "aa", "==+");
    row("aa", "aaaa", "==--");
    row("bcd", "abc", "-==+");
}

void TestOutputFold::linesMatch()
{
    QFETCH(QString, text);
    QFETCH(QString, reference);
    QFETCH(QString, way);
    const auto lines = [](const QString &letters) {
        return letters.split(QString(), Qt::SkipEmptyParts);
    };
    QString found;
    for (const LineMatch &match : matchLines(lines(text), lines(reference))) {
        found += match.kind == Kind::Same ? "=" : match.kind == Kind::Added ? "+" : "-";
    }
    QCOMPARE(found, way);
}

void TestOutputFold::randomTextsMatch()
{
    std::mt19937 random(7);
    for (int round = 0; round < 300; ++round) {
        QStringList a;
        QStringList b;
        for (int i = int(random() % 40); i > 0; --i) {
            a << QString::number(random() % 6);
        }
        b = a;
        for (int i = int(random() % 8); i > 0 && !b.isEmpty(); --i) {
            const int at = int(random() % unsigned(b.size()));
            random() % 2 == 0 ? b.removeAt(at) : b.insert(at, QString::number(random() % 6));
        }
        // The way leads from one to the other, and leaves nothing out.
        int line = 0;
        int referenceLine = 0;
        for (const LineMatch &match : matchLines(a, b)) {
            if (match.kind != Kind::Missing) {
                QCOMPARE(match.line, line++);
            }
            if (match.kind != Kind::Added) {
                QCOMPARE(match.referenceLine, referenceLine++);
            }
            if (match.kind == Kind::Same) {
                QCOMPARE(a.at(match.line), b.at(match.referenceLine));
            }
        }
        QCOMPARE(line, a.size());
        QCOMPARE(referenceLine, b.size());
    }
}

void TestOutputFold::hugeDifferenceIsNotSlow()
{
    QStringList a{"same"};
    QStringList b{"same"};
    for (int i = 0; i < 50'000; ++i) {
        a << "a" + QString::number(i);
        b << "b" + QString::number(i);
    }
    a << "end";
    b << "end";
    const std::vector<LineMatch> matches = matchLines(a, b);
    QCOMPARE(matches.size(), std::size_t(100'002));
    QVERIFY(matches.front().kind == Kind::Same && matches.back().kind == Kind::Same);
}

QTEST_APPLESS_MAIN(TestOutputFold)
#include "tst_outputfold.moc"
