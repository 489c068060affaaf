// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "runpagetest.h"
#include "tests/fakes/patience.h"
#include "widgets/common/noticebar.h"
#include "widgets/run/page/outputcopier.h"
#include "widgets/run/page/runview.h"

#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace podium;
using namespace podium::tests;
using ui::Presentation;

/// A run whose output is more than memory may hold.
class RunDiskTest final : public RunPageTestBase
{
    Q_OBJECT

private slots:
    void scrollsThroughWhatIsOnDisk();
    void findSaysHowFarItsStepsGo();
    void copiesWhatIsOnDisk();
    void whatIsCopiedLastCounts();
    void offersToSaveWhatIsTooMuchToCopy();

private:
    static QByteArray lineOf(int number) { return "number " + QByteArray::number(number); }
    /// A job on one worker that prints so many lines, most of which go to disk.
    void runJob(int lines, const QByteArray &rest)
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_fixture->page.setOutputLimits(
            {512 * 1024, 1024 * run::OutputLimits::MiB, m_folder->path()});
        m_fixture->play([lines, rest](int) {
            FakeScript script = FakeScript().login();
            for (int i = 0; i < lines; i += 1000) {
                QByteArray bytes;
                for (int line = i; line < i + 1000; ++line) {
                    bytes += lineOf(line);
                    bytes += rest + '\n';
                }
                script.out(bytes);
            }
            return script.exit(0);
        });
        typeTarget("tpu1");
        typeCommand("job");
        click("Run command");
        QTRY_COMPARE(m_fixture->page.runningCount(), 0);
        const run::LineRange onDisk = store().onDisk(0);
        QVERIFY(onDisk.end - onDisk.begin > lines / 2);
        QTRY_VERIFY(store().diskBytes() > 512 * 1024);
    }
    const run::OutputStore &store() { return m_fixture->page.currentView()->run().output(); }
    void copyAll() { emit m_fixture->page.findChild<ui::RunToolBar *>()->copyAllRequested(); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void RunDiskTest::scrollsThroughWhatIsOnDisk()
{
    constexpr int Count = 60'000;
    runJob(Count, " of many");
    ui::RunView &view = *m_fixture->page.currentView();
    const run::LineRange onDisk = store().onDisk(0);
    view.setPresentation(Presentation::Single);
    auto *pane = m_fixture->page.findChild<ui::SinglePane *>();
    ui::OutputView &output = pane->pane().output();
    const int middle = (onDisk.begin + onDisk.end) / 2;
    output.verticalScrollBar()->setValue(middle);
    QTRY_VERIFY(store().isThere(0, middle)); // by being painted
    QCOMPARE(store().line(0, middle).text, QStringLiteral("number %1 of many").arg(middle));
    // What is shown there is text, and not the dots that stood for it.
    const QImage shown = output.grab().toImage();
    output.verticalScrollBar()->setValue(middle + 1);
    QTRY_VERIFY(output.grab().toImage() != shown);
    output.setSelection({{middle, 0}, {middle + 1, 0}});
    QCOMPARE(output.selectedText(), QStringLiteral("number %1 of many\n").arg(middle));
    // Find leads into it.
    QTest::keyClick(&output, Qt::Key_F, Qt::ControlModifier);
    QTest::keyClicks(find<QLineEdit>("Find in all panes"), "number 30000 of");
    QTRY_COMPARE(view.model().matches(0), 1);
    QTest::keyClick(find<QLineEdit>("Find in all panes"), Qt::Key_Return);
    QTRY_VERIFY(std::abs(output.place().top.line - 30'000) < 100);
}

/// All matches are counted, the places of the first ones kept.
void RunDiskTest::findSaysHowFarItsStepsGo()
{
    runJob(60'000, " of many");
    m_fixture->page.currentView()->showFind();
    auto *edit = find<QLineEdit>("Find in all panes");
    auto *counts = find<QLabel>("Matches");
    QVERIFY(edit && counts);
    edit->setText("number 1");
    const QString all = QLocale().toString(11'111);
    const QString first = QLocale().toString(10'000);
    QTRY_COMPARE(
        counts->text(), QStringLiteral("%1 in 1 pane; ↑↓ to the first %2").arg(all, first));
    edit->setText("number 30");
    QTRY_COMPARE(counts->text(), QStringLiteral("%1 in 1 pane").arg(QLocale().toString(1111)));
}

void RunDiskTest::copiesWhatIsOnDisk()
{
    constexpr int Count = 60'000;
    runJob(Count, " of many");
    QApplication::clipboard()->setText("before");
    copyAll();
    copyAll();                                                      // impatient
    QCOMPARE(QApplication::clipboard()->text(), QString("before")); // not here and now
    QTRY_VERIFY(QApplication::clipboard()->text() != "before");
    const QStringList lines = QApplication::clipboard()->text().split('\n');
    QCOMPARE(lines.size(), Count + 1);
    for (int i = 0; i < Count; ++i) {
        QCOMPARE(lines.at(i), QString::fromLatin1("tpu1:0: " + lineOf(i) + " of many"));
    }
    QVERIFY(page().findChild<ui::NoticeBar *>()->text().contains("Copied"));
}

/// Also while a copy before it is still being made.
void RunDiskTest::whatIsCopiedLastCounts()
{
    m_fixture->play([](int index) {
        return FakeScript().login().out("a\nb" + QByteArray::number(index) + "\n").exit(0);
    });
    typeTarget("pod-v4:0-1");
    typeCommand("job");
    click("Run command");
    QTRY_COMPARE(m_fixture->page.runningCount(), 0);
    ui::OutputCopier copier(m_fixture->page.currentView()->model());
    QSignalSpy copied(&copier, &ui::OutputCopier::copied);
    QApplication::clipboard()->clear();
    copier.copy({0, 1});
    copier.copy({0});
    copier.copy({1});
    QTRY_COMPARE(copied.count(), 1);
    QCOMPARE(copied[0][0].toInt(), 1);
    QCOMPARE(QApplication::clipboard()->text(), QString("pod-v4:1: a\npod-v4:1: b1\n"));
    copier.copy({0}); // nothing waits any more
    QTRY_COMPARE(QApplication::clipboard()->text(), QString("pod-v4:0: a\npod-v4:0: b0\n"));
}

void RunDiskTest::offersToSaveWhatIsTooMuchToCopy()
{
    runJob(20'000, QByteArray(1000, 'x'));
    QApplication::clipboard()->setText("before");
    copyAll();
    auto *notice = page().findChild<ui::NoticeBar *>();
    QTRY_VERIFY(notice->text().contains("too large"));
    QCOMPARE(QApplication::clipboard()->text(), QString("before"));
    for (auto *button : notice->findChildren<QPushButton *>()) {
        if (button->isVisible() && button->text().startsWith("Save all output")) {
            button->click();
        }
    }
    QVERIFY(page().findChild<QFileDialog *>());
    page().findChild<QFileDialog *>()->reject();
    QVERIFY(!notice->isVisible());
}

QTEST_MAIN(RunDiskTest)
#include "tst_rundisk.moc"
