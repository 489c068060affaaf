// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "runpagetest.h"
#include "widgets/run/runview.h"

#include <QScrollBar>
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
};

void RunDiskTest::scrollsThroughWhatIsOnDisk()
{
    constexpr int Count = 60'000;
    QTemporaryDir folder;
    m_fixture->page.setOutputLimits({512 * 1024, 1024 * run::OutputLimits::MiB, folder.path()});
    m_fixture->play([](int) {
        FakeScript script = FakeScript().login();
        for (int i = 0; i < Count; i += 1000) {
            QByteArray bytes;
            for (int line = i; line < i + 1000; ++line) {
                bytes += "number ";
                bytes += QByteArray::number(line) + " of many\n";
            }
            script.out(bytes);
        }
        return script.exit(0);
    });
    typeTarget("tpu1");
    typeCommand("job");
    click("Run command");
    QTRY_COMPARE(m_fixture->page.runningCount(), 0);
    ui::RunView &view = *m_fixture->page.currentView();
    const run::OutputStore &store = view.run().output();
    const run::LineRange onDisk = store.onDisk(0);
    QVERIFY(onDisk.end - onDisk.begin > Count / 2);
    QTRY_VERIFY(store.diskBytes() > 512 * 1024);
    view.setPresentation(Presentation::Single);
    auto *pane = m_fixture->page.findChild<ui::SinglePane *>();
    ui::OutputView &output = pane->pane().output();
    const int middle = (onDisk.begin + onDisk.end) / 2;
    output.verticalScrollBar()->setValue(middle);
    QTRY_VERIFY(store.isThere(0, middle)); // by being painted
    QCOMPARE(store.line(0, middle).text, QStringLiteral("number %1 of many").arg(middle));
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

QTEST_MAIN(RunDiskTest)
#include "tst_rundisk.moc"
