// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/requestmodel.h"
#include "tests/fakes/manualclock.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace podium;
using namespace podium::lifecycle;
using namespace podium::models;
using namespace podium::tests;
using Column = RequestModel::Column;
using Doing = RequestService::Doing;
using State = NodeRequest::State;

class TestRequestModel final : public QObject
{
    Q_OBJECT

private slots:
    void aRowSaysWhatItWaitsFor();
    void aKeptNodeIsGoodOnceItIsPrepared();
    void rowsComeAndGo();
    void onlyWhatIsNewsIsShown();

private:
    [[nodiscard]] NodeRequest request(const QString &name) const
    {
        NodeRequest wanted;
        wanted.id = name;
        wanted.project = *ProjectId::parse("lab-speech");
        wanted.spec.name = name;
        wanted.spec.type = "v4-8";
        wanted.spec.spot = true;
        wanted.zones = {*Zone::parse("us-central2-b")};
        wanted.untilCapacity = true;
        wanted.createdAt = m_clock.now();
        return wanted;
    }
    /// One try, which found no capacity.
    [[nodiscard]] NodeRequest tried(const QString &name) const
    {
        NodeRequest wanted = request(name);
        wanted.attempts.push_back(
            {wanted.zones[0],
             "x",
             m_clock.now(),
             {},
             m_clock.now(),
             Refusal::Stockout,
             "There is no more\ncapacity <b>here</b>"});
        return wanted;
    }
    [[nodiscard]] static QString text(const RequestModel &model, int row, Column column)
    {
        return model.index(row, int(column)).data().toString();
    }
    [[nodiscard]] static Mark mark(const RequestModel &model, int row)
    {
        return model.index(row, int(Column::Status)).data(RequestModel::MarkRole).value<Mark>();
    }

    ManualClock m_clock;
};

void TestRequestModel::aRowSaysWhatItWaitsFor()
{
    RequestModel model(m_clock);
    const QAbstractItemModelTester tester(&model);
    model.setRows({{tried("night"), Doing::CarriesOut, m_clock.now().addSecs(240)}});
    QCOMPARE(text(model, 0, Column::Node), QString("night"));
    QCOMPARE(text(model, 0, Column::Type), QString("v4-8 spot"));
    QVERIFY(text(model, 0, Column::Status).contains("no capacity"));
    QCOMPARE(text(model, 0, Column::Tries), QString("1"));
    QCOMPARE(text(model, 0, Column::Next), QString("next try in 4 min"));
    QCOMPARE(
        model.index(0, 0).data(RequestModel::AnswerRole).toString(),
        QString("There is no more capacity <b>here</b>"));
    QCOMPARE(mark(model, 0), Mark::Busy);
    QSignalSpy changed(&model, &RequestModel::dataChanged);
    m_clock.advance(120);
    model.refreshTimes();
    QCOMPARE(changed.count(), 1);
    QCOMPARE(text(model, 0, Column::Next), QString("next try in 2 min"));
    model.setRows({{tried("night"), Doing::Nothing, {}}});
    QVERIFY(text(model, 0, Column::Next) == "not followed here");
    QCOMPARE(mark(model, 0), Mark::Warning);
    model.setRows({{tried("night"), Doing::GivesUp, {}}});
    QCOMPARE(text(model, 0, Column::Next), QString("is being given up"));
    const QString status = text(model, 0, Column::Status);
    model.setRows({{tried("night"), Doing::GivesUp, {}, "You may not delete it."}});
    QCOMPARE(text(model, 0, Column::Status), QString(status + "; You may not delete it."));
}

void TestRequestModel::aKeptNodeIsGoodOnceItIsPrepared()
{
    using lifecycle::AfterStep;
    RequestModel model(m_clock);
    RequestRow row{request("kept"), RequestService::Doing::CarriesOut, {}};
    row.request.isKept = true;
    row.request.attempts.push_back({row.request.zones[0], "x", m_clock.now(), {}, {}, {}, {}});
    row.request.attempts[0].standsSince = m_clock.now();
    row.request.attempts[0].after = {{AfterStep::Kind::Recipe, "jax", false, 0, {}}};
    model.setRows({row});
    QCOMPARE(mark(model, 0), Mark::Busy);
    QCOMPARE(text(model, 0, Column::Next), QString("under way"));

    row.request.attempts[0].after[0].failures = 1;
    row.waitsUntil = m_clock.now().addSecs(60);
    model.setRows({row});
    QCOMPARE(mark(model, 0), Mark::Warning);
    QVERIFY(text(model, 0, Column::Next).startsWith("next try in"));

    row.request.attempts[0].after[0].failures = AfterStep::MostFailures;
    row.waitsUntil = {};
    model.setRows({row});
    QCOMPARE(mark(model, 0), Mark::Warning);
    QCOMPARE(text(model, 0, Column::Next), QString("waits for you"));

    RequestRow made = row; // of one that is not kept: it ends without
    made.request.isKept = false;
    made.request.state = State::Made;
    made.request.reason = "recipe jax was not done. No.";
    model.setRows({made});
    QCOMPARE(mark(model, 0), Mark::Warning);

    row.request.attempts[0].after[0].isDone = true;
    model.setRows({row});
    QCOMPARE(mark(model, 0), Mark::Good);
    QCOMPARE(text(model, 0, Column::Next), QString("is watched"));
}

void TestRequestModel::rowsComeAndGo()
{
    RequestModel model(m_clock);
    const QAbstractItemModelTester tester(&model);
    const NodeRequest a = tried("a");
    const NodeRequest b = request("b");
    model.setRows({{a, Doing::CarriesOut, {}}, {b, Doing::CarriesOut, {}}});
    QSignalSpy reset(&model, &RequestModel::modelReset);
    QSignalSpy changed(&model, &RequestModel::dataChanged);
    model.setRows({{a, Doing::CarriesOut, {}}, {b, Doing::CarriesOut, {}}});
    QCOMPARE(changed.count(), 0);
    NodeRequest cancelled = b; // before any zone was asked for it
    cancelled.wish = NodeRequest::Wish::Cancel;
    QCOMPARE(lifecycle::statusText(cancelled), QString("is being cancelled"));
    NodeRequest made = b;
    made.state = State::Made;
    made.attempts.push_back({b.zones[0], "x", m_clock.now(), {}, m_clock.now(), {}, {}});
    model.setRows({{made, Doing::Nothing, {}}});
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.rowAt(0)->request, made);
    QVERIFY(!model.rowAt(1));
    QCOMPARE(text(model, 0, Column::Status), QString("stands in us-central2-b"));
    QCOMPARE(text(model, 0, Column::Next), QString());
    QCOMPARE(mark(model, 0), Mark::Good);
    QCOMPARE(reset.count(), 0);
}

void TestRequestModel::onlyWhatIsNewsIsShown()
{
    NodeRequest each = tried("a");
    const auto after = [&](State state, int minutes) {
        each.state = state;
        return isRequestShown(each, m_clock.now().addSecs(60 * minutes));
    };
    QVERIFY(after(State::Active, 60 * 24 * 30));
    QVERIFY(after(State::Made, 59));
    QVERIFY(!after(State::Made, 61));
    QVERIFY(after(State::GivenUp, 60 * 23));
    QVERIFY(!after(State::GivenUp, 60 * 25));
    QVERIFY(!after(State::Cancelled, 0));
}

QTEST_GUILESS_MAIN(TestRequestModel)
#include "tst_requestmodel.moc"
