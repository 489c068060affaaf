// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/manualclock.h"
#include "widgets/nodes/requestpanel.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QtTest>

using namespace podium;
using namespace podium::lifecycle;
using namespace podium::tests;
using models::RequestRow;
using podium::ui::RequestPanel;
using Doing = RequestService::Doing;
using State = NodeRequest::State;

/// The requests above the list of nodes.
class TestRequestPanel final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void hiddenWhereThereAreNone();
    void oneThatNobodyCarriesOutCanBeGoneOnWith();
    void whatFailedTooOftenCanBeTriedAgain();
    void givingUpIsAskedFirst();
    void allThatIsDeletedIsNamed();
    void whatStandsStaysWhereItIsGivenUp();
    void otherZonesThatCostAreConfirmedFirst();
    void whatIsOverOffersNothing();
    void keepsTheSelection();
    void columnsGrowOnly();
    void hostileTextStaysPlain();

private:
    [[nodiscard]] RequestRow row(const QString &name, Doing doing, bool isOpen = false) const
    {
        NodeRequest wanted;
        wanted.id = name + "-id";
        wanted.project = *ProjectId::parse("lab-speech");
        wanted.spec.name = name;
        wanted.spec.type = "v4-8";
        wanted.zones = {*Zone::parse("us-central2-b")};
        wanted.createdAt = m_clock.now();
        if (isOpen) {
            wanted.attempts.push_back({wanted.zones[0], "x", m_clock.now(), {}, {}, {}, {}});
        }
        return {wanted, doing, {}};
    }
    [[nodiscard]] QPushButton *button(const QString &name) const
    {
        return byName<QPushButton>(*m_panel, name);
    }

    ManualClock m_clock;
    std::unique_ptr<RequestPanel> m_panel;
};

void TestRequestPanel::init()
{
    m_panel = std::make_unique<RequestPanel>(m_clock);
    m_panel->resize(900, 200);
}

void TestRequestPanel::hiddenWhereThereAreNone()
{
    QVERIFY(!m_panel->isVisible());
    m_panel->setRows({row("night", Doing::Nothing)});
    QVERIFY(m_panel->isVisible());
    m_panel->setRows({});
    QVERIFY(!m_panel->isVisible());
}

void TestRequestPanel::oneThatNobodyCarriesOutCanBeGoneOnWith()
{
    m_panel->setRows({row("night", Doing::CarriesOut)});
    QVERIFY(!button("Go on with night"));
    m_panel->setRows({row("night", Doing::Nothing)});
    QSignalSpy goOn(m_panel.get(), &RequestPanel::goOnRequested);
    QVERIFY(button("Go on with night"));
    button("Go on with night")->click();
    QCOMPARE(goOn.count(), 1);
    QCOMPARE(goOn[0][0].toString(), QString("night-id"));
}

/// Nobody tries it unasked, though the node is watched from here.
void TestRequestPanel::whatFailedTooOftenCanBeTriedAgain()
{
    RequestRow kept = row("night", Doing::CarriesOut, true);
    kept.request.isKept = true;
    kept.request.attempts[0].standsSince = m_clock.now();
    kept.request.attempts[0].after = {
        {AfterStep::Kind::Recipe, "jax", false, AfterStep::MostFailures - 1, "No."}};
    m_panel->setRows({kept});
    QVERIFY(!button("Go on with night"));
    kept.request.attempts[0].after[0].failures = AfterStep::MostFailures;
    m_panel->setRows({kept});
    QSignalSpy goOn(m_panel.get(), &RequestPanel::goOnRequested);
    QVERIFY(button("Go on with night"));
    button("Go on with night")->click();
    QCOMPARE(goOn.count(), 1);
}

void TestRequestPanel::givingUpIsAskedFirst()
{
    m_panel->setRows({row("night", Doing::CarriesOut, true)});
    QSignalSpy giveUp(m_panel.get(), &RequestPanel::giveUpRequested);
    button("Give up night")->click();
    QCOMPARE(giveUp.count(), 0);
    QVERIFY(byName<QLabel>(
        *m_panel, "Give up night? What was begun for it in us-central2-b is deleted."));
    button("Keep it")->click();
    QVERIFY(!button("Keep it"));
    QCOMPARE(giveUp.count(), 0);
    button("Give up night")->click();
    m_panel->setRows({row("night", Doing::CarriesOut)}); // the question stays, and is about it
    QVERIFY(byName<QLabel>(
        *m_panel, "Give up night? Nothing is under way, and nothing more is asked for."));
    button("Give up")->click();
    QCOMPARE(giveUp.count(), 1);
    QCOMPARE(giveUp[0][0].toString(), QString("night-id"));
    m_panel->setRows({row("night", Doing::GivesUp)});
    QVERIFY(!button("Give up night")->isEnabled());
}

/// All zones at once: one node in each may be under way.
void TestRequestPanel::allThatIsDeletedIsNamed()
{
    RequestRow race = row("night", Doing::CarriesOut, true);
    race.request.isRace = true;
    race.request.zones.push_back(*Zone::parse("us-east1-d"));
    race.request.attempts.push_back({race.request.zones[1], "y", m_clock.now(), {}, {}, {}, {}});
    m_panel->setRows({race});
    button("Give up night")->click();
    QVERIFY(byName<QLabel>(
        *m_panel, "Give up night? What was begun for it in us-central2-b, us-east1-d is deleted."));
}

void TestRequestPanel::whatStandsStaysWhereItIsGivenUp()
{
    RequestRow kept = row("night", Doing::CarriesOut, true);
    kept.request.isKept = true;
    kept.request.attempts[0].standsSince = m_clock.now();
    m_panel->setRows({kept});
    button("Give up night")->click();
    QVERIFY(byName<QLabel>(
        *m_panel, "Give up night? The node in us-central2-b stays and is charged for; it is not "
                  "made again."));
}

void TestRequestPanel::otherZonesThatCostAreConfirmedFirst()
{
    models::ZonesPlan plan;
    m_panel->setPlanZones([&plan](const NodeRequest &, const std::vector<Zone> &) { return plan; });
    std::vector<ZoneWish> asked;
    connect(
        m_panel.get(), &RequestPanel::zonesRequested, m_panel.get(),
        [&asked](const QString &, const ZoneWish &where) { asked.push_back(where); });
    m_panel->setRows({row("night", Doing::CarriesOut)});
    button("Change the zones of night")->click();
    QVERIFY(button("Try these")->isEnabled());
    plan.coverage = QStringList{"us-east5-a: not covered, $618 a day."};
    plan.isCostly = true;
    plan.dollarsPerDay = 618;
    byName<QLineEdit>(*m_panel, "Zones, in the order in which they are tried")
        ->setText("us-east5-a");
    QVERIFY(!button("Try these")->isEnabled());
    auto *maySpend = m_panel->findChild<QCheckBox *>();
    QVERIFY2(maySpend->text().contains("$618"), qPrintable(maySpend->text()));
    maySpend->click();
    plan.dollarsPerDay = 700;
    m_panel->judgeZones();
    QVERIFY(!button("Try these")->isEnabled()); // another price was agreed to
    maySpend->click();
    button("Try these")->click();
    QCOMPARE(asked.size(), std::size_t(1));
    QCOMPARE(asked[0].zones, std::vector<Zone>{*Zone::parse("us-east5-a")});
    QCOMPARE(asked[0].confirmedDollarsPerDay.value_or(0), 700.0);
}

void TestRequestPanel::whatIsOverOffersNothing()
{
    RequestRow over = row("night", Doing::Nothing);
    over.request.state = State::GivenUp;
    m_panel->setRows({over});
    QVERIFY(m_panel->isVisible());
    QVERIFY(!button("Go on with night"));
    QVERIFY(!button("Give up night"));
}

void TestRequestPanel::keepsTheSelection()
{
    RequestRow first = row("a", Doing::CarriesOut);
    RequestRow second = row("b", Doing::CarriesOut);
    m_panel->setRows({first, second});
    m_panel->findChild<QTableView *>()->selectRow(1);
    QVERIFY(button("Give up b"));
    m_panel->setRows({second});
    QVERIFY(button("Give up b"));
    button("Give up b")->click();
    m_panel->setRows({first}); // it is gone, and so is the question
    QVERIFY(button("Give up a"));
}

/// Rows change each second, and a column that jumps cannot be read.
void TestRequestPanel::columnsGrowOnly()
{
    const auto *table = m_panel->findChild<QTableView *>();
    m_panel->setRows({row("a", Doing::CarriesOut)});
    const int narrow = table->columnWidth(0);
    const RequestRow longName = row("a-name-that-takes-more-room", Doing::CarriesOut);
    m_panel->setRows({row("a", Doing::CarriesOut), longName});
    const int wide = table->columnWidth(0);
    QVERIFY(wide > narrow);
    m_panel->setRows({row("a", Doing::CarriesOut)});
    QCOMPARE(table->columnWidth(0), wide);
    m_panel->setRows({});
    m_panel->setRows({row("a", Doing::CarriesOut)});
    QCOMPARE(table->columnWidth(0), narrow);
}

void TestRequestPanel::hostileTextStaysPlain()
{
    RequestRow bad = row("night", Doing::Nothing);
    bad.request.state = State::GivenUp;
    bad.request.reason = "<b>x</b>";
    m_panel->setRows({bad});
    QCOMPARE(richLabels(*m_panel), QStringList());
}

QTEST_MAIN(TestRequestPanel)
#include "tst_requestpanel.moc"
