// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "runpagetest.h"
#include "tests/fakes/patience.h"
#include "widgets/run/page/runview.h"

#include <QTemporaryDir>
#include <QTreeView>

using namespace podium;
using namespace podium::tests;

/// A run that goes on without a window, in the next window.
class RunReopenedTest final : public RunPageTestBase
{
    Q_OBJECT

private slots:
    void whatIsReopenedTellsOfItself();
    void stopPressedTwiceStopsOne();
};

/// Since when it runs, what it is, and that it was stopped: not since when it is read, nor by what.
void RunReopenedTest::whatIsReopenedTellsOfItself()
{
    QTemporaryDir folder;
    m_fixture->page.setDetachedFolder(folder.filePath("detached"));
    const QByteArray id("0123456789abcdef");
    const QByteArray started = QByteArray::number(m_fixture->clock.now().toSecsSinceEpoch() - 7200);
    QByteArray state = "running 0";
    m_fixture->transport.setScript([&](const ssh::CommandRequest &request) {
        FakeScript script = FakeScript().login();
        if (request.input.contains("echo \"podium-run")) {
            script.out(
                "podium-run " + id + ' ' + state + ' ' + started + " setsid 0 0 " +
                QByteArray("python3 train.py --long\n").toBase64() + " -\n");
        } else if (request.input.contains("tail -s")) {
            return script.out("step\n").hang();
        } else if (request.input.contains("podium gone")) {
            state = "stopped 143";
        }
        return script.exit(0);
    });
    const auto &nodes = m_fixture->inventory.snapshot().nodes;
    const auto found = std::find_if(nodes.begin(), nodes.end(), [](const auto &entry) {
        return entry.node.ref.name.text() == "pod-v4";
    });
    m_fixture->page.findDetachedRuns({{found->node.ref, 0}});
    QTRY_VERIFY(find<QAbstractButton>("Open the run")->isEnabled());
    click("Open the run");
    QTRY_COMPARE(outputOf("pod-v4:0"), QString("step"));
    QTRY_COMPARE(stateOf("pod-v4:0"), QString("running"));
    QVERIFY(m_fixture->page.currentView()->model().elapsed(0) >= 7'200'000);
    const ssh::CommandId reading = m_fixture->transport.commands().back().id;
    click("Stop");
    QTRY_VERIFY2(stateOf("pod-v4:0").startsWith("stopping"), qPrintable(stateOf("pod-v4:0")));
    QTRY_COMPARE(state, QByteArray("stopped 143"));
    m_fixture->transport.say(reading, ssh::Ending(ssh::Signalled{"TERM"}));
    QTRY_VERIFY2(stateOf("pod-v4:0").startsWith("stopped"), qPrintable(stateOf("pod-v4:0")));
    QVERIFY2(stateOf("pod-v4:0").endsWith("2h 00m"), qPrintable(stateOf("pod-v4:0")));
    QCOMPARE(m_fixture->page.currentView()->run().state().summary().failed, 0);
    auto *list = find<QTreeView>("Background runs");
    QTRY_COMPARE(list->model()->index(0, 0).data().toString(), QString("stopped"));
    QTRY_COMPARE(find<QAbstractButton>("Background runs")->text(), QString("Background runs"));
    QTRY_VERIFY(find<QAbstractButton>("Open the run from the start")->isEnabled());
    click("Open the run from the start"); // now there are tabs
    auto *bar = find<QTabBar>("Runs");
    QTRY_VERIFY(bar);
    QCOMPARE(bar->tabToolTip(0), QString("python3 train.py --long"));
}

/// The neighbour of a run that has gone is not what was selected.
void RunReopenedTest::stopPressedTwiceStopsOne()
{
    QTemporaryDir folder;
    m_fixture->page.setDetachedFolder(folder.filePath("detached"));
    const qint64 now = m_fixture->clock.now().toSecsSinceEpoch();
    const auto line = [](const QByteArray &id, qint64 since) -> QByteArray {
        return "podium-run " + id + " running 0 " + QByteArray::number(since) + " setsid 0 0 " +
               QByteArray("sleep 1d\n").toBase64() + " -\n";
    };
    bool isThere = true;
    m_fixture->transport.setScript([&](const ssh::CommandRequest &request) {
        FakeScript script = FakeScript().login();
        if (request.input.contains("echo \"podium-run")) {
            script.out(
                line("0123456789abcdef", now - 60) +
                (isThere ? line("fedcba9876543210", now) : QByteArray()));
        } else if (request.input.contains("podium gone")) {
            isThere = false; // whoever waited for its end has deleted its output
        }
        return script.exit(0);
    });
    const auto &nodes = m_fixture->inventory.snapshot().nodes;
    const auto found = std::find_if(nodes.begin(), nodes.end(), [](const auto &entry) {
        return entry.node.ref.name.text() == "pod-v4";
    });
    QVERIFY(found != nodes.end());
    m_fixture->page.findDetachedRuns({{found->node.ref, 0}});
    auto *list = find<QTreeView>("Background runs");
    QTRY_COMPARE(list->model()->rowCount(), 2);
    auto *stop = find<QAbstractButton>("Stop the run");
    QTRY_VERIFY(stop->isEnabled());
    QCOMPARE(list->currentIndex().row(), 0); // the newest
    click("Stop the run");
    QTRY_COMPARE(list->model()->rowCount(), 1);
    QTRY_VERIFY(find<QAbstractButton>("Refresh background runs")->isEnabled());
    QVERIFY(!stop->isEnabled());
    // Whoever uses the keyboard goes on from there.
    QCOMPARE(list->currentIndex().row(), 0);
    QTest::keyClick(list, Qt::Key_Space);
    QVERIFY(stop->isEnabled());
}

QTEST_MAIN(RunReopenedTest)
#include "tst_runreopened.moc"
