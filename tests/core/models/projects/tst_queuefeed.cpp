// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/projects/queuefeed.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/patience.h"
#include "tests/fakes/simcloud.h"

#include <QJsonArray>
#include <QSignalSpy>
#include <QTest>

using namespace podium;
using namespace podium::models;
using namespace podium::tests;

/// The queued resources of a project are asked for once in a while, and unknown is no list.
class TestQueueFeed final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void unknownBeforeTheAnswer();
    void whoMayNotIsTold();
    void askedOnceInAWhile();
    void anAnswerOfBeforeIsAskedAnew();

private:
    [[nodiscard]] int calls() const
    {
        int count = 0;
        for (const auto &call : m_sim.get("/sim/log").json()["calls"].toArray()) {
            count += call.toObject()["path"].toString().contains("/queuedResources?") ? 1 : 0;
        }
        return count;
    }
    SimCloud m_sim;
    ManualClock m_clock;
    std::unique_ptr<CloudFixture> m_cloud;
    const ProjectId m_lab = *ProjectId::parse("lab-1");
};

void TestQueueFeed::initTestCase()
{
    QVERIFY2(
        m_sim.startWith({{"projects", QJsonArray{QJsonObject{{"id", "lab-1"}}}}}),
        qPrintable(m_sim.error()));
    m_cloud = std::make_unique<CloudFixture>(m_sim.environment());
}

void TestQueueFeed::unknownBeforeTheAnswer()
{
    QueueFeed feed(m_cloud->tpu, m_clock);
    QVERIFY(feed.of(m_lab).error);
    feed.want(m_lab);
    QVERIFY(feed.of(m_lab).error);
    QTRY_VERIFY(!feed.of(m_lab).error);
}

void TestQueueFeed::whoMayNotIsTold()
{
    m_sim.post(
        "/sim/projects/lab-1:setPermissions", {{"denied", QJsonArray{"tpu.queuedResources.list"}}});
    QueueFeed feed(m_cloud->tpu, m_clock);
    feed.want(m_lab);
    QTRY_VERIFY(feed.of(m_lab).error && feed.of(m_lab).error->kind == ErrorKind::PermissionDenied);
    m_sim.post("/sim/projects/lab-1:setPermissions", {{"denied", QJsonArray{}}});
    feed.forget();
    QTRY_VERIFY(!feed.of(m_lab).error);
}

void TestQueueFeed::askedOnceInAWhile()
{
    QueueFeed feed(m_cloud->tpu, m_clock);
    const int before = calls();
    feed.want(m_lab);
    feed.want(m_lab);
    QTRY_VERIFY(!feed.of(m_lab).error);
    feed.want(m_lab);
    QCOMPARE(calls(), before + 1);
    m_clock.advance(31);
    feed.want(m_lab);
    QTRY_COMPARE(calls(), before + 2);
}

/// Something is changed while the answer is under way: that answer may be of before.
void TestQueueFeed::anAnswerOfBeforeIsAskedAnew()
{
    QueueFeed feed(m_cloud->tpu, m_clock);
    const int before = calls();
    feed.want(m_lab);
    feed.forget();
    feed.forget();
    QTRY_COMPARE(calls(), before + 2);
    QTRY_VERIFY(!feed.of(m_lab).error);
    feed.want(m_lab); // young: nothing is asked for it
    QCOMPARE(calls(), before + 2);
}

QTEST_GUILESS_MAIN(TestQueueFeed)
#include "tst_queuefeed.moc"
