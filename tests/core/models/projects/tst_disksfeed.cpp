// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/projects/disksfeed.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/core/cloud/fakeserver.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/patience.h"

#include <QTest>

using namespace podium;
using namespace podium::tests;

/// The disks of the project that somebody looks at, and of no other.
class TestDisksFeed final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void aChangeElsewhereLeavesWhatIsLookedAt();
    void theListGrowsOldAndIsAskedAnew();
    void theListStaysWhereItCannotBeHadAnew();
    void anAnswerOfBeforeIsAskedAnew();
    void anAnswerOfAnotherProjectIsNotShown();

private:
    /// The name of the one disk that is listed.
    [[nodiscard]] QString disk() const
    {
        const auto *state = m_feed->of(m_shown);
        return state && state->list.disks.size() == 1 ? state->list.disks.front().name : QString();
    }

    const ProjectId m_shown = *ProjectId::parse("lab-vision");
    const ProjectId m_other = *ProjectId::parse("lab-speech");
    ManualClock m_clock;
    int m_lists = 0; ///< so often disks were asked for: the last number in the name of one
    int m_status = 200;
    int m_changed = 0;
    FakeServer m_server{[this](const FakeRequest &request) {
        if (!request.path.contains("/aggregated/disks")) {
            return FakeReply{};
        }
        ++m_lists;
        const QByteArray project = request.path.contains("lab-vision") ? "vision" : "speech";
        const QByteArray name = project + '-' + QByteArray::number(m_lists);
        return FakeReply{
            m_status,
            "{\"items\": {\"zones/us-central2-b\": {\"disks\": [{\"name\": \"" + name +
                "\", \"zone\": \"zones/us-central2-b\"}]}}}",
            {}};
    }};
    CloudFixture m_fixture{bareEnvironment(m_server.url(QString()), "a-token")};
    cloud::DisksClient m_client{m_fixture.http, m_fixture.endpoints};
    std::unique_ptr<models::DisksFeed> m_feed;
};

void TestDisksFeed::init()
{
    m_lists = 0;
    m_status = 200;
    m_changed = 0;
    m_feed = std::make_unique<models::DisksFeed>(m_client, m_clock, std::chrono::seconds(60));
    connect(m_feed.get(), &models::DisksFeed::changed, this, [this] { ++m_changed; });
}

void TestDisksFeed::aChangeElsewhereLeavesWhatIsLookedAt()
{
    m_feed->want(m_shown);
    QTRY_COMPARE(m_changed, 1);
    m_feed->touch(m_other); // a dialog that was closed has come to its end
    m_feed->want(m_shown);
    Answer<Result<cloud::DiskList>> later;
    m_client.list(m_shown, later.callback());
    QVERIFY(later.wait());
    QCOMPARE(m_changed, 1); // nothing was asked
    QCOMPARE(disk(), QString("vision-1"));
    m_feed->touch(m_shown);
    QTRY_COMPARE(m_changed, 2);
}

/// Disks are made elsewhere, too.
void TestDisksFeed::theListGrowsOldAndIsAskedAnew()
{
    QCOMPARE(m_feed->ageText(m_shown), QString());
    m_feed->want(m_shown);
    QTRY_COMPARE(disk(), QString("vision-1"));
    QCOMPARE(m_feed->ageText(m_shown), QString("just now"));
    m_clock.advance(59);
    m_feed->want(m_shown);
    QCOMPARE(m_feed->ageText(m_shown), QString("59 s ago")); // is young
    m_clock.advance(1);
    m_feed->want(m_shown);
    QCOMPARE(m_feed->ageText(m_shown), QString("asking…"));
    QTRY_COMPARE(disk(), QString("vision-2"));
    QCOMPARE(m_feed->ageText(m_shown), QString("just now"));
    QCOMPARE(m_feed->ageText(m_other), QString());
}

void TestDisksFeed::theListStaysWhereItCannotBeHadAnew()
{
    m_feed->want(m_shown);
    QTRY_COMPARE(disk(), QString("vision-1"));
    m_clock.advance(120);
    m_status = 403;
    m_feed->want(m_shown);
    QTRY_VERIFY(m_feed->of(m_shown)->error);
    QCOMPARE(disk(), QString("vision-1"));
    QCOMPARE(m_feed->ageText(m_shown), QString("2 min ago"));
}

/// Something is changed while the answer is under way: that answer may be of before, and must not
/// be the one that is shown in the end.
void TestDisksFeed::anAnswerOfBeforeIsAskedAnew()
{
    m_feed->want(m_shown);
    m_feed->touch(m_shown);
    m_feed->touch(m_shown);
    QTRY_COMPARE(m_changed, 2);
    QCOMPARE(disk(), QString("vision-2"));
    m_feed->want(m_shown); // young: nothing is asked for it
    Answer<Result<cloud::DiskList>> later;
    m_client.list(m_shown, later.callback());
    QVERIFY(later.wait());
    QCOMPARE(m_lists, 3); // and that one
    QCOMPARE(m_changed, 2);
}

void TestDisksFeed::anAnswerOfAnotherProjectIsNotShown()
{
    m_feed->want(m_shown);
    m_feed->want(m_other);
    m_feed->want(m_shown);
    Answer<Result<cloud::DiskList>> later;
    m_client.list(m_shown, later.callback());
    QVERIFY(later.wait());
    QTRY_COMPARE(m_changed, 1);
    QVERIFY(!m_feed->of(m_other));
    QVERIFY(disk().startsWith("vision-"));
}

QTEST_GUILESS_MAIN(TestDisksFeed)
#include "tst_disksfeed.moc"
