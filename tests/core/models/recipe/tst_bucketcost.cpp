// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/recipe/bucketcost.h"
#include "tests/fakes/nodes.h"

#include <QtTest>

using namespace podium;
using namespace podium::models;
using namespace podium::tests;

using Type = cloud::BucketPlace::Type;

namespace {

NodeRef nodeIn(const QString &zone, const QString &name)
{
    return {*ProjectId::parse("my-lab"), *Zone::parse(zone), *NodeName::parse(name)};
}

BucketCost costOf(const Result<cloud::BucketPlace> &place, const std::set<NodeRef> &nodes)
{
    return bucketCost(*cloud::BucketName::parse("lab-data"), place, nodes);
}

} // namespace

class TestBucketCost final : public QObject
{
    Q_OBJECT

private slots:
    void theSameRegionIsFree();
    void elsewhereHasItsPrice();
    void unknownIsNeverFree();
    void manyNodesAreOneLine();
};

void TestBucketCost::theSameRegionIsFree()
{
    const BucketCost cost =
        costOf(cloud::BucketPlace{Type::Region, "us-central2"}, {nodeIn("us-central2-b", "pod")});
    QCOMPARE(cost.mark, Mark::Good);
    QCOMPARE(
        cost.text,
        QString("gs://lab-data is in us-central2.\nTransfer to pod in us-central2 is free."));
    QVERIFY2(cost.basis.startsWith("Prices of 20"), qPrintable(cost.basis));
    QVERIFY(cost.basis.contains("Operations"));
}

void TestBucketCost::elsewhereHasItsPrice()
{
    const BucketCost cost = costOf(
        cloud::BucketPlace{Type::Region, "us-central2"},
        {nodeIn("us-central2-b", "pod"), nodeIn("europe-west4-a", "tune")});
    QCOMPARE(cost.mark, Mark::Warning);
    const QStringList lines = cost.text.split('\n');
    QCOMPARE(lines.size(), 4);
    QVERIFY2(
        lines.contains("Transfer to tune in europe-west4 costs about $0.05 to $0.14 per GiB, "
                       "$51.20 to $143.36 per TiB."),
        qPrintable(cost.text));
    QVERIFY(lines.contains("Transfer to pod in us-central2 is free."));
    QCOMPARE(lines.last(), QString("No TPU grant pays for it."));
}

void TestBucketCost::unknownIsNeverFree()
{
    const NodeRef pod = nodeIn("us-central2-b", "pod");
    const BucketCost odd = costOf(cloud::BucketPlace{Type::Unknown, "mars1"}, {pod});
    QCOMPARE(odd.mark, Mark::Unknown);
    QVERIFY2(
        odd.text.endsWith("What transfer to pod in us-central2 costs is unknown."),
        qPrintable(odd.text));
    const BucketCost refused = costOf(
        failure(
            {ErrorKind::PermissionDenied,
             "Could not ask where gs://lab-data is.",
             "storage.buckets.get is missing",
             {},
             {}}),
        {pod});
    QCOMPARE(refused.mark, Mark::Unknown);
    QVERIFY(refused.text.startsWith("What it costs to read gs://lab-data is unknown.\n"));
    QVERIFY2(refused.text.contains("storage.buckets.get is missing"), qPrintable(refused.text));
    QCOMPARE(costOf(cloud::BucketPlace{Type::Region, "us-central2"}, {}).mark, Mark::Unknown);
}

void TestBucketCost::manyNodesAreOneLine()
{
    std::set<NodeRef> nodes;
    for (int number = 1; number <= 5; ++number) {
        nodes.insert(nodeIn("us-central2-b", QString("pod-%1").arg(number)));
    }
    const BucketCost cost = costOf(cloud::BucketPlace{Type::Region, "us-central2"}, nodes);
    QVERIFY2(
        cost.text.endsWith("Transfer to pod-1, pod-2, pod-3 and 2 more in us-central2 is free."),
        qPrintable(cost.text));
}

QTEST_GUILESS_MAIN(TestBucketCost)
#include "tst_bucketcost.moc"
