// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/grantjson.h"
#include "core/lifecycle/pricetable.h"

#include <QTest>

using namespace podium;
using namespace podium::lifecycle;

namespace {

TpuGrant lab(const QDate &from = {2026, 3, 1})
{
    return {
        *ProjectId::parse("my-lab"),
        from,
        from.addDays(29),
        {{64, TpuUnit::Chips, 0, true, Generation::V6e, *Zone::parse("us-east1-d")},
         {40, TpuUnit::Cores, 8, false, Generation::V3, *Zone::parse("europe-west4-a")}}};
}

} // namespace

/// TPU grants as values and as documents, and the prices beside them.
class TestGrantJson final : public QObject
{
    Q_OBJECT

private slots:
    void whatIsWrittenIsReadBack();
    void aWrongDocumentIsRefused_data();
    void aWrongDocumentIsRefused();
    void theSameMailTwiceIsRefused();
    void removedByItsName();
    void mergedOursStay();
    void typesAndTheirChips_data();
    void typesAndTheirChips();
    void pricesPerDay_data();
    void pricesPerDay();
    void aWrongPriceTableIsRefused();
};

void TestGrantJson::whatIsWrittenIsReadBack()
{
    const TpuGrants grants{lab(), lab({2026, 5, 1})};
    const QByteArray json = grantsToJson(grants);
    const auto read = grantsFromJson(json);
    QVERIFY2(read.has_value(), read ? "" : qPrintable(read.error().text()));
    QVERIFY(*read == grants);
    QCOMPARE(grantsToJson(*read), json);
}

void TestGrantJson::aWrongDocumentIsRefused_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QString>("said");
    const auto row = [](const char *from, const char *to, const char *said) {
        QTest::newRow(to) << QByteArray(from) << QByteArray(to) << QString(said);
    };
    row("\"until\"", "\"untill\"", "Did you mean \"until\"?");
    row("\"spot\": true", "\"spot\": \"yes\"", "a row needs");
    row("\"count\": 64", "\"count\": 6.5", "a row needs");
    row("\"count\": 64", "\"count\": -64", "a row needs");
    row("\"count\": 64", "\"count\": 0", "is not possible");
    row("\"unit\": \"chips\"", "\"unit\": \"pods\"", "a row needs");
    row("\"v6e\"", "\"v9x\"", "a row needs");
    row("us-east1-d", "../../etc", "a row needs");
    row("2026-03-30", "2026-02-01", "a first day and a later last day");
    row("2026-03-30", "soon", "a first day and a later last day");
    row("my-lab", "402915838151", "not its number");
    row("\"podiumTpuGrants\": 1", "\"podiumTpuGrants\": 2", "no document of this");
    row("\"grants\"", "\"grant\"", "Did you mean \"grants\"?");
    row("{", "[", "no JSON");
}

void TestGrantJson::aWrongDocumentIsRefused()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QString, said);
    QByteArray json = grantsToJson({lab()});
    QVERIFY(json.contains(from));
    const auto read = grantsFromJson(json.replace(from, to));
    QVERIFY(!read.has_value());
    QCOMPARE(read.error().kind, ErrorKind::InvalidArgument);
    QVERIFY2(read.error().text().contains(said), qPrintable(read.error().text()));
}

void TestGrantJson::theSameMailTwiceIsRefused()
{
    const auto again = withGrant({lab()}, lab());
    QVERIFY(!again && again.error().kind == ErrorKind::AlreadyExists);
    const auto renewed = withGrant({lab({2026, 5, 1})}, lab());
    QVERIFY(renewed && renewed->size() == 2 && renewed->front() == lab());
    TpuGrant doubled = lab();
    doubled.rows.push_back(doubled.rows.front());
    QVERIFY(!withGrant({}, doubled));
}

void TestGrantJson::removedByItsName()
{
    QCOMPARE(lab().name(), QString("my-lab/2026-03-01"));
    QVERIFY(withoutGrant({lab()}, "my-lab/2026-03-01")->empty());
    const auto wrong = withoutGrant({lab()}, "my-lab/2026-03-02");
    QVERIFY(!wrong && wrong.error().text().contains("Did you mean \"my-lab/2026-03-01\"?"));
}

void TestGrantJson::mergedOursStay()
{
    TpuGrant other = lab();
    other.rows.pop_back();
    const GrantMerge merge =
        mergeGrants({lab({2026, 5, 1}), lab({2026, 9, 1})}, {lab(), lab({2026, 5, 1})});
    QCOMPARE(merge.added, 1);
    QVERIFY(merge.different.isEmpty());
    QVERIFY((merge.grants == TpuGrants{lab(), lab({2026, 5, 1}), lab({2026, 9, 1})}));
    const GrantMerge differs = mergeGrants({lab()}, {other});
    QCOMPARE(differs.different, QStringList("my-lab/2026-03-01"));
    QVERIFY(differs.grants == TpuGrants{lab()} && differs.added == 0);
}

void TestGrantJson::typesAndTheirChips_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("chips"); // 0: none
    QTest::addColumn<bool>("serves");
    const auto row = [](const char *text, int chips, bool serves = false) {
        QTest::newRow(text) << QString(text) << chips << serves;
    };
    row("v2-8", 4);
    row("v3-32", 16);
    row("v4-64", 32);
    row("v5p-8", 4);
    row("v6e-64", 64);
    row("v5litepod-1", 1, true);
    row("v5litepod-8", 8, true);
    row("v5litepod-16", 16);
    row("tpu7x-16", 8);
    row("V4 2x2x4", 16);
    row("V5LITE_POD 2x4", 8, true);
    row("v5e-16", 0);
    row("v4-7", 0);
    row("v4-0", 0);
    row("V4 9999x9999x9999", 0);
    row("V9 2x2", 0);
    row("", 0);
    row("v4-64; rm", 0);
}

void TestGrantJson::typesAndTheirChips()
{
    QFETCH(QString, text);
    QFETCH(int, chips);
    QFETCH(bool, serves);
    const auto type = parseTpuType(text);
    QCOMPARE(type ? type->chips : 0, chips);
    QCOMPARE(type && type->drawsOnServingQuota(), serves);
}

void TestGrantJson::pricesPerDay_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("zone");
    QTest::addColumn<bool>("spot");
    QTest::addColumn<double>("dollars"); // 0: none
    const auto row = [](const char *type, const char *zone, bool spot, double dollars) {
        QTest::addRow("%s %s %d", type, zone, spot) << type << zone << spot << dollars;
    };
    row("v3-8", "europe-west4-a", false, 211.2);
    row("v3-32", "europe-west4-a", false, 768);
    row("v3-32", "us-central1-a", false, 0);
    row("v4-64", "us-central2-b", false, 2472.96);
    row("v4-64", "us-central2-b", true, 707.712);
    row("v6e-8", "us-east5-b", true, 244.992);
    row("v6e-8", "mars-north1-a", true, 0);
    row("tpu7x-16", "us-central1-c", false, 0);
}

void TestGrantJson::pricesPerDay()
{
    QFETCH(QString, type);
    QFETCH(QString, zone);
    QFETCH(bool, spot);
    QFETCH(double, dollars);
    const auto found =
        PriceTable::builtIn().dollarsPerDay(*parseTpuType(type), *Zone::parse(zone), spot);
    QCOMPARE(found.has_value(), dollars > 0);
    QVERIFY(!found || qAbs(*found - dollars) < 0.001);
    QVERIFY(!PriceTable::builtIn().asOf().isEmpty());
}

void TestGrantJson::aWrongPriceTableIsRefused()
{
    const QByteArray good = R"({"asOf":"2026-06","prices":[{"generation":"v4","regions":["us-x1"],)"
                            R"("onDemand":3,"spot":1}]})";
    QVERIFY(PriceTable::fromJson(good));
    for (const char *wrong : {"", "[]", R"({"asOf":"2026-06"})"}) {
        QVERIFY(!PriceTable::fromJson(wrong));
    }
    QVERIFY(!PriceTable::fromJson(QByteArray(good).replace("v4", "v9")));
    QVERIFY(!PriceTable::fromJson(QByteArray(good).replace("\"spot\":1", "\"spot\":\"1\"")));
}

QTEST_APPLESS_MAIN(TestGrantJson)
#include "tst_grantjson.moc"
