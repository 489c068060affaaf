// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/lineindex.h"

#include <QRandomGenerator>
#include <QTest>

#include <functional>
#include <memory>
#include <vector>

using namespace podium::run;

namespace {

/// What is kept of the lines of an index, and what went: [begin, end).
struct Dropped
{
    qint64 begin = 0;
    qint64 end = 0;
};

bool isAt(const LineLengths &index, qint64 line, qint64 begin, qint64 length)
{
    const LineLengths::Range range = index.range(line);
    return range.begin == begin && range.end == begin + length;
}

void compareLengths(
    const LineLengths &index, const std::vector<qint64> &lengths, const Dropped &dropped = {})
{
    QCOMPARE(index.count(), qint64(lengths.size()));
    qint64 at = 0;
    for (qint64 line = 0; line < index.count(); ++line) {
        const qint64 length = lengths[std::size_t(line)];
        const bool isKept = line < dropped.begin || line >= dropped.end;
        if (isKept && !isAt(index, line, at, length)) {
            QFAIL(qPrintable(QStringLiteral("line %1").arg(line)));
        }
        at += length;
    }
    QCOMPARE(index.end(), at);
    QCOMPARE(index.begin(index.count()), at);
}

void compareOrder(
    const LineOrder &order, const std::vector<bool> &seconds, const Dropped &dropped = {})
{
    QCOMPARE(order.count(), qint64(seconds.size()));
    qint64 before = 0;
    for (qint64 line = 0; line < order.count(); ++line) {
        const bool isSecond = seconds[std::size_t(line)];
        const bool isKept = line < dropped.begin || line >= dropped.end;
        if (isKept && (order.isSecond(line) != isSecond || order.secondsBefore(line) != before)) {
            QFAIL(qPrintable(QStringLiteral("line %1").arg(line)));
        }
        before += isSecond ? 1 : 0;
    }
    QCOMPARE(order.secondsBefore(order.count()), before);
}

using Length = std::function<qint64(qint64)>;
using IsSecond = std::function<bool(qint64)>;

} // namespace
Q_DECLARE_METATYPE(Length)
Q_DECLARE_METATYPE(IsSecond)

/// Where lines are, against a plain list of them.
class TestLineIndex final : public QObject
{
    Q_OBJECT

private slots:
    void lengths_data();
    void lengths();
    void lengthsOfACopy();
    void lengthsTakeLittle_data();
    void lengthsTakeLittle();
    void order_data();
    void order();
    void orderOfOneStreamTakesNothing();
};

void TestLineIndex::lengths_data()
{
    QTest::addColumn<Length>("length");
    // The same each time, on any machine.
    const auto random = std::make_shared<QRandomGenerator>(7);
    const auto upTo = [random](qint64 most) -> Length {
        return [random, most](qint64) { return qint64(random->bounded(quint32(most) + 1)); };
    };
    QTest::newRow("alike") << Length([](qint64) { return 2; });
    QTest::newRow("empty") << Length([](qint64) { return 0; });
    QTest::newRow("up to 1") << upTo(1);
    QTest::newRow("up to 3") << upTo(3);
    QTest::newRow("up to 15") << upTo(15);
    QTest::newRow("up to 100") << upTo(100);
    QTest::newRow("up to 255") << upTo(255);
    QTest::newRow("up to what 16 bits hold") << upTo(0xffff);
    QTest::newRow("beyond 16 bits") << upTo(200'000);
    QTest::newRow("the last that 16 bits hold") << Length([](qint64) { return 0xfffe; });
    QTest::newRow("all beyond 16 bits") << Length([](qint64 line) { return 0xffff + line; });
    QTest::newRow("ever longer") << Length([](qint64 line) { return line; });
    QTest::newRow("one long line")
        << Length([](qint64 line) { return line == 100 ? 10'000'000 : 3; });
}

void TestLineIndex::lengths()
{
    QFETCH(Length, length);
    LineLengths index;
    std::vector<qint64> lengths;
    const auto addUpTo = [&](qint64 count) {
        for (qint64 line = index.count(); line < count; ++line) {
            lengths.push_back(length(line));
            index.add(lengths.back());
        }
    };
    for (const qint64 count : {0, 1, 63, 64, 65, 127, 128, 2'048, 2'049, 10'000}) {
        addUpTo(count);
        compareLengths(index, lengths);
    }
    Dropped dropped{3'000, 3'000};
    for (const qint64 end : {3'010, 5'000, 9'990}) {
        dropped.end = end;
        const qint64 before = index.memoryBytes();
        index.drop(dropped.begin, end);
        QVERIFY(index.memoryBytes() <= before);
        compareLengths(index, lengths, dropped);
        addUpTo(index.count() + 1'000);
        compareLengths(index, lengths, dropped);
    }
}

/// It shares with the other what does not change, and nothing else.
void TestLineIndex::lengthsOfACopy()
{
    LineLengths index;
    std::vector<qint64> lengths;
    for (qint64 line = 0; line < 5'000; ++line) {
        lengths.push_back(line % 90);
        index.add(lengths.back());
    }
    const LineLengths copy = index;
    std::vector<qint64> more = lengths;
    for (qint64 line = 0; line < 5'000; ++line) {
        more.push_back(line % 7);
        index.add(more.back());
    }
    index.drop(100, 4'990);
    compareLengths(copy, lengths);
    compareLengths(index, more, {100, 4'990});
}

void TestLineIndex::lengthsTakeLittle_data()
{
    QTest::addColumn<Length>("length");
    QTest::addColumn<double>("most"); // bytes for each line
    QTest::newRow("alike") << Length([](qint64) { return 2; }) << 0.3;
    QTest::newRow("numbers") << Length([](qint64 line) {
        return QByteArray::number(line).size() + 1;
    }) << 0.3;
    QTest::newRow("one of two") << Length([](qint64 line) { return 70 + line % 2; }) << 0.43;
    QTest::newRow("within 8") << Length([](qint64 line) { return line * 5 % 8; }) << 0.68;
    QTest::newRow("within 200") << Length([](qint64 line) { return line * 7 % 200; }) << 1.3;
    QTest::newRow("any") << Length([](qint64 line) { return line * 7'919 % 60'000; }) << 2.3;
}

void TestLineIndex::lengthsTakeLittle()
{
    QFETCH(Length, length);
    QFETCH(double, most);
    constexpr qint64 Count = 200'000;
    LineLengths index;
    for (qint64 line = 0; line < Count; ++line) {
        index.add(length(line));
    }
    const double each = double(index.memoryBytes()) / Count;
    QVERIFY2(each < most, qPrintable(QString::number(each)));
    index.drop(0, Count - 1);
    QVERIFY2(index.memoryBytes() < 20'000, qPrintable(QString::number(index.memoryBytes())));
}

void TestLineIndex::order_data()
{
    QTest::addColumn<IsSecond>("isSecond");
    const auto random = std::make_shared<QRandomGenerator>(11);
    QTest::newRow("first only") << IsSecond([](qint64) { return false; });
    QTest::newRow("second only") << IsSecond([](qint64) { return true; });
    QTest::newRow("in turn") << IsSecond([](qint64 line) { return line % 2 == 1; });
    QTest::newRow("any") << IsSecond([random](qint64) { return random->bounded(2) == 1; });
    QTest::newRow("late") << IsSecond([](qint64 line) { return line > 7'001 && line % 3 == 0; });
    QTest::newRow("after the first cut") << IsSecond([](qint64 line) { return line > 10'100; });
}

void TestLineIndex::order()
{
    QFETCH(IsSecond, isSecond);
    LineOrder order;
    std::vector<bool> seconds;
    const auto addUpTo = [&](qint64 count) {
        for (qint64 line = order.count(); line < count; ++line) {
            seconds.push_back(isSecond(line));
            order.add(seconds.back());
        }
    };
    for (const qint64 count : {0, 1, 63, 64, 65, 128, 8'192, 10'000}) {
        addUpTo(count);
        compareOrder(order, seconds);
    }
    Dropped dropped{3'000, 3'000};
    for (const qint64 end : {3'010, 5'000, 9'990}) {
        dropped.end = end;
        order.drop(dropped.begin, end);
        compareOrder(order, seconds, dropped);
        addUpTo(order.count() + 1'000);
        compareOrder(order, seconds, dropped);
    }
}

void TestLineIndex::orderOfOneStreamTakesNothing()
{
    LineOrder order;
    for (int line = 0; line < 100'000; ++line) {
        order.add(false);
    }
    QCOMPARE(order.memoryBytes(), qint64(0));
    order.add(true);
    QVERIFY(order.memoryBytes() > 0);
    QVERIFY(order.memoryBytes() < 4'096);
}

QTEST_APPLESS_MAIN(TestLineIndex)
#include "tst_lineindex.moc"
