// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/projects/disksfeed.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/fakes/patience.h"

#include <QTest>

using namespace podium;
using namespace podium::tests;

/// The disks of the project that somebody looks at, and of no other.
class TestDisksFeed final : public QObject
{
    Q_OBJECT

private slots:
    void aChangeElsewhereLeavesWhatIsLookedAt();
};

void TestDisksFeed::aChangeElsewhereLeavesWhatIsLookedAt()
{
    // Nobody is there: an answer is as good as another.
    CloudFixture fixture(bareEnvironment(QUrl("http://127.0.0.1:1"), "a-token"));
    cloud::DisksClient client(fixture.http, fixture.endpoints);
    models::DisksFeed feed(client);
    int changed = 0;
    connect(&feed, &models::DisksFeed::changed, this, [&changed] { ++changed; });
    const ProjectId shown = *ProjectId::parse("lab-vision");
    feed.want(shown);
    QTRY_COMPARE(changed, 1);
    QVERIFY(feed.of(shown));
    feed.touch(*ProjectId::parse("lab-speech")); // a dialog that was closed has come to its end
    feed.want(shown);
    Answer<Result<cloud::DiskList>> later;
    client.list(shown, later.callback());
    QVERIFY(later.wait());
    QCOMPARE(changed, 1); // nothing was asked
    QVERIFY(feed.of(shown));
    feed.touch(shown);
    QTRY_COMPARE(changed, 2);
}

QTEST_GUILESS_MAIN(TestDisksFeed)
#include "tst_disksfeed.moc"
