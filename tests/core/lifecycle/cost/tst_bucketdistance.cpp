// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/cost/bucketdistance.h"

#include <QtTest>

using namespace podium;
using namespace podium::lifecycle;
using cloud::BucketPlace;
using Type = BucketPlace::Type;

class TestBucketDistance final : public QObject
{
    Q_OBJECT

private slots:
    void distances_data();
    void distances();
    void whatItCostsIsSaid();
    void aTableThatLacksSomethingIsRefused();
};

void TestBucketDistance::distances_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<QString>("location");
    QTest::addColumn<QStringList>("regions");
    QTest::addColumn<QString>("zone");
    QTest::addColumn<QString>("expected");
    const auto row = [](Type type, const char *location, const char *zone, const char *expected,
                        const QStringList &regions = {}) {
        QTest::addRow("%s, %s", location, zone)
            << int(type) << QString(location) << regions << QString(zone) << QString(expected);
    };
    row(Type::Region, "europe-west4", "europe-west4-a", "same-region");
    row(Type::Region, "us-central1", "us-central2-b", "same-continent"); // names alone are alike
    row(Type::Region, "us-east1", "us-east1-d", "same-region");
    row(Type::Region, "northamerica-northeast1", "us-central1-a", "same-continent");
    row(Type::Region, "europe-west4", "us-central2-b", "other-continent");
    row(Type::Region, "asia-east1", "asia-northeast1-b", "same-continent");
    row(Type::Region, "australia-southeast1", "asia-east1-c", "other-continent");
    row(Type::Region, "mars-north1", "us-central1-a", "unknown");
    row(Type::Region, "us-central1", "mars-north1-a", "unknown");
    row(Type::MultiRegion, "us", "us-central2-b", "in-multi-region");
    row(Type::MultiRegion, "us", "northamerica-northeast1-a", "same-continent");
    row(Type::MultiRegion, "eu", "us-central2-b", "other-continent");
    row(Type::MultiRegion, "eu", "europe-west4-b", "in-multi-region");
    row(Type::MultiRegion, "eu", "europe-west2-a", "same-continent");
    row(Type::DualRegion, "nam4", "us-central1-a", "same-region");
    row(Type::DualRegion, "nam4", "us-central2-b", "same-continent");
    row(Type::DualRegion, "eur9", "europe-west4-a", "unknown");
    const QStringList both{"europe-west1", "europe-west4"};
    row(Type::DualRegion, "eu", "europe-west4-a", "same-region", both);
    row(Type::DualRegion, "eu", "europe-north1-a", "same-continent", both);
    row(Type::Unknown, "europe-west4", "europe-west4-c", "unknown");
    row(Type::Unknown, "", "europe-west4-a", "unknown");
}

void TestBucketDistance::distances()
{
    QFETCH(int, type);
    QFETCH(QString, location);
    QFETCH(QStringList, regions);
    QFETCH(QString, zone);
    QFETCH(QString, expected);
    const BucketDistance distance =
        TransferPrices::builtIn().distance({Type(type), location, regions}, *Zone::parse(zone));
    QCOMPARE(distanceName(distance.kind), expected);
    // Only what is known has a price, and only the same region has none to pay.
    QCOMPARE(distance.price.has_value(), expected != QLatin1String("unknown"));
    if (distance.price) {
        QCOMPARE(distance.price->from > 0, expected != QLatin1String("same-region"));
        QVERIFY(distance.price->to >= distance.price->from);
    }
}

void TestBucketDistance::whatItCostsIsSaid()
{
    const TransferPrices &prices = TransferPrices::builtIn();
    QVERIFY(!prices.asOf().isEmpty() && !prices.source().isEmpty());
    using Kind = BucketDistance::Kind;
    QCOMPARE(
        transferPriceText({Kind::SameContinent, BucketDistance::Price{0.02, 0.02}}),
        QString("about $0.02 per GiB, $20.48 per TiB"));
    QCOMPARE(
        transferPriceText({Kind::OtherContinent, BucketDistance::Price{0.05, 0.14}}),
        QString("about $0.05 to $0.14 per GiB, $51.20 to $143.36 per TiB"));
    QCOMPARE(transferPriceText({Kind::SameRegion, BucketDistance::Price{}}), QString("free"));
    QCOMPARE(transferPriceText({}), QString("unknown"));
}

void TestBucketDistance::aTableThatLacksSomethingIsRefused()
{
    const QByteArray good = R"({"asOf":"2026-09","source":"x","withinOther":[0.02,0.08],)"
                            R"("between":[0.05,0.14],"within":{"europe":[0.02,0.02]}})";
    QVERIFY(TransferPrices::fromJson(good));
    for (const auto &[from, to] : std::initializer_list<std::pair<const char *, const char *>>{
             {"2026-09", ""},
             {"\"source\":\"x\"", "\"source\":\"\""},
             {"[0.05,0.14]", "[0.14,0.05]"},
             {"[0.05,0.14]", "[0.05]"},
             {"[0.02,0.08]", "[0,0.08]"},
             {"[0.02,0.02]", "\"free\""},
             {"{\"asOf\"", "<html>"}}) {
        QVERIFY2(!TransferPrices::fromJson(QByteArray(good).replace(from, to)), from);
    }
}

QTEST_GUILESS_MAIN(TestBucketDistance)
#include "tst_bucketdistance.moc"
