// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// The check of machine and account, and the report of a fault, in the window over a demo cloud.
#include "tests/app/podium/windowfixture.h"
#include "tests/fakes/patience.h"
#include "widgets/common/noticebar.h"
#include "widgets/settings/checksection.h"
#include "widgets/settings/reportdialog.h"

#include <QCheckBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

class TestCheckWindow final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY2(m_cloud.start(), qPrintable(m_cloud.error())); }
    void checksOnRequestAndReports();

private:
    SimCloud m_cloud;
};

void TestCheckWindow::checksOnRequestAndReports()
{
    WindowFixture fixture(m_cloud, [](const Paths &paths) {
        QVERIFY(QDir().mkpath(paths.sshDir()));
        QVERIFY(QFile::setPermissions(
            paths.sshDir(),
            QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner | QFile::ReadOther));
        QVERIFY(QDir().mkpath(paths.stateDir));
        QFile log(paths.logFile());
        QVERIFY(log.open(QIODevice::WriteOnly));
        log.write("a line that helps\nBearer ya29.planted\n");
    });
    QVERIFY(fixture.workspace);
    fixture.goTo("Settings");
    auto *section = fixture.window->findChild<CheckSection *>();
    QVERIFY(byName<QLabel>(*section, "Not checked yet."));
    byName<QPushButton>(*section, "Check now")->click();
    QVERIFY(!byName<QPushButton>(*section, "Check now")->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(byName<QPushButton>(*section, "Check now")->isEnabled(), Patience);
    QTRY_VERIFY(byName<QAbstractButton>(*section, "Copy the command for ~/.ssh"));
    byName<QCheckBox>(*section, "Show also what is as it should be")->click();
    QTRY_VERIFY(byName<ElidedLabel>(*section, "lm-pretrain"));

    byName<QPushButton>(*section, "Report a fault…")->click();
    ReportDialog *dialog = nullptr;
    QTRY_VERIFY((dialog = fixture.window->findChild<ReportDialog *>()));
    const QString shown = dialog->report();
    QVERIFY2(shown.contains("bad       ~/.ssh: "), qPrintable(shown));
    QVERIFY2(shown.contains("a line that helps"), qPrintable(shown));
    QVERIFY2(!shown.contains("planted"), qPrintable(shown));

    const QString path = fixture.home.filePath("report.txt");
    emit dialog->saveRequested(path);
    QTRY_VERIFY(byName<NoticeBar>(*dialog, QString("Saved as %1.").arg(path)));
    QFile saved(path);
    QVERIFY(saved.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(saved.readAll()), shown);
}

QTEST_MAIN(TestCheckWindow)
#include "tst_checkwindow.moc"
