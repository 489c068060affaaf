// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/plan/configplan.h"

#include <QTest>

using namespace podium;
using namespace podium::sshconfig;

namespace {

/// "=a -b +c": what a diff shows, in one line.
QString shown(const QByteArray &before, const QByteArray &after, int context = 3)
{
    QStringList words;
    for (const DiffLine &line : diffLines(before, after, context)) {
        const char mark = line.kind == DiffLine::Kind::Added     ? '+'
                          : line.kind == DiffLine::Kind::Removed ? '-'
                                                                 : '=';
        words << QString(QLatin1Char(mark) + line.text);
    }
    return words.join(' ');
}

/// Old and new file as the diff tells them.
std::pair<QStringList, QStringList> retold(const std::vector<DiffLine> &lines)
{
    std::pair<QStringList, QStringList> files;
    for (const DiffLine &line : lines) {
        if (line.kind != DiffLine::Kind::Added) {
            files.first << line.text;
        }
        if (line.kind != DiffLine::Kind::Removed) {
            files.second << line.text;
        }
    }
    return files;
}

} // namespace

class TestConfigPlan final : public QObject
{
    Q_OBJECT

private slots:
    void diffShowsWhatChanges_data();
    void diffShowsWhatChanges();
    void diffNumbersLines();
    void diffLosesNothing();
    void diffOfAWholeFleetIsWhatChanged();
    void upToDateMeansNoFileChanges();
};

void TestConfigPlan::diffShowsWhatChanges_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<int>("context");
    QTest::addColumn<QString>("lines");
    const auto row = [](const char *title, const char *before, const char *after, int context,
                        const char *lines) {
        QTest::newRow(title) << QByteArray(before) << QByteArray(after) << context
                             << QString::fromLatin1(lines);
    };
    row("both empty", "", "", 3, "");
    row("same", "a\nb\n", "a\nb\n", 3, "");
    row("same, all shown", "a\nb\n", "a\nb\n", -1, "=a =b");
    row("new file", "", "a\nb\n", 3, "+a +b");
    row("file gone", "a\n", "", 3, "-a");
    row("one changed", "a\nb\nc\n", "a\nx\nc\n", 1, "=a -b +x =c");
    row("context is cut", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nx\n6\n7\n8\n9\n", 2,
        "=3 =4 -5 +x =6 =7");
    row("no context", "a\nb\nc\n", "a\nx\nc\n", 0, "-b +x");
    row("inserted", "a\nb\n", "a\nx\nb\n", 3, "=a +x =b");
    row("repeated lines", "a\na\nb\na\n", "a\nb\na\na\n", -1, "=a -a =b +a =a");
    row("moved", "a\nb\nc\nd\n", "d\na\nb\nc\n", -1, "+d =a =b =c -d");
    row("final newline gone", "a\nb\n", "a\nb", 3, "=a -b +b");
    row("CRLF", "a\r\nb\r\n", "a\r\nc\r\n", 3, "=a -b +c");
}

void TestConfigPlan::diffShowsWhatChanges()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(int, context);
    QTEST(shown(before, after, context), "lines");
}

void TestConfigPlan::diffNumbersLines()
{
    const auto lines = diffLines("a\nb\nc\n", "a\nx\ny\nc\n", 3);
    QCOMPARE(lines.size(), std::size_t(5));
    QCOMPARE(lines[1], (DiffLine{DiffLine::Kind::Removed, 2, 0, "b"}));
    QCOMPARE(lines[3], (DiffLine{DiffLine::Kind::Added, 0, 3, "y"}));
    QCOMPARE(lines[4], (DiffLine{DiffLine::Kind::Same, 3, 4, "c"}));
}

void TestConfigPlan::diffLosesNothing()
{
    // A small generator with a fixed seed: many repeats, so that anchors are rare.
    quint32 state = 1;
    const auto next = [&state](quint32 below) {
        state = state * 1664525U + 1013904223U;
        return (state >> 16) % below;
    };
    for (int round = 0; round < 300; ++round) {
        QByteArray before;
        QByteArray after;
        QStringList oldLines;
        QStringList newLines;
        for (quint32 i = next(30); i > 0; --i) {
            oldLines << QString(QChar('a' + int(next(8))));
            before += oldLines.back().toLatin1() + '\n';
        }
        for (quint32 i = next(30); i > 0; --i) {
            newLines << QString(QChar('a' + int(next(8))));
            after += newLines.back().toLatin1() + '\n';
        }
        const auto files = retold(diffLines(before, after, -1));
        QCOMPARE(files.first, oldLines);
        QCOMPARE(files.second, newLines);
    }
}

void TestConfigPlan::diffOfAWholeFleetIsWhatChanged()
{
    QByteArray before;
    QByteArray after;
    for (int i = 0; i < 10000; ++i) {
        const QByteArray number = QByteArray::number(i);
        before += "\n# worker " + number + "\n    HostName 1.1." + number + "\n    User a\n";
        after += "\n# worker " + number + "\n    HostName 2.2." + number + "\n    User a\n";
    }
    const auto lines = diffLines(before, after, 0);
    QCOMPARE(lines.size(), std::size_t(20000));
}

void TestConfigPlan::upToDateMeansNoFileChanges()
{
    ConfigPlan plan;
    QVERIFY(plan.isUpToDate());
    plan.files.push_back({"/a", true, "x", "x"});
    QVERIFY(plan.isUpToDate());
    plan.files.push_back({"/b", false, "", ""});
    QVERIFY(!plan.isUpToDate());
    plan.files[1].exists = true;
    plan.files[1].after = "y";
    QVERIFY(!plan.isUpToDate());
}

QTEST_GUILESS_MAIN(TestConfigPlan)
#include "tst_configplan.moc"
