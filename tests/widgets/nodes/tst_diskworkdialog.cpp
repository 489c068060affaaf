// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/disk/diskanswers.h"
#include "tests/core/run/fakeruns.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/patience.h"
#include "widgets/nodes/diskworkdialog.h"

#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using podium::ui::DiskWorkDialog;

/// A disk on the workers of a node: what would be done, and what came of it.
class TestDiskWorkDialog final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void aBlankDiskIsFormattedAfterThePlan();
    void whereItIsNotSoIsSaid();
    void whatIsNotBlankHasNoButton();
    void aChangedFieldIsLookedAtFirst();
    void whoUsesItIsNamedBeforeADetach();
    void whatADetachLeavesIsSaid();
    void closingDoesNotEndTheWork();
    void howLongALookTakesIsSaid();
    void howLongTheWorkTakesIsSaid();
    void aStopBeforeTheLookEndsIt();
    void everyControlHasAName();

private:
    /// Only of what can be seen.
    [[nodiscard]] QPushButton *button(const QString &text) const
    {
        for (QPushButton *each : m_dialog->findChildren<QPushButton *>()) {
            if (each->text() == text && each->isVisible()) {
                return each;
            }
        }
        return nullptr;
    }
    [[nodiscard]] QString shown() const
    {
        return m_dialog->findChild<QPlainTextEdit *>()->toPlainText();
    }
    [[nodiscard]] QString summary() const
    {
        for (const QLabel *label : m_dialog->findChildren<QLabel *>()) {
            if (label->accessibleName() == QLatin1String("Summary")) {
                return label->text();
            }
        }
        return {};
    }
    [[nodiscard]] bool isIdle() const { return !button("Stop"); }
    std::unique_ptr<disk::DiskSession> session()
    {
        return std::make_unique<disk::DiskSession>(
            run::RunService(*m_transport, reachable, m_clock), specFor(2).workers);
    }
    void show(std::unique_ptr<disk::DiskSession> session, disk::Work work)
    {
        disk::WorkRequest request;
        request.work = work;
        request.name = "data";
        request.bytes = qint64(200) << 30;
        request.folder = "/mnt/data";
        m_session = session.get();
        m_dialog = std::make_unique<DiskWorkDialog>(
            std::move(session), request, QStringLiteral("pod"), m_watch);
        m_dialog->show();
    }
    void open(disk::Work work)
    {
        show(session(), work);
        QTRY_VERIFY(isIdle());
    }
    SystemClock m_clock;
    ManualClock m_watch; ///< the dialog's
    std::unique_ptr<FakeTransport> m_transport;
    std::unique_ptr<DiskWorkDialog> m_dialog;
    disk::DiskSession *m_session = nullptr; ///< the dialog's
    remote::Answer m_answer;                ///< to a look
    remote::Answer m_done;                  ///< to what changes
};

void TestDiskWorkDialog::init()
{
    m_dialog.reset();
    m_answer = answerAbout({DiskFact()});
    DiskFact mounted = withFileSystem("1234-abcd");
    mounted.mount = "/mnt/data";
    m_done = answerAbout({mounted}, {{"step", {"mount", "changed", ""}}});
    m_transport = std::make_unique<FakeTransport>([this](const ssh::CommandRequest &request) {
        const bool isWork = request.input.contains("\ndevice ");
        return FakeScript().login().out(framed(isWork ? m_done : m_answer)).exit(0);
    });
}

void TestDiskWorkDialog::aBlankDiskIsFormattedAfterThePlan()
{
    open(disk::Work::Prepare);
    QVERIFY2(shown().contains("Worker 0: /dev/sdb (200 GiB"), qPrintable(shown()));
    QVERIFY2(shown().contains("Worker 1: Everybody who logs in"), qPrintable(shown()));
    const std::size_t before = m_transport->commands().size();
    QCOMPARE(before, std::size_t(2));
    QSignalSpy worked(m_dialog.get(), &DiskWorkDialog::worked);
    QVERIFY(button("Format and mount"));
    button("Format and mount")->click();
    QVERIFY(worked.wait(podium::Patience));
    QCOMPARE(m_transport->commands().size(), before + 2);
    QVERIFY2(shown().contains("Worker 1: /dev/sdb is mounted at /mnt/data."), qPrintable(shown()));
    QVERIFY(worked[0][0].toStringList().join('\n').contains("Worker 0: /dev/sdb is mounted"));
    QVERIFY(!button("Format and mount") && !button("Mount"));
    QCOMPARE(summary(), QString("Done on all workers."));
    emit m_session->narrowed("Not to all at once.");
    emit m_session->changed();
    QVERIFY2(shown().startsWith("Not to all at once.\nWorker 0: "), qPrintable(shown()));
}

/// One worker's mount fails; and what failed nowhere, but is not seen to be so.
void TestDiskWorkDialog::whereItIsNotSoIsSaid()
{
    const remote::Answer good = m_done;
    m_transport->setScript([&](const ssh::CommandRequest &request) {
        const bool isWork = request.input.contains("\ndevice ");
        const bool isFirst = request.endpoint.worker.index == 0;
        return FakeScript()
            .login()
            .out(framed(
                !isWork   ? m_answer
                : isFirst ? good
                          : m_done))
            .exit(0);
    });
    open(disk::Work::Prepare);
    m_done = answerAbout({DiskFact()}, {{"step", {"mount", "failed", "wrong fs type"}}});
    button("Format and mount")->click();
    QTRY_COMPARE(summary(), QString("Done on 1 of 2 workers; see why not on the others:"));
    QVERIFY2(shown().contains("Worker 1: mount failed: wrong fs type."), qPrintable(shown()));
    m_done = answerAbout({DiskFact()}, {{"step", {"mount", "changed", ""}}});
    open(disk::Work::Prepare);
    button("Format and mount")->click();
    QTRY_VERIFY(summary().startsWith("Done on 1 of 2"));
    QVERIFY2(shown().contains("Worker 1: No step failed, yet"), qPrintable(shown()));
}

void TestDiskWorkDialog::whatIsNotBlankHasNoButton()
{
    DiskFact table;
    table.probe = "PTTYPE=gpt";
    m_answer = answerAbout({table});
    open(disk::Work::Prepare);
    QVERIFY2(shown().contains("is not blank"), qPrintable(shown()));
    QCOMPARE(summary(), QString("Nothing can be done; see why:"));
    QVERIFY(!button("Format and mount") && !button("Mount"));
    m_answer = answerAbout({withFileSystem("1234-abcd")});
    button("Look again")->click();
    QTRY_VERIFY(button("Mount"));
    QVERIFY(!button("Format and mount"));
}

void TestDiskWorkDialog::aChangedFieldIsLookedAtFirst()
{
    open(disk::Work::Prepare);
    auto *folder = m_dialog->findChild<QLineEdit *>();
    QCOMPARE(folder->text(), QString("/mnt/data"));
    folder->setText("/mnt/a b");
    QVERIFY(!button("Format and mount"));
    QTest::keyClick(folder, Qt::Key_Return);
    QTRY_VERIFY(shown().contains("is no folder to mount at"));
    folder->setText("/srv/data");
    QTest::keyClick(folder, Qt::Key_Return);
    QTRY_VERIFY(button("Format and mount"));
    QVERIFY(shown().contains("mounted at /srv/data"));
}

void TestDiskWorkDialog::whoUsesItIsNamedBeforeADetach()
{
    DiskFact mounted = withFileSystem("1234-abcd");
    mounted.mount = "/mnt/data";
    m_answer =
        answerAbout({mounted}, {{"user", {"12", "ada", "python3 <b>train.py", "/mnt/data"}}});
    open(disk::Work::Release);
    QVERIFY2(shown().contains("ada's python3 <b>train.py (pid 12)"), qPrintable(shown()));
    QVERIFY(!button("Unmount") && !button("Detach…"));
    m_dialog->setNext("Detach…");
    QVERIFY2(summary().contains("a detach now loses"), qPrintable(summary()));
    m_answer = answerAbout({withFileSystem("1234-abcd")});
    button("Look again")->click();
    QTRY_VERIFY(isIdle() && !summary().contains("a detach now loses"));
    m_answer = answerAbout({mounted});
    button("Look again")->click();
    QTRY_VERIFY(button("Unmount"));
    QSignalSpy next(m_dialog.get(), &DiskWorkDialog::nextWanted);
    button("Detach…")->click();
    QCOMPARE(next.count(), 1);
    QVERIFY(!m_dialog->isVisible());
}

/// Where a worker does not answer, and where the plan was not carried out.
void TestDiskWorkDialog::whatADetachLeavesIsSaid()
{
    DiskFact mounted = withFileSystem("1234-abcd");
    mounted.mount = "/mnt/data";
    m_answer = answerAbout({mounted});
    m_transport->setScript([this](const ssh::CommandRequest &request) {
        const bool isFirst = request.endpoint.worker.index == 0;
        return isFirst ? FakeScript().login().out(framed(m_answer)).exit(0)
                       : FakeScript().login().out("Sorry.\n").exit(0);
    });
    open(disk::Work::Release);
    QVERIFY2(!shown().contains("takes the line out"), qPrintable(shown()));
    QCOMPARE(summary(), QString("This would be done:"));
    m_dialog->setNext("Detach…");
    QVERIFY2(summary().contains("a detach without it loses"), qPrintable(summary()));
    QVERIFY2(
        shown().contains("Worker 1: Podium's line for the disk in the worker's /etc/fstab") &&
            shown().contains("a release of the disk takes the line out"),
        qPrintable(shown()));
    QVERIFY(!shown().contains("Worker 0: Podium's line for the disk in the worker's"));
}

/// It would be half done, and nobody told.
void TestDiskWorkDialog::closingDoesNotEndTheWork()
{
    open(disk::Work::Prepare);
    m_transport->setScript([](const ssh::CommandRequest &) { return FakeScript().login().hang(); });
    button("Format and mount")->click();
    QVERIFY(button("Stop") && !button("Close")->isEnabled());
    QTest::keyClick(m_dialog.get(), Qt::Key_Escape);
    m_dialog->close();
    QVERIFY(m_dialog->isVisible());
    QCOMPARE(m_transport->commands().back().termCount, 0);
    button("Stop")->click();
    QTRY_VERIFY(isIdle());
    m_dialog->close();
    QVERIFY(!m_dialog->isVisible());
}

/// One worker answers, the other does not.
void TestDiskWorkDialog::howLongALookTakesIsSaid()
{
    open(disk::Work::Prepare);
    m_transport->setScript([this](const ssh::CommandRequest &request) {
        FakeScript script;
        script.login();
        return request.endpoint.worker.index == 0 ? script.out(framed(m_answer)).exit(0)
                                                  : script.hang();
    });
    button("Look again")->click();
    QCOMPARE(summary(), QString("Looking at the workers' disks…"));
    m_watch.advance(12);
    QTRY_COMPARE(
        summary(), QString("Looking at the workers' disks; answered: 1 of 2 · 12 s so far"));
    button("Stop")->click();
    QTRY_VERIFY(isIdle());
    QVERIFY2(!summary().contains("so far"), qPrintable(summary()));
}

void TestDiskWorkDialog::howLongTheWorkTakesIsSaid()
{
    open(disk::Work::Prepare);
    m_transport->setScript([](const ssh::CommandRequest &) { return FakeScript().login().hang(); });
    button("Format and mount")->click();
    m_watch.advance(90);
    QTRY_VERIFY2(
        summary().endsWith("takes minutes; answered: 0 of 2 · 2 min so far"),
        qPrintable(summary()));
    button("Stop")->click();
    QTRY_VERIFY(isIdle());
}

/// While the workers are still asked what was there before.
void TestDiskWorkDialog::aStopBeforeTheLookEndsIt()
{
    m_transport->setScript([](const ssh::CommandRequest &) { return FakeScript().login().hang(); });
    auto remembering = session();
    remembering->remember();
    show(std::move(remembering), disk::Work::Prepare);
    QVERIFY(!isIdle());
    const std::size_t asked = m_transport->commands().size();
    button("Stop")->click();
    QTRY_VERIFY(isIdle());
    QCOMPARE(summary(), QString("Stopped before the workers' disks were looked at."));
    QCOMPARE(m_transport->commands().size(), asked);
    button("Look again")->click();
    QTRY_COMPARE(m_transport->commands().size(), asked + 2);
}

void TestDiskWorkDialog::everyControlHasAName()
{
    open(disk::Work::Prepare);
    for (const QLineEdit *field : m_dialog->findChildren<QLineEdit *>()) {
        QVERIFY(!field->accessibleName().isEmpty());
    }
    QVERIFY(!m_dialog->findChild<QPlainTextEdit *>()->accessibleName().isEmpty());
    for (const QPushButton *each : m_dialog->findChildren<QPushButton *>()) {
        QVERIFY(!each->isVisible() || !each->text().isEmpty());
    }
}

QTEST_MAIN(TestDiskWorkDialog)
#include "tst_diskworkdialog.moc"
