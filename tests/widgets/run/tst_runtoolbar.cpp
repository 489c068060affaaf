// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/patience.h"
#include "widgets/run/page/runtoolbar.h"

#include <QMouseEvent>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

using namespace podium::ui;

/// The tools of a run say what they are as far as the window is wide enough.
class TestRunToolBar final : public QObject
{
    Q_OBJECT

private slots:
    void labelsComeWithTheRoom();
    void labelsMakeRoomForStop();
    void aDoubleClickOnStopDoesNotKill();

private:
    /// Of the eight tools; the numbers of the run have theirs always.
    [[nodiscard]] static int labelled(const RunToolBar &bar)
    {
        int count = 0;
        for (const auto *button :
             bar.findChildren<QToolButton *>(QString(), Qt::FindDirectChildrenOnly)) {
            count += button->toolButtonStyle() == Qt::ToolButtonTextBesideIcon ? 1 : 0;
        }
        return count;
    }
    static bool isCut(const RunToolBar &bar)
    {
        for (const auto *button :
             bar.findChildren<QToolButton *>(QString(), Qt::FindDirectChildrenOnly)) {
            if (button->width() < button->sizeHint().width() ||
                !bar.rect().contains(button->geometry())) {
                return true;
            }
        }
        return false;
    }
};

void TestRunToolBar::labelsComeWithTheRoom()
{
    QWidget window; // whose width it takes, as on its page
    RunToolBar bar(&window);
    bar.resize(1600, bar.sizeHint().height());
    window.show();
    QTRY_COMPARE(labelled(bar), 8);
    // Slowly narrower and wider: nothing is cut, and a label that has gone stays away.
    int last = 8;
    const int narrowest = bar.minimumSizeHint().width();
    for (int width = 1600; width > narrowest; width -= 10) {
        bar.resize(width, bar.height());
        QCoreApplication::sendPostedEvents();
        QVERIFY(labelled(bar) <= last);
        last = labelled(bar);
    }
    QCOMPARE(last, 0);
    QTRY_VERIFY(!isCut(bar));
    bar.resize(1600, bar.height());
    QTRY_COMPARE(labelled(bar), 8);
    QTRY_VERIFY(!isCut(bar));
}

void TestRunToolBar::labelsMakeRoomForStop()
{
    QWidget window;
    RunToolBar bar(&window);
    bar.setRunning(false, false);
    window.show();
    int width = bar.minimumSizeHint().width();
    const auto labelsAll = [&] {
        bar.resize(width, bar.sizeHint().height());
        QCoreApplication::sendPostedEvents();
        return labelled(bar) == 8;
    };
    while (!labelsAll() && width < 4000) {
        ++width;
    }
    QCOMPARE(labelled(bar), 8);
    bar.setRunning(true, false, 3); // one more button
    QTRY_VERIFY(labelled(bar) < 8);
    QTRY_VERIFY(!isCut(bar));
}

void TestRunToolBar::aDoubleClickOnStopDoesNotKill()
{
    QWidget window;
    RunToolBar bar(&window);
    bar.setRunning(true, false);
    window.show();
    QPushButton *stop = nullptr;
    for (auto *button : bar.findChildren<QPushButton *>()) {
        stop = button->text() == "Stop" ? button : stop;
    }
    QVERIFY(stop);
    QSignalSpy asked(&bar, &RunToolBar::stopRequested);
    QTest::mouseClick(stop, Qt::LeftButton);
    QCOMPARE(asked.count(), 1);
    bar.setRunning(true, true);
    QCOMPARE(stop->text(), QString("Kill"));
    for (const auto type : {QEvent::MouseButtonDblClick, QEvent::MouseButtonRelease}) {
        QMouseEvent event(
            type, QPointF(stop->rect().center()), Qt::LeftButton,
            type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(stop, &event);
    }
    QCOMPARE(asked.count(), 1);
    QTest::mouseClick(stop, Qt::LeftButton);
    QCOMPARE(asked.count(), 2);
}

QTEST_MAIN(TestRunToolBar)
#include "tst_runtoolbar.moc"
