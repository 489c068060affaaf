// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/ansi.h"
#include "tests/core/run/storedlines.h"

#include <QTest>

#include <random>

using namespace podium;
using namespace podium::run;
using namespace podium::tests;

namespace {

constexpr auto Out = ssh::OutputStream::Out;
constexpr auto Err = ssh::OutputStream::Err;

/// What a parser makes of one stream, each line kept as it was when it ended.
std::vector<StyledLine> parsedWhole(const QByteArray &bytes, bool isError)
{
    std::vector<StyledLine> lines;
    AnsiParser parser;
    LineBuffer live;
    bool afterWrap = false;
    qint64 at = 0;
    while (at < bytes.size()) {
        const AnsiParser::Fed fed = parser.feed(bytes.constData() + at, bytes.size() - at, live);
        at += fed.consumed;
        if (fed.lineEnded && !(afterWrap && live.isEmpty())) {
            lines.push_back(live.styled(isError));
        }
        if (fed.lineEnded) {
            afterWrap = live.isFull();
            live.clear();
        }
    }
    if (!live.isEmpty()) {
        lines.push_back(live.styled(isError));
    }
    return lines;
}

bool isSame(const StyledLine &a, const StyledLine &b)
{
    return a.text == b.text && a.runs == b.runs;
}

/// Bytes in which everything happens that a parser knows.
QByteArray wildBytes(std::mt19937 &random, int pieces)
{
    static const std::vector<QByteArray> kinds{
        "word ",
        "\n",
        "\r",
        "\x1b[31m",
        "\x1b[0m",
        "\x1b[1;38;5;99m",
        "\t",
        "\b",
        "\xe2\x82\xac",
        "\xe6\x97\xa5",
        "\xcc\x81",
        "\x1b]0;title\a",
        "\x1b[K",
        "\x1b[5C",
        "\xff",
        "\n\n",
        "\x9b"
        "1m",
        "\x1bPq\n\x1b\\",
        "another word ",
        "\x1b[",
        "\xe2\x82"};
    QByteArray bytes;
    for (int i = 0; i < pieces; ++i) {
        bytes += kinds[random() % kinds.size()];
    }
    return bytes;
}

} // namespace

class TestOutputStore final : public QObject
{
    Q_OBJECT

private slots:
    void streamsDoNotSwallowEachOther();
    void rewrittenLineIsShownAsItIs();
    void stderrIsMarked();
    void nothingToShowIsNoLine();
    void withoutMemoryNothingIsKept();
    void linesAreThoseTheParserSaw_data();
    void linesAreThoseTheParserSaw();
    void fullRowsAreNotFollowedByEmptyOnes();
    void digestIgnoresHowItWasWritten();
    void digestTellsTextsApart();
    void nothingChangesWhenItIsOver_data();
    void nothingChangesWhenItIsOver();
    void aLongLineTakesLessWhenItIsOver();
    void memoryIsLittleMoreThanTheBytes_data();
    void memoryIsLittleMoreThanTheBytes();
};

void TestOutputStore::streamsDoNotSwallowEachOther()
{
    OutputStore store(1);
    store.append(0, Out, "progress 10%");
    store.append(0, Err, "warn");
    store.append(0, Out, " done\nnext");
    store.append(0, Err, "ing\n");
    QCOMPARE(lineTexts(store), (QStringList{"progress 10% done", "warning", "next"}));
    QCOMPARE(store.text(0), QStringLiteral("progress 10% done\nwarning\nnext"));
    QCOMPARE(store.bytes(0, Out), QByteArray("progress 10% done\nnext"));
    QCOMPARE(store.bytes(0, Err), QByteArray("warning\n"));
    QCOMPARE(store.receivedBytes(0), qint64(30));
}

void TestOutputStore::rewrittenLineIsShownAsItIs()
{
    OutputStore store(2);
    store.append(1, Out, "10%");
    QCOMPARE(lineTexts(store, 1), QStringList{"10%"});
    store.append(1, Out, "\r20%");
    QCOMPARE(lineTexts(store, 1), QStringList{"20%"});
    store.append(1, Out, "\r\x1b[Kok\n");
    QCOMPARE(lineTexts(store, 1), QStringList{"ok"});
    QCOMPARE(store.lineCount(0), 0);
    QCOMPARE(store.slotCount(), 2);
}

void TestOutputStore::stderrIsMarked()
{
    OutputStore store(1);
    store.append(0, Err, "a\x1b[1mb\n");
    store.append(0, Out, "c\n");
    const std::vector<StyleRun> runs{{0, {.isError = true}}, {1, {.bold = true, .isError = true}}};
    QVERIFY(store.line(0, 0).runs == runs);
    QVERIFY(store.line(0, 1).runs.empty());
}

void TestOutputStore::nothingToShowIsNoLine()
{
    OutputStore store(1);
    store.append(0, Out, "a\n\x1b[0m\r");
    QCOMPARE(lineTexts(store), QStringList{"a"});
    store.append(0, Out, "\n");
    QCOMPARE(lineTexts(store), (QStringList{"a", ""}));
}

void TestOutputStore::linesAreThoseTheParserSaw_data()
{
    QTest::addColumn<quint32>("seed");
    for (quint32 seed = 1; seed <= 60; ++seed) {
        QTest::addRow("seed %u", seed) << seed;
    }
}

void TestOutputStore::linesAreThoseTheParserSaw()
{
    QFETCH(quint32, seed);
    std::mt19937 random(seed);
    // No line of stderr is empty, so that its mark tells from where a line came; 0x18 ends
    // what sequence there may be.
    std::array<QByteArray, 2> sent{wildBytes(random, 1500), wildBytes(random, 300) + "\n"};
    sent[1].replace(
        "\n", "\x18"
              "E\n");
    OutputStore store(1);
    std::array<int, 2> at{};
    while (at[0] < sent[0].size() || at[1] < sent[1].size()) {
        const std::size_t stream = random() % 3 == 0 ? 1 : 0;
        const QByteArray chunk = sent.at(stream).mid(at.at(stream), int(1 + random() % 60));
        at.at(stream) += chunk.size();
        store.append(0, ssh::OutputStream(stream), chunk);
    }
    std::array<std::vector<StyledLine>, 2> wanted{
        parsedWhole(sent[0], false), parsedWhole(sent[1], true)};
    QCOMPARE(std::size_t(store.lineCount(0)), wanted[0].size() + wanted[1].size());
    // The streams are mixed, but each one's lines are in their order.
    std::array<std::size_t, 2> next{};
    for (int i = 0; i < store.lineCount(0); ++i) {
        const StyledLine line = store.line(0, i);
        const std::size_t stream = !line.runs.empty() && line.runs.front().style.isError ? 1 : 0;
        QVERIFY2(isSame(line, wanted.at(stream).at(next.at(stream)++)), qPrintable(line.text));
    }
    QCOMPARE(store.bytes(0, Out), sent[0]);
    QCOMPARE(store.bytes(0, Err), sent[1]);
}

void TestOutputStore::fullRowsAreNotFollowedByEmptyOnes()
{
    OutputStore store(1);
    const QByteArray row(LineBuffer::MaxLength, 'x');
    store.append(0, Out, row + "\nafter\n\n" + row);
    store.append(0, Out, "y\n\x1b[1mend");
    const QStringList lines = lineTexts(store);
    QCOMPARE(lines.size(), 6);
    QCOMPARE(lines.at(0).size(), row.size());
    QCOMPARE(lines.at(1), QStringLiteral("after"));
    QCOMPARE(lines.at(2), QString());
    QCOMPARE(lines.at(3).size(), row.size());
    QCOMPARE(lines.at(4), QStringLiteral("y"));
    QCOMPARE(lines.at(5), QStringLiteral("end"));
}

void TestOutputStore::digestIgnoresHowItWasWritten()
{
    OutputStore store(4);
    store.append(0, Out, "one\ntwo\n");
    store.append(0, Err, "bad\n");
    store.append(1, Err, "bad\n");
    store.append(1, Out, "o");
    store.append(1, Out, "xx\rone\r\n\x1b[32mtwo\x1b[0m\n");
    store.append(2, Out, "one\ntwo");
    store.append(2, Err, "bad");
    QCOMPARE(store.digest(1).out, store.digest(0).out);
    QCOMPARE(store.digest(1).err, store.digest(0).err);
    QVERIFY(store.digest(2) == store.digest(0));
    QVERIFY(!(store.digest(3) == store.digest(0)));
    // Also where it was seen before it was erased.
    const QByteArray erased = "a\nb\r\x1b[K";
    OutputStore cut(2);
    cut.append(0, Out, erased);
    for (const char byte : erased) {
        cut.append(1, Out, QByteArray(1, byte));
    }
    QCOMPARE(cut.lineCount(1), 2);
    QVERIFY(cut.digest(0) == cut.digest(1));
    // Also where the text is no longer there.
    OutputStore small(1, 64 * 1024);
    OutputStore large(1);
    for (OutputStore *each : {&small, &large}) {
        each->append(0, Err, "waiting");
        each->append(0, Out, numberedLines(0, 20'000));
        each->append(0, Err, " done\n");
    }
    QVERIFY(small.cutBytes(0) > 0);
    QCOMPARE(small.digest(0).out, large.digest(0).out);
    QCOMPARE(small.digest(0).err, large.digest(0).err);
}

void TestOutputStore::digestTellsTextsApart()
{
    const std::vector<QByteArray> texts{"", "a\n", "a\n\n", "\na\n", "a\nb\n", "b\na\n", "ab\n"};
    OutputStore store(int(texts.size()));
    for (std::size_t i = 0; i < texts.size(); ++i) {
        store.append(int(i), Out, texts[i]);
        for (std::size_t j = 0; j < i; ++j) {
            QVERIFY(store.digest(int(i)).out != store.digest(int(j)).out);
        }
    }
}

void TestOutputStore::nothingChangesWhenItIsOver_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("no line under way") << QByteArray("all\nsaid\n");
    QTest::newRow("a word") << QByteArray("one\ntwo");
    QTest::newRow("rewritten") << QByteArray("10%\r20%\r\x1b[31m30%");
    QTest::newRow("erased") << QByteArray("one\ntwo\r\x1b[K");
    QTest::newRow("wide and joined") << QByteArray("\xe6\x97\xa5"
                                                   "e\xcc\x81 \xf0\x9f\x98\x80");
    QTest::newRow("in the middle of a character") << QByteArray("abc\xe2\x82");
    QTest::newRow("longer than a row") << QByteArray(1'000'000, 'x');
    QTest::newRow("a bar redrawn for hours") << QByteArray("\r 42%|####   |").repeated(10'000);
    std::mt19937 random(11);
    for (int i = 0; i < 50; ++i) {
        QTest::addRow("wild %d", i) << wildBytes(random, 40);
    }
}

void TestOutputStore::nothingChangesWhenItIsOver()
{
    QFETCH(QByteArray, bytes);
    OutputStore store(1);
    store.append(0, Out, bytes);
    store.append(0, Err, "and an error");
    store.append(0, Out, "!");
    std::vector<StyledLine> before;
    for (int i = 0; i < store.lineCount(0); ++i) {
        before.push_back(store.line(0, i));
    }
    const OutputDigest digest = store.digest(0);
    store.finish(0);
    QCOMPARE(store.lineCount(0), int(before.size()));
    for (int i = 0; i < int(before.size()); ++i) {
        QVERIFY2(
            isSame(store.line(0, i), before[std::size_t(i)]),
            qPrintable(before[std::size_t(i)].text.left(200)));
    }
    QVERIFY(store.digest(0) == digest);
    QVERIFY(store.bytes(0, Out) == bytes + "!");
    store.finish(0); // once more changes nothing either
    QCOMPARE(store.lineCount(0), int(before.size()));
    QVERIFY(store.digest(0) == digest);
}

void TestOutputStore::aLongLineTakesLessWhenItIsOver()
{
    const QByteArray line(60'000, 'x');
    OutputStore store(1);
    store.append(0, Out, line);
    QVERIFY(store.memoryBytes() > 5 * line.size());
    store.finish(0);
    QVERIFY2(
        store.memoryBytes() < 1.2 * line.size(), qPrintable(QString::number(store.memoryBytes())));
    QCOMPARE(store.line(0, 0).text, QString(60'000, 'x'));
}

void TestOutputStore::memoryIsLittleMoreThanTheBytes_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("two bytes") << QByteArray("y\n");
    QTest::newRow("numbers") << QByteArray("1\n23\n456\n7890\n12345\n");
    QTest::newRow("short") << QByteArray("step 1234 loss 0.1234\n");
    QTest::newRow("usual") << QByteArray(100, 'x') + "\n";
    QTest::newRow("coloured") << QByteArray(
        "\x1b[32mI0301\x1b[0m 12:00:00 host] \x1b[1mok\x1b[0m\n");
}

void TestOutputStore::memoryIsLittleMoreThanTheBytes()
{
    QFETCH(QByteArray, line);
    constexpr int slotCount = 2; // each is kept by itself, so more of them give the same ratio
    OutputStore store(slotCount);
    for (int slot = 0; slot < slotCount; ++slot) {
        while (store.receivedBytes(slot) < 1'000'000) {
            store.append(slot, Out, line.repeated(40));
        }
    }
    const double ratio = double(store.memoryBytes()) / double(slotCount * store.receivedBytes(0));
    QVERIFY2(ratio < 1.2, qPrintable(QString::number(ratio)));
}

void TestOutputStore::withoutMemoryNothingIsKept()
{
    OutputStore store(1, 0);
    store.append(0, ssh::OutputStream::Out, "one\ntwo\n");
    store.finish(0);
    QCOMPARE(store.bytes(0, ssh::OutputStream::Out), QByteArray());
    QCOMPARE(store.lineCount(0), 0);
}

QTEST_APPLESS_MAIN(TestOutputStore)
#include "tst_outputstore.moc"
