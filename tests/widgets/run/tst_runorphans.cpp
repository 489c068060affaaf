// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/detached/runjournal.h"
#include "runpagetest.h"
#include "tests/fakes/patience.h"
#include "widgets/run/page/runview.h"

#include <QFrame>
#include <QTemporaryDir>

using namespace podium;
using namespace podium::tests;

/// What the page offers where a program was killed while its commands ran.
class RunUnfinishedTest final : public RunPageTestBase
{
    Q_OBJECT

private slots:
    void nothingIsShownWhereThereIsNothing();
    void endsItAndThenKillsWhatIsLeft();
    void looksAndForgetsWhereNothingRuns();
    void dismisses();
    void aClosedTabIsNoAnswer();
    void anEarlierAnswerSaysNothingOfALaterQuestion();
    void manyLeaveRoomForTheRest();
    void whatIsNotKnownIsOnlyDismissed();

private:
    ui::RunPage &runPage() { return m_fixture->page; }
    /// A run on three workers of which one had ended.
    void offerOne()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_fixture->play([](int index) {
            return index == 1 ? FakeScript().login().exit(0) : FakeScript().login().hang();
        });
        runPage().setJournalFolder(m_folder->path());
        typeTarget("pod-v4:0-2");
        typeCommand("train it");
        click("Run command");
        QTRY_VERIFY(stateOf("pod-v4:1").contains("exit 0"));
        QTRY_VERIFY(stateOf("pod-v4:2").contains("running"));
        m_fixture = std::make_unique<PageFixture>(); // gone in the middle of it
        page().resize(1160, 740);
        page().show();
        const auto runs = run::orphanedRuns(m_folder->path());
        QCOMPARE(runs.size(), std::size_t(1));
        runPage().setOrphanedRuns(runs);
        QVERIFY(panel());
    }
    void answer(const std::function<int(int index)> &statusOf)
    {
        m_fixture->play([statusOf](int index) {
            const int status = statusOf(index);
            return status < 0 ? FakeScript().login().hang() : FakeScript().login().exit(status);
        });
    }
    [[nodiscard]] QFrame *panel() { return find<QFrame>("Possibly still running"); }
    [[nodiscard]] bool isKept() const { return !run::orphanedRuns(m_folder->path()).empty(); }
    /// The order and the workers of the last that were asked.
    [[nodiscard]] QByteArray orders(const QByteArray &order)
    {
        QByteArray workers;
        for (const auto &command : m_fixture->transport.commands()) {
            if (command.request.input.contains('\n' + order + '\n')) {
                workers += QByteArray::number(command.request.endpoint.worker.index);
            }
        }
        return workers;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void RunUnfinishedTest::nothingIsShownWhereThereIsNothing()
{
    runPage().setOrphanedRuns({});
    QVERIFY(!panel());
}

void RunUnfinishedTest::endsItAndThenKillsWhatIsLeft()
{
    offerOne();
    answer([](int index) { return index == 2 ? 1 : 0; });
    click("Stop what still runs");
    QTRY_VERIFY(stateOf("pod-v4:2").contains("exit 1"));
    QCOMPARE(orders("TERM"), QByteArray("02"));
    QVERIFY(panel() && isKept());
    auto *end = find<QAbstractButton>("Stop what still runs");
    QTRY_VERIFY(end->isEnabled());
    QCOMPARE(end->text(), QString("Kill"));
    answer([](int) { return 0; });
    end->click();
    QTRY_VERIFY(!panel());
    QCOMPARE(orders("KILL"), QByteArray("2")); // the other had said that it is gone
    QVERIFY(!isKept());
}

void RunUnfinishedTest::looksAndForgetsWhereNothingRuns()
{
    offerOne();
    answer([](int) { return 0; });
    click("Check workers for what still runs");
    QTRY_VERIFY(!panel());
    QCOMPARE(orders("LOOK"), QByteArray("02"));
    QCOMPARE(orders("TERM") + orders("KILL"), QByteArray());
    QVERIFY(!isKept());
}

void RunUnfinishedTest::dismisses()
{
    offerOne();
    click("Dismiss the run");
    QTRY_VERIFY(!panel());
    QVERIFY(!isKept());
    QVERIFY(m_fixture->transport.commands().empty());
}

void RunUnfinishedTest::aClosedTabIsNoAnswer()
{
    offerOne();
    answer([](int) { return -1; });
    click("Check workers for what still runs");
    QTRY_VERIFY(stateOf("pod-v4:2").contains("running"));
    QVERIFY(!find<QAbstractButton>("Check workers for what still runs")->isEnabled());
    runPage().stopRun();
    runPage().stopRun();
    QTRY_VERIFY(find<QAbstractButton>("Check workers for what still runs")->isEnabled());
    QVERIFY(panel() && isKept());
}

void RunUnfinishedTest::anEarlierAnswerSaysNothingOfALaterQuestion()
{
    offerOne();
    answer([](int index) { return index == 2 ? 1 : 0; });
    click("Check workers for what still runs");
    auto *end = find<QAbstractButton>("Stop what still runs");
    QTRY_VERIFY(end->isEnabled());
    const QPointer<run::Run> look(&runPage().currentView()->run());
    answer([](int) { return -1; });
    end->click();
    QTRY_VERIFY(stateOf("pod-v4:2").contains("running"));
    emit find<QTabBar>("Runs")->tabCloseRequested(0);
    QTRY_VERIFY(!look);
    QVERIFY(!end->isEnabled()); // it would kill what was just asked politely
    QVERIFY2(
        end->accessibleDescription().contains("train it"),
        qPrintable(end->accessibleDescription()));
}

void RunUnfinishedTest::manyLeaveRoomForTheRest()
{
    const std::vector<WorkerRef> workers{{refOf({.name = "pod-v4"}), 3}};
    const QDateTime when = m_fixture->clock.now();
    std::vector<run::OrphanedRun> runs(60, {{}, {}, "train it", when, when, workers});
    runs.back().command = "the last of them";
    runPage().setOrphanedRuns(runs);
    QVERIFY(panel());
    QTRY_VERIFY2(panel()->height() < 300, qPrintable(QString::number(panel()->height())));
    QCOMPARE(page().height(), 740);
    const auto buttons = panel()->findChildren<QAbstractButton *>();
    const auto last = std::find_if(buttons.begin(), buttons.end(), [](QAbstractButton *button) {
        return button->accessibleDescription().contains("the last of them");
    });
    QVERIFY(last != buttons.end() && last != buttons.begin());
    QVERIFY((*last)->visibleRegion().isEmpty());
    page().activateWindow();
    QTRY_VERIFY(page().isActiveWindow());
    (*std::prev(last))->setFocus();
    QTest::keyClick(*std::prev(last), Qt::Key_Tab); // comes into sight
    QVERIFY((*last)->hasFocus());
    QVERIFY(!(*last)->visibleRegion().isEmpty());
}

/// Whom to ask is not known either.
void RunUnfinishedTest::whatIsNotKnownIsOnlyDismissed()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QFile file(m_folder->filePath("0123456789abcdef.run"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("junk");
    file.close();
    page().show();
    runPage().setOrphanedRuns(run::orphanedRuns(m_folder->path()));
    QVERIFY(panel());
    QVERIFY(!find<QAbstractButton>("Check workers for what still runs"));
    QVERIFY(!find<QAbstractButton>("Stop what still runs"));
    auto *dismiss = find<QAbstractButton>("Dismiss the run");
    QVERIFY(dismiss);
    QVERIFY2(
        dismiss->accessibleDescription().contains("nothing is known"),
        qPrintable(dismiss->accessibleDescription()));
    QVERIFY(isKept());
    dismiss->click();
    QTRY_VERIFY(!panel());
    QVERIFY(!isKept());
}

QTEST_MAIN(RunUnfinishedTest)
#include "tst_runorphans.moc"
