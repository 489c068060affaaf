// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/daypricefeed.h"
#include "core/models/nodes/nodefilter.h"
#include "core/models/nodes/nodemodel.h"
#include "tests/fakes/fakenodesource.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using namespace podium;
using namespace podium::models;
using namespace podium::tests;
using cloud::NodeState;
using Kind = DayPrice::Kind;

/// What nodes cost a day, by what is granted.
class TestDayPrices final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void eachNodeHasAWord();
    void whatIsUnknownIsNotNothing();
    void theSumIsOfWhatNoGrantCovers();
    void theModelShowsAndSortsThem();
    void centsCountWhereTheyAreSorted();
    void theFeedFollowsNodesAndGrants();

private:
    [[nodiscard]] static lifecycle::TpuGrants grants()
    {
        const auto day = sketchTime().date();
        return {
            {*ProjectId::parse("lab-speech"),
             day.addDays(-30),
             day.addDays(30),
             {{4, lifecycle::TpuUnit::Chips, 0, false, lifecycle::Generation::V4,
               *Zone::parse("us-central2-b")}}}};
    }
    [[nodiscard]] DayPrice price(const QString &name) const
    {
        for (const auto &entry : m_standing.nodes) {
            if (entry.node.ref.name.text() == name) {
                return dayPriceOf(m_prices, entry.node.ref);
            }
        }
        return {};
    }

    inventory::Snapshot m_standing;
    SharedDayPrices m_prices;
};

void TestDayPrices::init()
{
    m_standing = snapshotOf(
        {{.zone = "us-central2-b", .name = "first", .type = "v4-8", .ageHours = 90},
         {.zone = "us-central2-b", .name = "second", .type = "v4-8", .number = 2},
         {.name = "odd", .type = "v99-8", .number = 3},
         {.name = "off", .state = NodeState::Stopped, .number = 4},
         {.name = "repaired", .state = NodeState::Repairing, .number = 5}});
    m_prices = std::make_shared<const DayPrices>(dayPrices(grants(), m_standing, sketchTime()));
}

void TestDayPrices::eachNodeHasAWord()
{
    QCOMPARE(dayPriceCell(price("first")), QString("covered"));
    QCOMPARE(dayPriceCell(price("second")), QString("$309.12"));
    QVERIFY2(
        dayPriceMeaning(price("second")).startsWith("List price of its TPU: $309.12 a day. Older"),
        qPrintable(dayPriceMeaning(price("second"))));
    QCOMPARE(dayPriceCell(price("odd")), QString("unknown"));
    QCOMPARE(dayPriceCell(price("off")), QString("nothing"));
    QVERIFY(dayPriceMeaning(price("off")).contains("STOPPED"));
}

void TestDayPrices::whatIsUnknownIsNotNothing()
{
    QCOMPARE(dayPriceCell(price("repaired")), QString("unknown"));
    QVERIFY(dayPriceMeaning(price("repaired")).contains("List price: $192.00 a day"));
    const NodeRef other = refOf({.name = "other"});
    QCOMPARE(int(dayPriceOf(m_prices, other).kind), int(Kind::Unknown));
    QCOMPARE(int(dayPriceOf({}, other).kind), int(Kind::Unknown));
    const Error error{ErrorKind::Io, "The grants cannot be read.", "<b>", {}, {}};
    m_prices = std::make_shared<const DayPrices>(unknownPrices(m_standing, error));
    QCOMPARE(dayPriceCell(price("first")), QString("unknown"));
    QVERIFY(dayPriceMeaning(price("first")).contains("cannot be read"));
    QCOMPARE(notCoveredText(m_prices), QString("price of 5 nodes unknown"));
}

void TestDayPrices::theSumIsOfWhatNoGrantCovers()
{
    QCOMPARE(notCoveredText(m_prices), QString("$309 a day not covered + 2 unknown"));
    QCOMPARE(notCoveredText({}), QString());
    const auto covered = snapshotOf({{.zone = "us-central2-b", .type = "v4-8"}});
    QCOMPARE(
        notCoveredText(
            std::make_shared<const DayPrices>(dayPrices(grants(), covered, sketchTime()))),
        QString());
}

void TestDayPrices::theModelShowsAndSortsThem()
{
    const ManualClock clock;
    NodeModel model(clock);
    const QAbstractItemModelTester tester(&model);
    NodeFilter filter;
    filter.setSourceModel(&model);
    model.setSnapshot(std::make_shared<const inventory::Snapshot>(m_standing));
    const int column = int(NodeColumn::DayPrice);
    QCOMPARE(model.index(0, column).data().toString(), QString());
    QSignalSpy changed(&model, &NodeModel::dataChanged);
    model.setPrices(m_prices);
    QCOMPARE(changed.count(), 1);
    filter.sort(column, Qt::DescendingOrder);
    QCOMPARE(filter.index(0, 0).data().toString(), QString("second"));
    QCOMPARE(filter.index(0, column).data().toString(), QString("$309.12"));
    QVERIFY(filter.index(0, column)
                .data(Qt::ToolTipRole)
                .toString()
                .contains("list price", Qt::CaseInsensitive));
    model.setGrouped(true);
    model.setPrices({});
    QCOMPARE(model.index(0, column, model.index(0, 0)).data().toString(), QString());
}

void TestDayPrices::centsCountWhereTheyAreSorted()
{
    const ManualClock clock;
    NodeModel model(clock);
    NodeFilter filter;
    filter.setSourceModel(&model);
    model.setSnapshot(std::make_shared<const inventory::Snapshot>(
        snapshotOf({{.name = "a"}, {.name = "b"}, {.name = "c"}})));
    DayPrices prices; // all of them about five dollars
    for (const auto &[name, dollars] :
         {std::pair("a", 5.4), std::pair("b", 4.6), std::pair("c", 5.2)}) {
        DayPrice price;
        price.kind = Kind::NotCovered;
        price.dollars = dollars;
        prices.nodes.insert(refOf({.name = name}), price);
    }
    model.setPrices(std::make_shared<const DayPrices>(prices));
    filter.sort(int(NodeColumn::DayPrice));
    QStringList names;
    for (int row = 0; row < filter.rowCount(); ++row) {
        names << filter.index(row, 0).data().toString();
    }
    QCOMPARE(names, QStringList({"b", "c", "a"}));
}

void TestDayPrices::theFeedFollowsNodesAndGrants()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath("grants.json");
    const lifecycle::GrantStore store(file);
    const ManualClock clock;
    FakeNodeSource source;
    inventory::Inventory inventory(source, nullptr, clock);
    DayPriceFeed feed(inventory, store, clock);
    source.set(m_standing);
    inventory.refresh();
    const auto cell = [&](const char *name) {
        return dayPriceCell(
            dayPriceOf(feed.prices(), refOf({.zone = "us-central2-b", .name = name})));
    };
    QTRY_COMPARE(cell("first"), QString("$309.12"));
    QFile broken(file);
    QVERIFY(broken.open(QIODevice::WriteOnly));
    broken.write("{");
    broken.close();
    source.set(snapshotOf({{.zone = "us-central2-b", .name = "first", .type = "v4-8"}}));
    inventory.refresh();
    QTRY_COMPARE(cell("first"), QString("unknown"));
}

QTEST_GUILESS_MAIN(TestDayPrices)
#include "tst_dayprices.moc"
