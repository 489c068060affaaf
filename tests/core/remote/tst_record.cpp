// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/record.h"

#include <QtTest>

using namespace podium;
using namespace podium::remote;

namespace {

const QByteArray First = "podium-remote 2 1:1,4:1000,\n";

} // namespace

/// What scripts say, and what cannot break it.
class TestRecord final : public QObject
{
    Q_OBJECT

private slots:
    void anAnswerIsRead();
    void anAnswerIsReadWhileItComes();
    void hostileTextStaysInItsField();
    void whatIsNoAnswerIsRefused_data();
    void whatIsNoAnswerIsRefused();
    void whatBrokeOffIsNotComplete_data();
    void whatBrokeOffIsNotComplete();
    void dataIsOneLineOfWords();
    void aStateOfNoWordIsUnknown();
    void numbers();
};

void TestRecord::anAnswerIsRead()
{
    const auto answer =
        decodeAnswer("Welcome!\n" + First + "holder 2 2:12,3:a\nb,\nnone 0 \nend 0 \ntrailing");
    QVERIFY(answer);
    QVERIFY(answer->isComplete);
    QVERIFY(!answer->wasRoot);
    QCOMPARE(int(answer->records.size()), 2);
    QCOMPARE(answer->records[0], (Record{"holder", {"12", "a\nb"}}));
    QCOMPARE(answer->records[1], (Record{"none", {}}));
    QVERIFY(decodeAnswer("podium-remote 2 1:1,1:0,\nend 0 \n")->wasRoot);
}

void TestRecord::anAnswerIsReadWhileItComes()
{
    const QByteArray whole = "podium-remote\n" + First + "a 1 3:x\ny,\nb 0 \nend 0 \nc 0 \n";
    RecordReader reader;
    QVERIFY(reader.problem());
    std::vector<Record> records;
    for (int size = 0; size <= whole.size(); ++size) {
        const bool wasComplete = reader.isComplete();
        while (auto record = reader.next(whole.left(size))) {
            QVERIFY(!wasComplete);
            records.push_back(*std::move(record));
        }
    }
    QCOMPARE(records, (std::vector<Record>{{"a", {"x\ny"}}, {"b", {}}}));
    QVERIFY(reader.isComplete() && !reader.problem() && !reader.wasRoot());
    QCOMPARE(reader.position(), whole.size() - int(qstrlen("c 0 \n")));
}

void TestRecord::hostileTextStaysInItsField()
{
    const QByteArray text = ",\nend 0 \npodium-remote 2 1:1,1:0,\nholder 1 2:66,\n\x1b[2J\0x";
    const auto answer = decodeAnswer(
        First + "holder 1 " + QByteArray::number(text.size()) + ':' + text + ",\nend 0 \n");
    QVERIFY(answer && answer->isComplete && !answer->wasRoot);
    QCOMPARE(int(answer->records.size()), 1);
    QCOMPARE(answer->records[0].at(0), text);
    QVERIFY(!answer->records[0].text(0).contains(QLatin1Char('\x1b')));
    QVERIFY(!answer->records[0].text(0).contains(QLatin1Char('\n')));
}

void TestRecord::whatIsNoAnswerIsRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("a motd") << QByteArray("Welcome to Debian\n");
    QTest::newRow("not at a line's start") << "x" + First + "end 0 \n";
    QTest::newRow("another version") << QByteArray("podium-remote 2 1:2,1:0,\nend 0 \n");
    QTest::newRow("broken off in the first") << QByteArray("podium-remote 2 1:1,9:0,\n");
    QTest::newRow("far too long") << First + QByteArray(LongestAnswer, 'x');
    QTest::newRow("far too many") << First + QByteArray("a 0 \n").repeated(MostRecords + 1);
}

void TestRecord::whatIsNoAnswerIsRefused()
{
    QFETCH(QByteArray, bytes);
    const auto answer = decodeAnswer(bytes);
    QVERIFY(!answer);
    QCOMPARE(answer.error().kind, ErrorKind::Protocol);
}

void TestRecord::whatBrokeOffIsNotComplete_data()
{
    QTest::addColumn<QByteArray>("rest");
    for (const char *rest :
         {"", "b", "b ", "b 1", "b 1 ", "b 1 3", "b 1 3:", "b 1 3:xx", "b 1 3:xxx", "b 1 3:xxx,",
          "b 1 999999999:x,\n", "b 1 9999999999:x,\n", "b 65 ", "b -1 ", "B 0 \n", " 0 \n",
          "b 1 3:xxxx,\n", "b 0 x\n", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb 0 \n"}) {
        QTest::newRow(rest) << QByteArray(rest);
    }
}

void TestRecord::whatBrokeOffIsNotComplete()
{
    QFETCH(QByteArray, rest);
    const auto answer = decodeAnswer(First + "a 1 1:x,\n" + rest);
    QVERIFY(answer);
    QVERIFY(!answer->isComplete);
    QCOMPARE(int(answer->records.size()), 1);
    QCOMPARE(answer->records[0].at(0), QByteArray("x"));
}

void TestRecord::dataIsOneLineOfWords()
{
    QCOMPARE(
        dataLine({"kill", {"12", "/a/b.c", "", "a b", "~x", "#end of data", "$(id)\n", "\\\t!"}}),
        QByteArray("kill 12 /a/b.c ! !a\\sb !~x !\\hend\\sof\\sdata !$(id)\\n !\\b\\t!\n"));
    // What shells may take for something else, and what takes them long.
    QCOMPARE(dataLine({"a", {"\xc3\xa4"}}), "a ~" + QByteArray("\xc3\xa4").toBase64() + '\n');
    const QByteArray text(5000, ' ');
    QCOMPARE(dataLine({"a", {text}}), "a ~" + text.toBase64() + '\n');
}

void TestRecord::aStateOfNoWordIsUnknown()
{
    const auto answer = decodeAnswer(
        First + "step 3 1:a,2:ok,0:,\nother 0 \nstep 3 1:b,4:good,1:x,\nstep 1 1:c,\nend 0 \n");
    QVERIFY(answer);
    const auto steps = stepsOf(*answer);
    QCOMPARE(int(steps.size()), 3);
    QCOMPARE(steps[0], (Step{"a", StepState::Ok, ""}));
    QCOMPARE(steps[1], (Step{"b", StepState::Unknown, "x"}));
    QCOMPARE(steps[2], (Step{"c", StepState::Unknown, ""}));
    for (const StepState state : {StepState::Ok, StepState::Changed, StepState::Failed}) {
        QVERIFY(!stepStateName(state).isEmpty());
        QVERIFY(stepStateFromName(stepStateName(state)) == state);
    }
}

void TestRecord::numbers()
{
    const Record record{"a", {"12", "", "-1", "1x", "99999999999999999999", " 1"}};
    QCOMPARE(record.number(0), std::optional<qint64>(12));
    for (int index = 1; index < 8; ++index) {
        QVERIFY(!record.number(index));
    }
}

QTEST_GUILESS_MAIN(TestRecord)
#include "tst_record.moc"
