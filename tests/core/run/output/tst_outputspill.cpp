// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/run/runsearch.h"
#include "core/run/output/outputfold.h"
#include "tests/core/run/storedlines.h"
#include "tests/fakes/filesizelimit.h"
#include "tests/fakes/patience.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace podium;
using namespace podium::run;
using namespace podium::tests;

namespace {

constexpr auto Out = ssh::OutputStream::Out;
constexpr auto Err = ssh::OutputStream::Err;
constexpr qint64 KiB = 1024;
constexpr qint64 MiB = 1024 * KiB;

QByteArray allOf(const OutputStore &store, int slot, ssh::OutputStream stream)
{
    QByteArray all;
    const auto taken =
        store.content(slot, stream).forEach([&all](const QByteArray &bytes) -> Result<> {
            all += bytes;
            return {};
        });
    return taken ? all : QByteArray("(cannot be read)");
}

/// As a view reads it: wants it, and looks again when it has come.
StyledLine lineOf(const OutputStore &store, int slot, int index)
{
    store.want(slot, index);
    if (!QTest::qWaitFor([&] { return store.isThere(slot, index); }, Patience)) {
        return {QStringLiteral("(did not come)"), {}};
    }
    return store.line(slot, index);
}

} // namespace

/// What memory has no room for is on disk, and is as good as the rest.
class TestOutputSpill final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void bytesOutAreBytesIn_data();
    void bytesOutAreBytesIn();
    void everyLineCanBeRead();
    void stylesAndLongLinesComeBack();
    void memoryStaysBounded();
    void fileHasNoName();
    void fullDiskIsSaid();
    void diskLimitIsSaid();
    void everyMarkSaysWhy();
    void linesBeforeALongOneCanBeRead();
    void missingFolderIsSaid();
    void findLooksOnDisk();
    void foldIsRight();

private:
    [[nodiscard]] OutputLimits limits(qint64 memory, qint64 disk = 1024 * MiB) const
    {
        return {memory, disk, m_folder->filePath("runs")};
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestOutputSpill::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestOutputSpill::bytesOutAreBytesIn_data()
{
    QTest::addColumn<int>("chunk");
    QTest::newRow("large chunks") << 65536;
    QTest::newRow("odd chunks") << 4321;
}

void TestOutputSpill::bytesOutAreBytesIn()
{
    QFETCH(int, chunk);
    OutputStore store(3, limits(MiB));
    const QByteArray sent = numberedLines(0, 100'000);
    QByteArray errors;
    QByteArray mixed;
    for (int from = 0; from < sent.size(); from += chunk) {
        store.append(0, Out, sent.mid(from, chunk));
        const QByteArray error = "oops " + QByteArray::number(from) + (from % 3 ? "\n" : "\r");
        errors += error;
        store.append(0, Err, error);
        // Neither a line's end nor text at all.
        const QByteArray raw = QByteArray(chunk / 7, char(from)) + QByteArray(chunk / 9, '\0');
        mixed += raw;
        store.append(2, Out, raw);
        QCoreApplication::processEvents();
    }
    QVERIFY(store.onDisk(0).end > store.onDisk(0).begin);
    QCOMPARE(store.cutBytes(0), qint64(0));
    QCOMPARE(store.gapAt(0, Out), qint64(-1));
    QVERIFY(allOf(store, 0, Out) == sent);
    QVERIFY(allOf(store, 0, Err) == errors);
    QVERIFY(allOf(store, 2, Out) == mixed);
    QVERIFY(allOf(store, 1, Out).isEmpty());
    QTRY_VERIFY(store.diskBytes() > 2 * MiB);
    QVERIFY(allOf(store, 0, Out) == sent); // and from the disk alone
    QVERIFY(allOf(store, 2, Out) == mixed);
}

void TestOutputSpill::everyLineCanBeRead()
{
    constexpr int Count = 25'000;
    OutputStore store(2, limits(256 * KiB));
    QStringList sent;
    for (int i = 0; i < Count; ++i) {
        const QByteArray text = "line " + QByteArray::number(i) + " of either stream";
        sent << QString::fromLatin1(text);
        store.append(1, i % 5 == 0 ? Err : Out, text + '\n');
        if (i % 100 == 0) {
            QCoreApplication::processEvents();
        }
    }
    QCOMPARE(store.lineCount(1), Count);
    const LineRange onDisk = store.onDisk(1);
    QVERIFY(onDisk.begin > 100);
    QVERIFY(onDisk.end < Count - 100);
    QVERIFY(onDisk.end - onDisk.begin > Count / 2);
    QTRY_VERIFY(store.diskBytes() > MiB / 2);
    QVERIFY(!store.isThere(1, onDisk.begin));
    QCOMPARE(store.line(1, onDisk.begin).text, QStringLiteral("…"));
    const int before = store.revision(1);
    for (int i = 0; i < Count; ++i) {
        const StyledLine line = lineOf(store, 1, i);
        QCOMPARE(line.text, sent.at(i));
        QCOMPARE(!line.runs.empty() && line.runs.front().style.isError, i % 5 == 0);
    }
    QVERIFY(store.revision(1) > before);
    QVERIFY(store.text(1).contains(
        QStringLiteral("… %1 lines are on disk …").arg(onDisk.end - onDisk.begin)));
}

void TestOutputSpill::stylesAndLongLinesComeBack()
{
    OutputStore store(1, limits(256 * KiB));
    store.append(0, Out, numberedLines(0, 2000) + "\x1b[35m");
    store.append(0, Out, numberedLines(2000, 4000));
    const int bar = store.lineCount(0);
    for (int i = 0; i <= 2000; ++i) {
        store.append(0, Out, "\rstep " + QByteArray::number(i) + " of many, still going on");
    }
    store.append(0, Out, "\n\x1b[0m");
    for (int i = 4000; i < 30'000; i += 1000) {
        store.append(0, Out, numberedLines(i, i + 1000));
    }
    const std::vector<StyleRun> magenta{{0, {.foreground = {TextColour::Kind::Palette, 5}}}};
    QVERIFY(store.onDisk(0).contains(3000));
    QVERIFY(store.onDisk(0).contains(bar));
    QVERIFY(lineOf(store, 0, 1999).runs.empty());
    QVERIFY(lineOf(store, 0, 2000).runs == magenta);
    QVERIFY(lineOf(store, 0, 3999).runs == magenta);
    QCOMPARE(lineOf(store, 0, bar).text, QStringLiteral("step 2000 of many, still going on"));
    QVERIFY(lineOf(store, 0, bar + 1).runs.empty());
    QCOMPARE(lineOf(store, 0, bar + 1).text, QStringLiteral("line 4000 with some text behind it"));
}

void TestOutputSpill::memoryStaysBounded()
{
    constexpr qint64 Budget = 2 * MiB;
    OutputStore store(4, limits(Budget));
    qint64 most = 0;
    for (int i = 0; i < 200; ++i) {
        store.append(i % 4, Out, numberedLines(i * 2000, i * 2000 + 2000));
        most = std::max(most, store.memoryBytes());
        QTRY_VERIFY(store.memoryBytes() < Budget + 200 * KiB); // what waits for the disk goes soon
    }
    QVERIFY2(most < Budget + 2 * MiB, qPrintable(QString::number(most)));
    for (int line = 0; line < store.lineCount(2); line += 500) {
        lineOf(store, 2, line);
    }
    QVERIFY(store.memoryBytes() < Budget + 18 * MiB); // and what was read back, too
}

void TestOutputSpill::fileHasNoName()
{
    OutputStore store(1, limits(256 * KiB));
    store.append(0, Out, numberedLines(0, 40'000));
    QTRY_VERIFY(store.diskBytes() > 0);
    const QFileInfo folder(m_folder->filePath("runs"));
    QVERIFY(folder.isDir());
    QCOMPARE(int(folder.permissions()) & 0x77, 0); // for nobody else
    QVERIFY(QDir(folder.filePath())
                .entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden)
                .isEmpty());
}

void TestOutputSpill::fullDiskIsSaid()
{
    constexpr int Count = 200'000;
    const FileSizeLimit full(3 * MiB);
    OutputStore store(2, limits(MiB));
    const QByteArray sent = numberedLines(0, Count);
    for (int from = 0; from < sent.size(); from += 65536) {
        store.append(0, Out, sent.mid(from, 65536));
        QCoreApplication::processEvents();
    }
    QTRY_VERIFY(!store.diskProblem().isEmpty());
    store.append(1, Out, "the run goes on\n");
    QCOMPARE(store.line(1, 0).text, QStringLiteral("the run goes on"));
    const Elision cut = store.cut(0);
    QVERIFY(cut.lines > 0);
    QVERIFY(cut.bytes > 0);
    QVERIFY(store.onDisk(0).end > store.onDisk(0).begin);
    QCOMPARE(qint64(store.onDisk(0).end), cut.line);
    QCOMPARE(store.lineCount(0) - 1 + cut.lines, qint64(Count));
    const QString mark = store.line(0, int(cut.line)).text;
    QVERIFY2(mark.contains("were not kept: File too large."), qPrintable(mark));
    QVERIFY2(mark.contains(QString::number(cut.lines)), qPrintable(mark));
    // Before the mark and after it, all is as it was sent.
    const QByteArray kept = allOf(store, 0, Out);
    const int gap = int(store.gapAt(0, Out));
    QVERIFY(gap > MiB);
    QCOMPARE(kept.size() + cut.bytes, qint64(sent.size()));
    QVERIFY(kept.left(gap) == sent.left(gap));
    QVERIFY(kept.mid(gap) == sent.right(kept.size() - gap));
    QCOMPARE(
        lineOf(store, 0, int(cut.line) - 1).text,
        QStringLiteral("line %1 with some text behind it").arg(cut.line - 1));
    QCOMPARE(
        store.line(0, int(cut.line) + 1).text,
        QStringLiteral("line %1 with some text behind it").arg(cut.line + cut.lines));
}

void TestOutputSpill::diskLimitIsSaid()
{
    OutputStore store(1, limits(MiB, 2 * MiB));
    for (int i = 0; i < 100; ++i) {
        store.append(0, Out, numberedLines(i * 2000, i * 2000 + 2000));
        QCoreApplication::processEvents();
    }
    QTRY_VERIFY(store.cutBytes(0) > 0);
    QVERIFY(store.diskBytes() <= 2 * MiB);
    const QString mark = store.line(0, int(store.cut(0).line)).text;
    QVERIFY2(mark.contains("may use on disk are full"), qPrintable(mark));
}

/// Of a worker, too, that had nothing on its way to the disk when that was full.
void TestOutputSpill::everyMarkSaysWhy()
{
    OutputStore store(2, limits(MiB, 2 * MiB));
    for (int i = 0; store.diskProblem().isEmpty() && i < 1000; ++i) {
        store.append(0, Out, numberedLines(i * 2000, i * 2000 + 2000));
        QCoreApplication::processEvents();
        // A disk that is slower than the output would be the reason then.
        QTRY_VERIFY(store.memoryBytes() < 8 * MiB || !store.diskProblem().isEmpty());
    }
    store.append(1, Out, numberedLines(0, 100'000));
    QVERIFY(store.cut(1).lines > 0);
    const QString mark = store.line(1, int(store.cut(1).line)).text;
    QVERIFY2(mark.contains("may use on disk are full"), qPrintable(mark));
}

void TestOutputSpill::linesBeforeALongOneCanBeRead()
{
    constexpr int Count = 2000;
    OutputStore store(1, limits(256 * KiB));
    QByteArray sent = numberedLines(0, Count);
    store.append(0, Out, sent);
    for (int i = 0; i < 20'000; ++i) {
        const QByteArray step = "\rstep " + QByteArray::number(i) + " of many, still going on";
        sent += step;
        store.append(0, Out, step);
    }
    QCOMPARE(store.lineCount(0), Count + 1);
    for (int i = 0; i < Count; ++i) {
        QCOMPARE(
            lineOf(store, 0, i).text, QStringLiteral("line %1 with some text behind it").arg(i));
    }
    QCOMPARE(lineOf(store, 0, Count).text, QStringLiteral("step 19999 of many, still going on"));
    QVERIFY(allOf(store, 0, Out) == sent);
}

void TestOutputSpill::missingFolderIsSaid()
{
    QFile blocker(m_folder->filePath("runs"));
    QVERIFY(blocker.open(QIODevice::WriteOnly));
    OutputStore store(1, limits(MiB));
    store.append(0, Out, numberedLines(0, 100'000));
    QTRY_VERIFY(!store.diskProblem().isEmpty());
    QVERIFY(store.cutBytes(0) > 0);
    QCOMPARE(
        store.line(0, store.lineCount(0) - 1).text,
        QStringLiteral("line 99999 with some text behind it"));
}

void TestOutputSpill::findLooksOnDisk()
{
    constexpr int Count = 40'000;
    OutputStore store(3, limits(MiB));
    models::RunSearch search(store);
    store.setOnRevised([&search](int slot) { search.outputGrew({slot}); });
    for (int slot = 0; slot < 3; ++slot) {
        store.append(slot, Out, numberedLines(0, Count));
    }
    QTRY_VERIFY(store.diskBytes() > MiB);
    QVERIFY(search.setPattern({"77 with", false, true}).has_value());
    QTRY_VERIFY(!search.isBusy());
    QCOMPARE(search.counts(), QVector<int>({Count / 100, Count / 100, Count / 100}));
    models::SearchHit hit{1, {0, -1, 0}};
    for (int i = 0; i < 400; ++i) {
        hit = search.step(hit, true, {0, 1, 2});
        QCOMPARE(hit.slot, 1);
        QCOMPARE(hit.place.line, i * 100 + 77);
    }
}

void TestOutputSpill::foldIsRight()
{
    OutputStore store(4, limits(MiB));
    const QByteArray sent = numberedLines(0, 50'000);
    for (int slot = 0; slot < 4; ++slot) {
        store.append(slot, Out, slot == 2 ? QByteArray("odd one\n") + sent : sent);
        QCoreApplication::processEvents();
    }
    QVERIFY(store.onDisk(0).end > store.onDisk(0).begin);
    const Fold folded = fold(store, {0, 1, 2, 3});
    const std::vector<QVector<int>> expected{{2}, {0, 1, 3}};
    QVERIFY(folded.groups == expected);
    QCOMPARE(folded.majority, 1);
}

QTEST_GUILESS_MAIN(TestOutputSpill)
#include "tst_outputspill.moc"
