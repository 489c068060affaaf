// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What is filled in for a copy: what comes of it, and the same copy as lines for other programs.
#include "core/sshconfig/plan/makeplan.h"
#include "tests/inspect/accessiblefaults.h"
#include "tests/widgets/files/transferpagefixture.h"
#include "widgets/common/noticebar.h"

#include <QClipboard>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;
using Fixture = TransferPageFixture;

class TestCopyForm final : public QObject
{
    Q_OBJECT

private slots:
    void theSameAsLinesForOthers();
};

void TestCopyForm::theSameAsLinesForOthers()
{
    LinesButton::PlanConfig plan = [](const Callback<Result<sshconfig::ConfigPlan>> &done) {
        const auto now = snapshotOf({{.name = "pod", .type = "v4-16", .workers = 2}});
        done(*sshconfig::makePlan(
            now, {}, {}, {"/home/ada", "/home/ada/c", "/home/ada/d", "/home/ada/s"}));
    };
    Fixture f(new CopyForm({}, std::move(plan)));
    auto *lines = f.page.findChild<LinesButton *>();
    QVERIFY(lines && lines->isVisibleTo(&f.page) && !lines->isEnabled());
    f.page.setTargets({"pod:0-1"});
    QVERIFY(!lines->isEnabled());
    f.drop({QUrl("file:///tmp/it's")});
    QVERIFY(lines->isEnabled());
    byName<QLineEdit>(f.page, "Folder on each worker")->setText("/data");
    lines->menu()->actions().first()->trigger();
    auto *notice = f.page.findChild<NoticeBar *>();
    QTRY_VERIFY2(notice->text().startsWith("2 lines for rsync"), qPrintable(notice->text()));
    QVERIFY(notice->text().contains("out of date")); // nothing is written in that home
    QCOMPARE(
        QGuiApplication::clipboard()->text(),
        QString("rsync -rlpts -z '--rsync-path=mkdir -p -- '\\''/data'\\'' && rsync' -- "
                "'/tmp/it'\\''s' pod:/data/\n"
                "rsync -rlpts -z '--rsync-path=mkdir -p -- '\\''/data'\\'' && rsync' -- "
                "'/tmp/it'\\''s' pod-1:/data/\n"));
    lines->menu()->actions().last()->trigger();
    auto *asked = f.page.findChild<QInputDialog *>();
    QVERIFY(asked && asked->isVisible());
    QCOMPARE(accessibleFaults(*asked), QStringList());
    asked->setTextValue("gs://lab");
    asked->accept();
    QVERIFY2(notice->text().contains("no folder of a bucket"), qPrintable(notice->text()));
    lines->copyBucketLines("gs://lab/in");
    QCOMPARE(
        QGuiApplication::clipboard()->text(),
        QString("gcloud storage cp --recursive '/tmp/it'\\''s' gs://lab/in/\n"
                "podiumctl run pod:0-1 -- 'mkdir -p -- /data && gcloud storage rsync --recursive "
                "gs://lab/in /data'\n"));
}

QTEST_MAIN(TestCopyForm)
#include "tst_copyform.moc"
