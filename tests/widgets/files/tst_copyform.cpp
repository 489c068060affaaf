// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What is filled in for a copy: what comes of it, and the same copy as lines for other programs.
#include "core/sshconfig/plan/makeplan.h"
#include "tests/inspect/accessiblefaults.h"
#include "tests/widgets/files/transferpagefixture.h"
#include "widgets/common/noticebar.h"
#include "widgets/files/sourceslist.h"

#include <QCheckBox>
#include <QClipboard>
#include <QDir>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QTemporaryDir>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;
using Fixture = TransferPageFixture;

class TestCopyForm final : public QObject
{
    Q_OBJECT

private slots:
    void theSameAsLinesForOthers();
    void theOptionsAreInTheCopy_data();
    void theOptionsAreInTheCopy();
    void thereAreNoLinesOfAPattern();

private:
    /// A pod of two, of which nothing is written yet.
    [[nodiscard]] static LinesButton::PlanConfig planOfPod()
    {
        return [](const Callback<Result<sshconfig::ConfigPlan>> &done) {
            const auto now = snapshotOf({{.name = "pod", .type = "v4-16", .workers = 2}});
            done(*sshconfig::makePlan(
                now, {}, {}, {"/home/ada", "/home/ada/c", "/home/ada/d", "/home/ada/s"}));
        };
    }
};

void TestCopyForm::theSameAsLinesForOthers()
{
    Fixture f(new CopyForm({}, planOfPod()));
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

void TestCopyForm::theOptionsAreInTheCopy_data()
{
    QTest::addColumn<QString>("box"); // the one that is pressed; none: as it is at first
    QTest::addColumn<QString>("line");
    QTest::newRow("at first") << QString() << "rsync -rlpts -z -- %1/d %1/f pod:./\n";
    QTest::newRow("what is in the folders") << "Only &what is in the folders"
                                            << "rsync -rlpts -z -- %1/d/. %1/f pod:./\n";
    QTest::newRow("not what git ignores")
        << "Leave out what &git ignores"
        << "rsync -rlpts -z '--filter=:- .gitignore' --exclude=.git -- %1/d %1/f pod:./\n";
    QTest::newRow("as it is on the way") << "Co&mpress"
                                         << "rsync -rlpts -- %1/d %1/f pod:./\n";
    QTest::newRow("extras") << "&Delete what is not here"
                            << "rsync -rlpts -z --delete -- %1/d %1/f pod:./\n";
}

/// Of the request, which the lines are made of as Podium's own copy is.
void TestCopyForm::theOptionsAreInTheCopy()
{
    QFETCH(QString, box);
    QFETCH(QString, line);
    const QTemporaryDir here;
    QVERIFY(QDir(here.path()).mkdir("d"));
    QFile file(here.filePath("f"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    Fixture f(new CopyForm({}, planOfPod()));
    f.page.setTargets({"pod:0"});
    f.form->addFiles(
        {QFile::encodeName(here.filePath("d")), QFile::encodeName(here.filePath("f"))});
    if (!box.isEmpty()) {
        auto *pressed = byName<QCheckBox>(f.page, box);
        QVERIFY(pressed);
        pressed->click();
    }
    f.page.findChild<LinesButton *>()->copyRsyncLines();
    auto *notice = f.page.findChild<NoticeBar *>();
    QTRY_VERIFY2(notice->text().startsWith("1 line for rsync"), qPrintable(notice->text()));
    QCOMPARE(QGuiApplication::clipboard()->text(), line.arg(here.path()));
}

void TestCopyForm::thereAreNoLinesOfAPattern()
{
    Fixture f(new CopyForm({}, planOfPod()));
    f.page.setTargets({"pod:0"});
    f.form->addFiles({"/tmp/a"});
    auto *lines = f.page.findChild<LinesButton *>();
    const QString does = lines->toolTip();
    QVERIFY(lines->isEnabled());
    f.page.findChild<SourcesList *>()->addPattern("/tmp/*.py");
    QVERIFY(!lines->isEnabled());
    QVERIFY2(lines->toolTip().contains("Not with a pattern"), qPrintable(lines->toolTip()));
    auto *list = byName<QListWidget>(f.page, "Files and folders to copy");
    list->setCurrentRow(1);
    QTest::keyClick(list, Qt::Key_Delete);
    QVERIFY(lines->isEnabled());
    QCOMPARE(lines->toolTip(), does);
}

QTEST_MAIN(TestCopyForm)
#include "tst_copyform.moc"
