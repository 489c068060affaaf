// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/requestfeed.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/patience.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace podium;
using namespace podium::models;
using namespace podium::tests;
using lifecycle::RequestService;

/// Many changes of node requests in a row are shown once.
class TestRequestFeed final : public QObject
{
    Q_OBJECT

private slots:
    void aBurstIsShownOnce();
    void aStreamOfChangesIsShownMeanwhile();

private:
    QTemporaryDir m_folder;
    ManualClock m_clock;
    CloudFixture m_cloud{QProcessEnvironment()};
    lifecycle::RequestStore m_store{m_folder.filePath("requests.json")};
    RequestService m_service{{m_cloud.tpu, m_store, m_clock, nullptr}};
};

void TestRequestFeed::aBurstIsShownOnce()
{
    const RequestFeed feed(m_service, m_clock, std::chrono::milliseconds(0));
    const QSignalSpy shown(&feed, &RequestFeed::changed);
    for (int i = 0; i < 200; ++i) {
        emit m_service.changed();
    }
    QCOMPARE(shown.count(), 0);
    QTRY_COMPARE(shown.count(), 1);
    emit m_service.changed();
    QTRY_COMPARE(shown.count(), 2);
    QVERIFY(feed.rows().empty());
}

/// A change does not put off what an earlier one began.
void TestRequestFeed::aStreamOfChangesIsShownMeanwhile()
{
    const RequestFeed feed(m_service, m_clock, std::chrono::milliseconds(20));
    const QSignalSpy shown(&feed, &RequestFeed::changed);
    QTimer stream;
    connect(&stream, &QTimer::timeout, &m_service, &RequestService::changed);
    stream.start(1);
    QTRY_VERIFY_WITH_TIMEOUT(shown.count() >= 2, Patience);
}

QTEST_GUILESS_MAIN(TestRequestFeed)
#include "tst_requestfeed.moc"
