// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/sshconfig/diffmodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

Q_DECLARE_METATYPE(std::vector<podium::sshconfig::DiffLine>)

using namespace podium::models;
using podium::sshconfig::DiffLine;

namespace {

DiffLine same(int oldLine, int newLine, const char *text)
{
    return {DiffLine::Kind::Same, oldLine, newLine, text};
}

DiffLine removed(int line, const char *text)
{
    return {DiffLine::Kind::Removed, line, 0, text};
}

DiffLine added(int line, const char *text)
{
    return {DiffLine::Kind::Added, 0, line, text};
}

/// One line a row: "kind before | after".
QStringList printed(const std::vector<DiffRow> &rows)
{
    static const char *const kinds[] = {"=", "~", "+", "-", "…"};
    QStringList lines;
    for (const DiffRow &row : rows) {
        lines
            << (row.kind == DiffRow::Kind::Gap
                    ? QString("… %1").arg(row.hidden)
                    : QString("%1 %2 | %3")
                          .arg(kinds[int(row.kind)], row.before.text, row.after.text));
    }
    return lines;
}

} // namespace

class TestDiffModel final : public QObject
{
    Q_OBJECT

private slots:
    void rows_data();
    void rows();
    void marksTheChangedPart();
    void keepsItsPlace();
};

void TestDiffModel::rows_data()
{
    QTest::addColumn<std::vector<DiffLine>>("lines");
    QTest::addColumn<QStringList>("expected");
    using Lines = std::vector<DiffLine>;
    QTest::newRow("nothing") << Lines{} << QStringList{};
    QTest::newRow("new file") << Lines{added(1, "a"), added(2, "b")}
                              << QStringList{"+  | a", "+  | b"};
    QTest::newRow("replaced")
        << Lines{same(1, 1, "h"), removed(2, "a"), added(2, "b"), same(3, 3, "t")}
        << QStringList{"= h | h", "~ a | b", "= t | t"};
    QTest::newRow("more removed") << Lines{removed(1, "a"), removed(2, "b"), added(1, "c")}
                                  << QStringList{"~ a | c", "- b | "};
    QTest::newRow("more added") << Lines{removed(1, "a"), added(1, "b"), added(2, "c")}
                                << QStringList{"~ a | b", "+  | c"};
    QTest::newRow("the one that changed, and others before it")
        << Lines{removed(1, "  HostName 34.1.1.1"), added(1, "  User ada"), added(2, "  Port 22"), added(3, "  HostName 34.1.1.2")}
        << QStringList{
               "+  |   User ada", "+  |   Port 22", "~   HostName 34.1.1.1 |   HostName 34.1.1.2"};
    QTest::newRow("each its own")
        << Lines{removed(1, "  User ada"), removed(2, "  HostName 34.1.1.1"), added(1, "  HostName 34.1.1.2"), added(2, "  User milo")}
        << QStringList{
               "-   User ada | ", "~   HostName 34.1.1.1 |   HostName 34.1.1.2",
               "+  |   User milo"};
    QTest::newRow("two changes")
        << Lines{removed(1, "a"), added(1, "b"), removed(2, "c"), added(2, "d")}
        << QStringList{"~ a | b", "~ c | d"};
    QTest::newRow("gap") << Lines{same(1, 1, "a"), same(40, 40, "b")}
                         << QStringList{"= a | a", "… 38", "= b | b"};
    QTest::newRow("gap at the top")
        << Lines{same(5, 5, "a"), added(6, "b")} << QStringList{"… 4", "= a | a", "+  | b"};
}

void TestDiffModel::rows()
{
    QFETCH(std::vector<DiffLine>, lines);
    QFETCH(QStringList, expected);
    QCOMPARE(printed(diffRows(lines)), expected);
    DiffModel model;
    QAbstractItemModelTester tester(&model);
    model.setRows(diffRows(lines));
    QCOMPARE(model.rowCount(), expected.size());
}

void TestDiffModel::marksTheChangedPart()
{
    const auto rows =
        diffRows({removed(1, "  HostName 34.69.74.175"), added(1, "  HostName 34.70.1.175")});
    QCOMPARE(rows.front().before.changed.start, 14);
    QCOMPARE(rows.front().before.changed.length, 5); // 69.74
    QCOMPARE(rows.front().after.changed.length, 4);  // 70.1
    // No part of a line is marked that has nothing to do with the other.
    const auto strangers = diffRows({removed(1, "  User ada"), added(1, "  Port 2222")});
    QCOMPARE(strangers.front().after.changed.length, 0);
    QCOMPARE(diffCountText({removed(1, "a"), added(1, "b"), added(2, "c")}), QString("+2 \u22121"));
}

void TestDiffModel::keepsItsPlace()
{
    DiffModel model;
    const auto rows = diffRows({removed(1, "a"), added(1, "b")});
    model.setRows(rows);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    model.setRows(rows);
    QCOMPARE(reset.count(), 0);
    const QModelIndex after = model.index(0, int(DiffModel::Column::After));
    QCOMPARE(after.data(Qt::AccessibleTextRole).toString(), QString("added: b"));
}

QTEST_GUILESS_MAIN(TestDiffModel)
#include "tst_diffmodel.moc"
