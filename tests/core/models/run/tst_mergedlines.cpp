// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/run/mergedlines.h"
#include "core/models/run/runsearch.h"
#include "tests/core/run/fakeruns.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/patience.h"

#include <QTest>

#include <memory>

using namespace podium;
using namespace podium::models;
using namespace podium::tests;

namespace {

constexpr auto Out = ssh::OutputStream::Out;
constexpr auto Err = ssh::OutputStream::Err;

/// Workers that say what the test makes them say, when it does.
struct Talk
{
    ManualClock clock;
    FakeTransport transport;
    run::Run run;
    RunModel model;
    MergedLines lines;

    explicit Talk(int workers, const run::OutputLimits &limits = {}, int mostBatches = 1000)
        : transport([](const ssh::CommandRequest &) { return FakeScript().login(); })
        , run(specOf(workers, limits), transport, reachable, clock)
        , model(run, clock)
        , lines(model, clock, mostBatches)
    {
        run.start();
        [&] { QTRY_COMPARE(run.state().summary().running, workers); }();
        QCoreApplication::processEvents();
    }
    static run::RunSpec specOf(int workers, const run::OutputLimits &limits)
    {
        run::RunSpec spec = specFor(workers);
        spec.output = limits;
        return spec;
    }
    void say(int slot, const QByteArray &bytes, ssh::OutputStream stream = Out)
    {
        transport.say(ssh::CommandId(slot + 1), ssh::OutputArrived{stream, bytes});
    }
    [[nodiscard]] QStringList texts() const
    {
        QStringList texts;
        for (int i = 0; i < lines.lineCount(); ++i) {
            const MergedLines::Place place = lines.place(i);
            texts
                << (place.slot < 0 ? QStringLiteral("mark")
                                   : QString::number(place.slot) + QLatin1Char(' ') +
                                         lines.line(i).text.mid(lines.textColumn(i)));
        }
        return texts;
    }
};

} // namespace

class TestMergedLines final : public QObject
{
    Q_OBJECT

private slots:
    void keepsTheOrderOfArrival();
    void aLineHasTimeAndName();
    void aClockThatWasSetBackIsSeen();
    void showsSome();
    void theOldestGo();
    void followsWhatIsCut();
    void findsInItsOrder();
    void findsTheFirstThatIsHere();
};

void TestMergedLines::keepsTheOrderOfArrival()
{
    Talk talk(3);
    talk.say(1, "one\ntwo\nthr");
    talk.say(0, "first\n");
    talk.say(1, "ee\nfour\n");
    talk.say(2, "oops\n", Err);
    talk.say(0, "last");
    QCOMPARE(
        talk.texts(),
        QStringList({"1 one", "1 two", "1 three", "0 first", "1 four", "2 oops", "0 last"}));
    for (int i = 0; i < talk.lines.lineCount(); ++i) {
        const MergedLines::Place place = talk.lines.place(i);
        QCOMPARE(talk.lines.indexOf(place.slot, place.line), i);
    }
    QCOMPARE(talk.lines.indexOf(0, 7), -1);
}

void TestMergedLines::aLineHasTimeAndName()
{
    Talk talk(2);
    talk.say(1, "\x1b[35mhello\n");
    const run::StyledLine line = talk.lines.line(0);
    const QString time = talk.clock.now().toLocalTime().time().toString("HH:mm:ss");
    QCOMPARE(line.text, time + " pod:1  hello");
    QCOMPARE(line.text.mid(talk.lines.textColumn(0)), QString("hello"));
    QCOMPARE(line.runs.front().start, 0);
    QCOMPARE(line.runs.back().start, talk.lines.textColumn(0));
    QVERIFY(line.runs.back().style.foreground.kind == run::TextColour::Kind::Palette);
    talk.clock.advance(61);
    talk.say(1, "later\n");
    QVERIFY(!talk.lines.line(1).text.startsWith(time));
}

void TestMergedLines::aClockThatWasSetBackIsSeen()
{
    Talk talk(1);
    talk.say(0, "fast\n");
    talk.clock.advance(-3000);
    talk.say(0, "right\n");
    const QString time = talk.clock.now().toLocalTime().time().toString("HH:mm:ss");
    QVERIFY(!talk.lines.line(0).text.startsWith(time));
    QVERIFY(talk.lines.line(1).text.startsWith(time));
}

void TestMergedLines::showsSome()
{
    Talk talk(3);
    for (int i = 0; i < 9; ++i) {
        talk.say(i % 3, QByteArray::number(i) + "\n");
    }
    talk.lines.setShown({0, 2});
    QCOMPARE(talk.texts(), QStringList({"0 0", "2 2", "0 3", "2 5", "0 6", "2 8"}));
    talk.say(1, "no\n");
    talk.say(2, "yes\n");
    QCOMPARE(talk.texts().last(), QString("2 yes"));
    QCOMPARE(talk.lines.indexOf(1, 0), -1);
    QCOMPARE(talk.lines.indexOf(2, 1), 3);
    talk.lines.setShown({0, 1, 2});
    QCOMPARE(talk.lines.lineCount(), 11);
    QCOMPARE(talk.texts().at(9), QString("1 no"));
}

void TestMergedLines::theOldestGo()
{
    Talk talk(2, {}, 10);
    for (int i = 0; i < 25; ++i) {
        talk.say(i % 2, QByteArray::number(i) + " a\n" + QByteArray::number(i) + " b\n");
    }
    const QStringList texts = talk.texts();
    QCOMPARE(texts.size(), 21); // and the line that says so
    QCOMPARE(texts.at(0), QString("mark"));
    QCOMPARE(texts.at(1), QString("1 15 a"));
    QCOMPARE(texts.last(), QString("0 24 b"));
    QVERIFY(talk.lines.line(0).text.contains("30"));
    QCOMPARE(talk.lines.cut().lines, qint64(30));
    QCOMPARE(talk.lines.indexOf(0, 0), -1);
    QCOMPARE(talk.lines.indexOf(1, 14), 1);

    // Whoever is shown: what went of them is said.
    talk.lines.setShown({1});
    QCOMPARE(talk.texts().at(0), QString("mark"));
    QCOMPARE(talk.texts().at(1), QString("1 15 a"));
    QCOMPARE(talk.lines.cut().lines, qint64(14));
    QCOMPARE(talk.lines.indexOf(1, 14), 1);
    QCOMPARE(talk.lines.place(1).line, 14);
}

void TestMergedLines::followsWhatIsCut()
{
    Talk talk(2, {.memoryBytes = 128 * 1024, .diskBytes = 0, .folder = {}});
    for (int i = 0; i < 200; ++i) {
        QByteArray bytes;
        for (int line = 0; line < 100; ++line) {
            bytes += "number ";
            bytes += QByteArray::number(i * 100 + line) + "\n";
        }
        talk.say(0, bytes);
        talk.say(1, "tick " + QByteArray::number(i) + "\n");
    }
    const run::Elision cut = talk.run.output().cut(0);
    QVERIFY(cut.lines > 0);
    QCOMPARE(talk.lines.lineCount(), 200 * 101);
    const auto textAt = [&talk](int index) {
        return talk.lines.line(index).text.mid(talk.lines.textColumn(index));
    };
    QCOMPARE(textAt(0), QString("number 0"));
    QCOMPARE(textAt(100), QString("tick 0"));
    QCOMPARE(textAt(101 * 100 + 50), QString("… not kept …"));
    QCOMPARE(textAt(101 * 100 + 100), QString("tick 100"));
    QCOMPARE(textAt(101 * 199 + 99), QString("number 19999"));
    QCOMPARE(talk.lines.indexOf(0, talk.run.output().lineCount(0) - 1), 101 * 199 + 99);
}

void TestMergedLines::findsInItsOrder()
{
    Talk talk(3);
    RunSearch search(talk.run.output());
    talk.say(2, "x 1\n");
    talk.say(0, "nothing\nx 2 x 3\n");
    talk.say(2, "x 4\n");
    talk.say(1, "x 5\n");
    talk.say(0, "x 6\n");
    QVERIFY(search.setPattern({"x", false, true}).has_value());
    QTRY_VERIFY(!search.isBusy());
    SearchHit hit;
    QStringList seen;
    for (int i = 0; i < 7; ++i) {
        hit = talk.lines.step(search, hit, true);
        seen << talk.run.output().line(hit.slot, hit.place.line).text.mid(hit.place.column, 3);
    }
    QCOMPARE(seen, QStringList({"x 1", "x 2", "x 3", "x 4", "x 5", "x 6", "x 1"}));
    seen.clear();
    for (int i = 0; i < 3; ++i) {
        hit = talk.lines.step(search, hit, false);
        seen << talk.run.output().line(hit.slot, hit.place.line).text.mid(hit.place.column, 3);
    }
    QCOMPARE(seen, QStringList({"x 6", "x 5", "x 4"}));
    talk.lines.setShown({1});
    QCOMPARE(talk.lines.step(search, {}, true).slot, 1);
}

/// Of a worker whose earliest match is no longer among these lines.
void TestMergedLines::findsTheFirstThatIsHere()
{
    Talk talk(2, {}, 4);
    RunSearch search(talk.run.output());
    talk.say(0, "x 1\n");
    talk.say(1, "nothing\n");
    talk.say(0, "x 2\n");
    talk.say(1, "x 3\n");
    talk.say(0, "x 4\n");
    QVERIFY(talk.lines.cut().lines > 0);
    QVERIFY(search.setPattern({"x", false, true}).has_value());
    QTRY_VERIFY(!search.isBusy());
    SearchHit hit;
    QStringList seen;
    for (int i = 0; i < 4; ++i) {
        hit = talk.lines.step(search, hit, true);
        seen << talk.run.output().line(hit.slot, hit.place.line).text;
    }
    QCOMPARE(seen, QStringList({"x 2", "x 3", "x 4", "x 2"}));
}

QTEST_GUILESS_MAIN(TestMergedLines)
#include "tst_mergedlines.moc"
