// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/recipe/versiontexts.h"
#include "tests/fakes/nodes.h"

#include <QtTest>

using namespace podium;
using namespace podium::models;
using namespace podium::recipe;
using namespace podium::tests;

namespace {

VersionRow::Odd oddOne(int index, const QString &value, const QString &detail = {})
{
    return {{refOf({.name = "pod"}), index}, value, detail};
}

} // namespace

class TestVersionTexts final : public QObject
{
    Q_OBJECT

private slots:
    void theSameIsGood();
    void whatDiffersIsAWarning();
    void whatIsUnknownIsNeitherGoodNorDifferent();
};

void TestVersionTexts::theSameIsGood()
{
    const std::vector<VersionRow> rows{{"kernel", "5.19", 8}, {"commit", "c0ffee", 8}};
    QCOMPARE(versionsSummary(rows, 8), QString("The same on 8 workers"));
    QCOMPARE(versionsSummary(rows, 1), QString("All is known of 1 worker"));
    QCOMPARE(versionsMark(rows), Mark::Good);
    QVERIFY(oddVersions(rows, 4).isEmpty());
    QCOMPARE(versionsSummary({}, 0), QString("Nothing was compared"));
    QCOMPARE(versionsMark({}), Mark::Unknown);
}

void TestVersionTexts::whatDiffersIsAWarning()
{
    const std::vector<VersionRow> rows{
        {"kernel", "5.19", 8},
        {"packages", "80 packages", 7, {oddOne(3, "79 packages", "flax is missing")}},
        {"commit", "c0ffee", 6, {oddOne(1, "badbad"), oddOne(2, {}, "git is missing there")}},
        {"changes", {}, 0, {oddOne(0, "a1"), oddOne(1, "b2")}}};
    QCOMPARE(versionsSummary(rows, 8), QString("Not the same: packages, commit, changes"));
    QCOMPARE(versionsMark(rows), Mark::Warning);
    QCOMPARE(
        oddVersions(rows, 4),
        (QStringList{
            "packages of pod:3: flax is missing", "commit of pod:1: badbad instead of c0ffee",
            "commit of pod:2: unknown, git is missing there", "changes of pod:0: a1",
            "And 1 more"}));
}

void TestVersionTexts::whatIsUnknownIsNeitherGoodNorDifferent()
{
    const std::vector<VersionRow> rows{
        {"kernel", "5.19", 2}, {"commit", "c0ffee", 1, {oddOne(1, {}, "it is gone")}}};
    QCOMPARE(versionsSummary(rows, 2), QString("Not known to be the same: commit"));
    QCOMPARE(versionsMark(rows), Mark::Unknown);
}

QTEST_GUILESS_MAIN(TestVersionTexts)
#include "tst_versiontexts.moc"
