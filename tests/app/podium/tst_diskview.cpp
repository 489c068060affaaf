// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/views/diskview.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/core/disk/diskanswers.h"
#include "tests/core/remote/framed.h"
#include "tests/core/run/fakeruns.h"
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/patience.h"
#include "tests/widgets/projects/attachfacts.h"
#include "widgets/projects/diskdialog.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using podium::ui::DiskDialog;

/// What ties a disk at Google to the same disk on the workers.
class TestDiskView final : public QObject
{
    Q_OBJECT

private slots:
    void onlyWhatWasThereBeforeIsRemembered_data();
    void onlyWhatWasThereBeforeIsRemembered();
};

void TestDiskView::onlyWhatWasThereBeforeIsRemembered_data()
{
    QTest::addColumn<bool>("isToldBefore");
    QTest::newRow("told before Google was asked") << true;
    QTest::newRow("told too late") << false;
}

/// A disk that a worker tells of after Google was asked may be the very one that is attached.
void TestDiskView::onlyWhatWasThereBeforeIsRemembered()
{
    QFETCH(bool, isToldBefore);
    FakeTransport transport([](const ssh::CommandRequest &) {
        return FakeScript().login().out(framed(answerAbout({DiskFact()}))).exit(0);
    });
    const SystemClock clock;
    disk::DiskSession session(run::RunService(transport, reachable, clock), specFor(1).workers);
    CloudFixture cloud(bareEnvironment(QUrl("http://127.0.0.1:1"), "a-token")); // nobody is there
    cloud::DisksClient disks(cloud.http, cloud.endpoints);
    const NodeSketch node{.zone = "us-central2-b", .type = "v4-8"};
    DiskDialog dialog(disks, cloud.tpu, factsForAttach(node), attachOfData(node));
    QSignalSpy done(&session, &disk::DiskSession::done);
    app::rememberUntilBegun(session, dialog);
    if (isToldBefore) {
        QTRY_COMPARE(done.count(), 1);
    }
    byName<QPushButton>(dialog, "Attach")->click();
    QTRY_COMPARE(done.count(), 1);
    disk::WorkRequest request;
    request.bytes = qint64(200) << 30;
    request.folder = "/mnt/data";
    session.look(request);
    QTRY_COMPARE(done.count(), 2);
    QVERIFY(!session.workers().front().error);
    QCOMPARE(session.workers().front().plan.error.has_value(), isToldBefore);
}

QTEST_MAIN(TestDiskView)
#include "tst_diskview.moc"
