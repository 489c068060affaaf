// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/request/requeststore.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/fakes/manualclock.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace podium;
using namespace podium::lifecycle;
using namespace podium::tests;
using State = NodeRequest::State;

namespace {

constexpr qint64 Day = 24 * 3600;

} // namespace

/// What is kept of node requests, and for how long.
class TestRequestStore final : public QObject
{
    Q_OBJECT

private slots:
    void whatEndedLongAgoGoes();
    void withoutALimitAllStay();
    void aWishBeginsWhatFailedAnew();

private:
    [[nodiscard]] NodeRequest request(const QString &id, State state) const
    {
        NodeRequest wanted;
        wanted.id = id;
        wanted.project = *ProjectId::parse("lab");
        wanted.spec.name = "new";
        wanted.spec.type = "v2-8";
        wanted.spec.runtimeVersion = "tpu-ubuntu2204-base";
        wanted.zones = {*Zone::parse("us-central1-a")};
        wanted.createdAt = m_clock.now();
        wanted.state = state;
        return wanted;
    }
    void put(const RequestStore &store, const NodeRequest &wanted) const
    {
        Answer<Result<NodeRequest>> answer;
        store.put(wanted, answer.callback());
        const auto stored = answer.wait();
        QVERIFY(stored && *stored);
    }
    [[nodiscard]] QString kept(const RequestStore &store) const
    {
        Answer<Result<NodeRequests>> answer;
        store.load(answer.callback());
        const auto all = answer.wait();
        QStringList ids;
        for (const NodeRequest &each : all &&*all ? **all : NodeRequests()) {
            ids << each.id;
        }
        return ids.join(' ');
    }

    QTemporaryDir m_folder;
    ManualClock m_clock;
};

void TestRequestStore::whatEndedLongAgoGoes()
{
    const RequestStore store(
        m_folder.filePath("requests.json"), m_clock, std::chrono::hours(24 * 180));
    put(store, request("waits", State::Active));
    put(store, request("over", State::Cancelled));
    NodeRequest made = request("made", State::Made);
    made.attempts.push_back({made.zones[0], "x", m_clock.now(), {}, {}, {}, {}});
    made.attempts[0].standsSince = m_clock.now().addSecs(100 * Day);
    put(store, made);
    QVERIFY(store.claim("over"));
    const QString lock = m_folder.filePath("request-over.lock");
    QVERIFY(QFileInfo::exists(lock));
    m_clock.advance(179 * Day);
    put(store, request("late", State::GivenUp));
    QCOMPARE(kept(store), QString("waits over made late"));
    m_clock.advance(2 * Day);
    put(store, request("now", State::Active));
    QCOMPARE(kept(store), QString("waits made late now"));
    QVERIFY(!QFileInfo::exists(lock));
    m_clock.advance(100 * Day);
    put(store, request("now", State::Cancelled));
    QCOMPARE(kept(store), QString("waits late now"));
}

void TestRequestStore::withoutALimitAllStay()
{
    const RequestStore store(m_folder.filePath("all.json"));
    put(store, request("over", State::Cancelled));
    m_clock.advance(9999 * Day);
    put(store, request("now", State::Active));
    QCOMPARE(kept(store), QString("over now"));
}

/// Whoever takes the request up has it from here, and would take three failures for the end of it.
void TestRequestStore::aWishBeginsWhatFailedAnew()
{
    const RequestStore store(m_folder.filePath("failed.json"));
    NodeRequest wanted = request("kept", State::Active);
    wanted.isKept = true;
    wanted.attempts.push_back({wanted.zones[0], "x", m_clock.now(), {}, {}, {}, {}});
    wanted.attempts[0].standsSince = m_clock.now();
    wanted.attempts[0].after = {
        {AfterStep::Kind::People, {}, false, AfterStep::MostFailures, "No answer."}};
    put(store, wanted);
    Answer<Result<NodeRequest>> answer;
    store.setWish("kept", NodeRequest::Wish::Go, {}, answer.callback());
    const auto stored = answer.wait();
    QVERIFY(stored && *stored);
    QVERIFY(!(*stored)->attempts[0].after[0].isGivenUp());
    QCOMPARE((*stored)->attempts[0].after[0].error, QString("No answer."));
}

QTEST_GUILESS_MAIN(TestRequestStore)
#include "tst_requeststore.moc"
