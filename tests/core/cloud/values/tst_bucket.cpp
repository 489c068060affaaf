// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/values/bucket.h"

#include <QStringBuilder>
#include <QtTest>

using namespace podium;
using namespace podium::cloud;
using Type = BucketPlace::Type;

class TestBucket final : public QObject
{
    Q_OBJECT

private slots:
    void namesAreTakenFromWhatPeopleWrite();
    void placesAreRead();
    void whatIsNoPlaceIsRefused_data();
    void whatIsNoPlaceIsRefused();
};

void TestBucket::namesAreTakenFromWhatPeopleWrite()
{
    for (const char *word : {"lab-data", "gs://lab-data", "gs://lab-data/", "gs://lab-data/a/b"}) {
        const auto bucket = bucketOf(QString(word));
        QVERIFY2(bucket && bucket->text() == QLatin1String("lab-data"), word);
    }
    for (const char *word :
         {"", "gs://", "gs:///x", "LAB", "a", "lab data", "lab/data", "-lab", "lab\n", "s3://lab",
          "lab-data?x",
          "l\xc3\xa4"
          "b"}) {
        QVERIFY2(!bucketOf(QString::fromUtf8(word)), word);
    }
}

void TestBucket::placesAreRead()
{
    const auto region =
        parseBucketPlace(R"({"location":"EUROPE-WEST4","locationType":"region"})", "gs://x");
    QVERIFY(region);
    QCOMPARE(*region, (BucketPlace{Type::Region, "europe-west4"}));
    const auto multi =
        parseBucketPlace(R"({"location":"US","locationType":"multi-region"})", "gs://x");
    QVERIFY(multi && multi->type == Type::MultiRegion && multi->location == QLatin1String("us"));
    const auto dual = parseBucketPlace(
        R"({"location":"EU","locationType":"dual-region","customPlacementConfig":
            {"dataLocations":["EUROPE-WEST1","EUROPE-WEST4",7,"<b>"]}})",
        "gs://x");
    QVERIFY(dual && dual->type == Type::DualRegion);
    QCOMPARE(dual->regions, (QStringList{"europe-west1", "europe-west4"}));
    const auto other =
        parseBucketPlace(R"({"location":"MARS1","locationType":"planet"})", "gs://x");
    QVERIFY(other && other->type == Type::Unknown);
}

void TestBucket::whatIsNoPlaceIsRefused_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("a page") << QByteArray("<html>hello</html>");
    QTest::newRow("a list") << QByteArray("[1, 2]");
    QTest::newRow("empty") << QByteArray("{}");
    QTest::newRow("no text") << QByteArray(R"({"location":{},"locationType":"region"})");
    QTest::newRow("no name") << QByteArray(R"({"location":"a b\n","locationType":"region"})");
    QTest::newRow("long") << QByteArray(
        QByteArray(R"({"location":")") + QByteArray(100, 'A') + "\"}");
}

void TestBucket::whatIsNoPlaceIsRefused()
{
    QFETCH(QByteArray, json);
    const auto place = parseBucketPlace(json, "gs://x");
    QVERIFY(!place);
    QCOMPARE(place.error().kind, ErrorKind::Protocol);
    QVERIFY(place.error().summary.contains("gs://x"));
}

QTEST_GUILESS_MAIN(TestBucket)
#include "tst_bucket.moc"
