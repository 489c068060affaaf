// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/slotoutput.h"
#include "tests/core/run/storedlines.h"

#include <QTest>

using namespace podium;
using namespace podium::run;
using namespace podium::tests;

namespace {

constexpr auto Out = ssh::OutputStream::Out;
constexpr auto Err = ssh::OutputStream::Err;

} // namespace

/// What stays when there is more output than room for it.
class TestElision final : public QObject
{
    Q_OBJECT

private slots:
    void headAndTailStay_data();
    void headAndTailStay();
    void oneCutIsBounded_data();
    void oneCutIsBounded();
    void talkativeSlotPaysAlone();
    void endlessProgressIsBounded();
    void linesBeforeALongOneAreWholeOrCut();
    void unfinishedLineOutlivesTheCut();
    void styleOutlivesTheCut();
};

void TestElision::headAndTailStay_data()
{
    QTest::addColumn<int>("chunk");
    QTest::addColumn<bool>("mixed");
    QTest::newRow("large chunks") << 65536 << false;
    QTest::newRow("odd chunks") << 777 << false;
    QTest::newRow("mixed with stderr") << 4096 << true;
}

void TestElision::headAndTailStay()
{
    QFETCH(int, chunk);
    QFETCH(bool, mixed);
    constexpr qint64 Budget = 1024 * 1024;
    constexpr int Count = 200'000;
    OutputStore store(4, Budget);
    const QByteArray sent = numberedLines(0, Count);
    QByteArray errors;
    for (int from = 0; from < sent.size(); from += chunk) {
        store.append(2, Out, sent.mid(from, chunk));
        if (mixed) {
            errors += "oops " + QByteArray::number(from) + "\n";
            store.append(2, Err, "oops " + QByteArray::number(from) + "\n");
        }
        QVERIFY(store.memoryBytes() < Budget + 200 * 1024);
    }
    const QByteArray kept = store.bytes(2, Out);
    const QByteArray keptErrors = store.bytes(2, Err);
    QCOMPARE(store.receivedBytes(2), qint64(sent.size()) + errors.size());
    QCOMPARE(kept.size() + keptErrors.size() + store.cutBytes(2), store.receivedBytes(2));
    QVERIFY(kept.size() > Budget / 2);
    const int gap = int(store.gapAt(2, Out));
    QVERIFY(gap > 100 * 1024);
    QCOMPARE(kept.left(gap), sent.left(gap));
    QCOMPARE(kept.mid(gap), sent.right(kept.size() - gap));

    const Elision cut = store.cut(2);
    const int errorLines = errors.count('\n');
    QCOMPARE(store.lineCount(2) - 1 + cut.lines, qint64(Count) + errorLines);
    const QStringList lines = lineTexts(store, 2);
    QVERIFY(lines.at(int(cut.line)).contains(QString::number(cut.lines)));
    QCOMPARE(lines.first(), QStringLiteral("line 0 with some text behind it"));
    const QString lastLine = QStringLiteral("line %1 with some text behind it").arg(Count - 1);
    QVERIFY(lines.last() == lastLine || (mixed && lines.at(lines.size() - 2) == lastLine));
    // Bytes and lines tell the same.
    QStringList outLines = lines;
    outLines.removeAt(int(cut.line));
    QByteArray joined;
    QByteArray joinedErrors;
    for (const QString &line : outLines) {
        QByteArray &to = line.startsWith("oops") ? joinedErrors : joined;
        to += line.toUtf8();
        to += '\n';
    }
    QCOMPARE(joined, kept);
    QCOMPARE(joinedErrors, keptErrors);
}

void TestElision::oneCutIsBounded_data()
{
    QTest::addColumn<bool>("spills");
    QTest::newRow("to disk") << true;
    QTest::newRow("lost") << false;
}

/// In lines, which cost more than their bytes where they are short.
void TestElision::oneCutIsBounded()
{
    QFETCH(bool, spills);
    constexpr qint64 MostLines = 64 * 1024;
    constexpr qint64 Kept = 300'000;
    SlotOutput output;
    const QByteArray shortLines = QByteArray("\n\x1b[1ma\n\x1b[m\n").repeated(100'000);
    output.append(Out, shortLines.constData(), shortLines.size());
    const QByteArray errors(400'000, '\n');
    output.append(Err, errors.constData(), errors.size());
    const QByteArray longLine(2 * Kept, 'x'); // without an end: cut once all before it is
    output.append(Out, longLine.constData(), longLine.size());
    const qint64 all = output.lineCount();
    qint64 gone = 0;
    qint64 onDisk = 0;
    while (output.keptBytes() > Kept) {
        qint64 drafted = 0;
        for (const SlotSpill::Block &block : output.shrink(Kept, spills)) {
            drafted += block->lineCount;
        }
        onDisk += drafted;
        const qint64 lost = output.cut().lines - gone;
        gone += lost;
        QVERIFY2(drafted + lost <= MostLines, qPrintable(QString::number(drafted + lost)));
        QVERIFY(drafted + lost > 0);
    }
    QCOMPARE(spills ? onDisk : gone, gone + onDisk);
    QVERIFY(gone + onDisk > all / 2);
    QCOMPARE(output.lineCount(), spills ? all : all - gone + 1);
    QVERIFY(output.line(1).runs.front().style.bold);
    QVERIFY(output.line(output.lineCount() - 1).text.startsWith("xxx"));
}

void TestElision::talkativeSlotPaysAlone()
{
    OutputStore store(3, 512 * 1024);
    const QByteArray quiet = numberedLines(0, 1000);
    store.append(0, Out, quiet);
    for (int i = 0; i < 100; ++i) {
        store.append(1, Out, numberedLines(i * 1000, i * 1000 + 1000));
    }
    store.append(2, Out, quiet);
    QCOMPARE(store.bytes(0, Out), quiet);
    QCOMPARE(store.bytes(2, Out), quiet);
    QCOMPARE(store.cutBytes(0), qint64(0));
    QVERIFY(store.cutBytes(1) > 0);
}

void TestElision::endlessProgressIsBounded()
{
    OutputStore store(1, 256 * 1024);
    store.append(0, Out, "start\n");
    for (int i = 0; i < 100'000; ++i) {
        store.append(0, Out, "\rstep " + QByteArray::number(i) + " of many, still going on");
    }
    QVERIFY(store.memoryBytes() < 512 * 1024);
    QCOMPARE(lineTexts(store).last(), QStringLiteral("step 99999 of many, still going on"));
    store.append(0, Out, "\nend\n");
    QCOMPARE(lineTexts(store).last(), QStringLiteral("end"));
    QCOMPARE(
        lineTexts(store).at(store.lineCount(0) - 2),
        QStringLiteral("step 99999 of many, still going on"));
    QCOMPARE(qint64(store.bytes(0, Out).size()) + store.cutBytes(0), store.receivedBytes(0));
}

/// A progress bar that goes on for long takes whole lines before it, and says so.
void TestElision::linesBeforeALongOneAreWholeOrCut()
{
    constexpr int Count = 2000;
    OutputStore store(1, 256 * 1024);
    store.append(0, Out, numberedLines(0, Count));
    store.append(0, Err, "on the other stream\n");
    for (int i = 0; i < 20'000; ++i) {
        store.append(0, Out, "\rstep " + QByteArray::number(i) + " of many, still going on");
    }
    const Elision cut = store.cut(0);
    QVERIFY(cut.lines > 0);
    QCOMPARE(store.lineCount(0) - 1 + cut.lines, qint64(Count) + 2);
    const QStringList lines = lineTexts(store);
    for (int i = 0; i < int(cut.line); ++i) {
        QCOMPARE(lines.at(i), QStringLiteral("line %1 with some text behind it").arg(i));
    }
    QCOMPARE(
        lines.mid(int(cut.line) + 1), (QStringList{
                                          QStringLiteral("on the other stream"),
                                          QStringLiteral("step 19999 of many, still going on")}));
}

void TestElision::unfinishedLineOutlivesTheCut()
{
    OutputStore store(1, 256 * 1024);
    store.append(0, Out, numberedLines(0, 2000));
    store.append(0, Err, "waiting");
    store.append(0, Out, numberedLines(2000, 20'000));
    QVERIFY(store.cutBytes(0) > 0);
    QVERIFY(!lineTexts(store).contains("waiting"));
    store.append(0, Err, "... done");
    QCOMPARE(lineTexts(store).last(), QStringLiteral("waiting... done"));
    store.append(0, Err, "\nnext\n");
    store.append(0, Out, numberedLines(20'000, 20'001));
    const QStringList lines = lineTexts(store);
    QCOMPARE(lines.mid(lines.size() - 3).at(0), QStringLiteral("waiting... done"));
    QCOMPARE(lines.mid(lines.size() - 3).at(1), QStringLiteral("next"));
}

void TestElision::styleOutlivesTheCut()
{
    OutputStore store(1, 128 * 1024);
    store.append(0, Out, "plain\n\x1b[35m");
    store.append(0, Out, numberedLines(0, 20'000));
    QVERIFY(store.cutBytes(0) > 0);
    const std::vector<StyleRun> magenta{{0, {.foreground = {TextColour::Kind::Palette, 5}}}};
    QVERIFY(store.line(0, 0).runs.empty());
    QVERIFY(store.line(0, int(store.cut(0).line) + 1).runs == magenta);
    QVERIFY(store.line(0, store.lineCount(0) - 1).runs == magenta);
    store.append(0, Out, "\x1b[0mplain again\n");
    QVERIFY(store.line(0, store.lineCount(0) - 1).runs.empty());
}

QTEST_APPLESS_MAIN(TestElision)
#include "tst_elision.moc"
