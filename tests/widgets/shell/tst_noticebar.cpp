// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/common/noticebar.h"

#include <QBoxLayout>
#include <QtTest>

using namespace podium::models;
using namespace podium::ui;

/// How long a notice stays.
class TestNoticeBar final : public QObject
{
    Q_OBJECT

private slots:
    void whatIsDoneGoesWithItsPage();
    void whatCanStillBeActedOnStays_data();
    void whatCanStillBeActedOnStays();
};

namespace {

struct Page : QWidget
{
    Page() : bar(new NoticeBar)
    {
        (new QVBoxLayout(this))->addWidget(bar);
        show();
    }
    NoticeBar *bar;
};

} // namespace

void TestNoticeBar::whatIsDoneGoesWithItsPage()
{
    Page page;
    page.bar->showNotice(Mark::Good, "Done: Create the disk corpus.");
    QVERIFY(page.bar->isVisible());
    page.hide();
    page.show();
    QVERIFY(page.bar->isHidden());
    QCOMPARE(page.bar->text(), QString());
    // One that comes while nobody sees the page waits for them.
    page.hide();
    page.bar->showNotice(Mark::Good, "Done: Create the disk corpus.");
    page.show();
    QVERIFY(page.bar->isVisible());
}

void TestNoticeBar::whatCanStillBeActedOnStays_data()
{
    QTest::addColumn<Mark>("mark");
    QTest::addColumn<QString>("action");
    QTest::newRow("to be undone") << Mark::Good << "Undo";
    QTest::newRow("a warning") << Mark::Warning << "";
    QTest::newRow("an error") << Mark::Bad << "";
}

void TestNoticeBar::whatCanStillBeActedOnStays()
{
    QFETCH(Mark, mark);
    QFETCH(QString, action);
    Page page;
    page.bar->showNotice(mark, "The grant was removed.", {}, action);
    page.hide();
    page.show();
    page.bar->clearDone();
    QVERIFY(page.bar->isVisible());
    QCOMPARE(page.bar->text(), QString("The grant was removed."));
}

QTEST_MAIN(TestNoticeBar)
#include "tst_noticebar.moc"
