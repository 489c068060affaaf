// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/demohistory.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/patience.h"
#include "widgets/common/theme.h"
#include "widgets/nodes/timelinesection.h"
#include "widgets/nodes/timelineview.h"

#include <QAccessible>
#include <QComboBox>
#include <QHelpEvent>
#include <QSignalSpy>
#include <QToolTip>
#include <QtTest>

using namespace podium;
using namespace podium::models;
using namespace podium::tests;
using namespace podium::ui;

namespace {

NodeRef someNode()
{
    return {*ProjectId::parse("lab-one"), *Zone::parse("us-central2-b"), *NodeName::parse("pod")};
}

QImage drawn(TimelineView &view)
{
    return view.grab().toImage();
}

} // namespace

class TestTimelineView final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void drawsEachStateInItsOwnWay();
    void tellsWhatIsUnderThePointer();
    void keysWalkThroughIt();
    void whatIsSaidOfTheCurrentItemIsOfNow();
    void screenReaderGetsAllOfIt();
    void hostileWordsStayPlain();
    void sectionFollowsTheNode();
    void darkAndLightAreReadable();

private:
    ManualClock m_clock;
    std::unique_ptr<TimelineView> m_view;
};

void TestTimelineView::init()
{
    applyColourScheme("light");
    m_view = std::make_unique<TimelineView>();
    m_view->resize(600, m_view->sizeHint().height());
    m_view->setTimeline(timelineOf(demoHistory(someNode(), m_clock.now()), m_clock.now(), 7));
    m_view->show();
}

void TestTimelineView::drawsEachStateInItsOwnWay()
{
    // One bar as wide as the view for each mark: told apart by grey values alone, as by someone
    // who sees no colours.
    std::vector<QImage> pictures;
    for (const Mark mark : {Mark::Good, Mark::Busy, Mark::Warning, Mark::Bad, Mark::Off}) {
        Timeline timeline;
        timeline.from = m_clock.now().addDays(-1);
        timeline.to = m_clock.now();
        timeline.bars = {{timeline.from, timeline.to, mark, "X", "X"}};
        m_view->setTimeline(timeline);
        pictures.push_back(drawn(*m_view).convertToFormat(QImage::Format_Grayscale8));
    }
    for (size_t i = 0; i < pictures.size(); ++i) {
        for (size_t j = i + 1; j < pictures.size(); ++j) {
            int different = 0;
            for (int y = 0; y < pictures[i].height(); ++y) {
                for (int x = 0; x < pictures[i].width(); ++x) {
                    different +=
                        qAbs(qGray(pictures[i].pixel(x, y)) - qGray(pictures[j].pixel(x, y))) > 24;
                }
            }
            QVERIFY2(
                different > 100, qPrintable(QString("%1 %2: %3").arg(i).arg(j).arg(different)));
        }
    }
}

void TestTimelineView::tellsWhatIsUnderThePointer()
{
    const Timeline &timeline = m_view->timeline();
    const int y = m_view->sizeHint().height() / 2;
    QSet<QString> found;
    for (int x = 0; x < m_view->width(); ++x) {
        found.insert(m_view->textAt({x, y}).section('\n', 0, 0));
        found.insert(m_view->textAt({x, 8}));
    }
    for (const TimelineBar &bar : timeline.bars) {
        QVERIFY2(found.contains(bar.text), qPrintable(bar.text));
    }
    for (const TimelineTick &tick : timeline.ticks) {
        const bool isThere = std::any_of(found.begin(), found.end(), [&tick](const QString &text) {
            return text.endsWith(tick.text);
        });
        QVERIFY2(isThere, qPrintable(tick.text));
    }
    QVERIFY(m_view->textAt({1, m_view->height() - 1}).isEmpty());
    QHelpEvent help(QEvent::ToolTip, {300, y}, m_view->mapToGlobal(QPoint(300, y)));
    QApplication::sendEvent(m_view.get(), &help);
    QTRY_VERIFY(QToolTip::isVisible());
    QToolTip::hideText();
}

void TestTimelineView::keysWalkThroughIt()
{
    QSignalSpy said(m_view.get(), &TimelineView::currentTextChanged);
    m_view->setFocus();
    const int items = int(m_view->timeline().bars.size() + m_view->timeline().ticks.size());
    QVERIFY(items > 8);
    for (int i = 0; i < items; ++i) {
        QTest::keyClick(m_view.get(), Qt::Key_Right);
    }
    QCOMPARE(said.count(), items);
    QVERIFY(m_view->currentText().contains(m_view->timeline().ticks.back().text));
    QTest::keyClick(m_view.get(), Qt::Key_Home);
    QCOMPARE(m_view->currentText(), m_view->timeline().bars.front().text);
    QVERIFY(m_view->accessibleName().contains(m_view->currentText()));
    QTest::keyClick(m_view.get(), Qt::Key_Escape);
    QVERIFY(m_view->currentText().isEmpty());
}

/// The nodes are refreshed while the keys stand on something.
void TestTimelineView::whatIsSaidOfTheCurrentItemIsOfNow()
{
    const QDateTime begin = m_clock.now().addDays(-1);
    const auto show = [this, &begin](const char *word, const char *text) {
        Timeline timeline;
        timeline.from = begin;
        timeline.to = m_clock.now();
        timeline.bars = {{begin, timeline.to, Mark::Good, word, text}};
        m_view->setTimeline(timeline);
    };
    show("READY", "READY for 5 min");
    QTest::keyClick(m_view.get(), Qt::Key_Right);
    QCOMPARE(m_view->currentText(), QString("READY for 5 min"));
    QSignalSpy said(m_view.get(), &TimelineView::currentTextChanged);
    m_clock.advance(60);
    show("READY", "READY for 6 min");
    QCOMPARE(said.count(), 1);
    QCOMPARE(said[0][0].toString(), QString("READY for 6 min"));
    QVERIFY(m_view->accessibleName().endsWith("READY for 6 min"));
    // Another one in its place was not come to by anybody.
    show("STOPPED", "STOPPED for 1 min");
    QCOMPARE(m_view->currentText(), QString());
    QCOMPARE(said.last()[0].toString(), QString());
    // In nothing there is nothing to come to.
    m_view->setTimeline({});
    QTest::keyClick(m_view.get(), Qt::Key_Left);
    QCOMPARE(m_view->accessibleName(), QString("Timeline"));
    m_clock.advance(-60);
}

void TestTimelineView::screenReaderGetsAllOfIt()
{
    QAccessibleInterface *interface = QAccessible::queryAccessibleInterface(m_view.get());
    QVERIFY(interface);
    QCOMPARE(interface->text(QAccessible::Name), QString("Timeline"));
    const QString all = interface->text(QAccessible::Description);
    for (const TimelineBar &bar : m_view->timeline().bars) {
        QVERIFY(all.contains(bar.text));
    }
    for (const TimelineTick &tick : m_view->timeline().ticks) {
        QVERIFY(all.contains(tick.text));
    }
    QVERIFY(all.contains("Not watched for"));
}

void TestTimelineView::hostileWordsStayPlain()
{
    auto history = demoHistory(someNode(), m_clock.now());
    history.facts.back().value = "<img src=x onerror=y>";
    history.facts[1].value = "<b>NEW</b>\x1b[31m";
    m_view->setTimeline(timelineOf(history, m_clock.now(), 7));
    QPoint at; // of the first bar: it does not begin at the very edge
    for (int i = 0; i < m_view->width() * m_view->height() && at.isNull(); ++i) {
        const QPoint point(i / m_view->height(), i % m_view->height());
        at = m_view->textAt(point).contains("<b>NEW") ? point : QPoint();
    }
    QVERIFY(!at.isNull());
    QHelpEvent help(QEvent::ToolTip, at, m_view->mapToGlobal(at));
    QApplication::sendEvent(m_view.get(), &help);
    QTRY_VERIFY(QToolTip::isVisible());
    QVERIFY(QToolTip::text().contains("&lt;b&gt;NEW"));
    QToolTip::hideText();
}

void TestTimelineView::sectionFollowsTheNode()
{
    TimelineSection section(m_clock);
    QVERIFY(!section.isVisibleTo(nullptr));
    section.setHistory(demoHistory(someNode(), m_clock.now()));
    auto *view = section.findChild<TimelineView *>();
    auto *days = section.findChild<QComboBox *>();
    QVERIFY(view && days);
    const auto week = view->timeline().bars.size();
    days->setCurrentIndex(0);
    QVERIFY(view->timeline().bars.size() < week);
    QCOMPARE(view->timeline().from, m_clock.now().addDays(-1));
    section.clear();
    QVERIFY(view->timeline().isEmpty());
}

void TestTimelineView::darkAndLightAreReadable()
{
    for (const char *scheme : {"light", "dark"}) {
        applyColourScheme(scheme);
        m_view->setPalette(QApplication::palette());
        const QImage picture = drawn(*m_view);
        QSet<QRgb> colours;
        for (int x = 0; x < picture.width(); ++x) {
            colours.insert(picture.pixel(x, m_view->sizeHint().height() / 2));
        }
        QVERIFY2(colours.size() > 10, scheme);
    }
    applyColourScheme("light");
}

QTEST_MAIN(TestTimelineView)
#include "tst_timelineview.moc"
