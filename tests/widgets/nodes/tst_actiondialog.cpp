// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/nodeactionmodel.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/patience.h"
#include "tests/fakes/simcloud.h"
#include "widgets/nodes/actiondialog.h"

#include <QJsonArray>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QtTest>

#include <memory>

using namespace podium;
using namespace podium::lifecycle;
using namespace podium::tests;
using namespace std::chrono_literals;
using podium::ui::ActionDialog;

namespace {

const QString Nodes = "/v2/projects/lab/locations/us-central2-b/nodes/";

} // namespace

/// Nodes started, stopped and deleted from the window, on podium-sim.
class TestActionDialog final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void oneIsDeletedByItsName();
    void manyAreDeletedByTheirNumber();
    void aSliceCannotBeStopped();
    void nothingIsDoneWithoutYes();
    void aFailureIsInItsRow();
    void longWorkSaysHowFarItIs();
    void closingSaysWhatGoesOn();
    void hostileTextStaysPlain();
    void everyControlHasAName();
    void columnsFitIntoTheWindow();

private:
    void open(NodeAction action, const QStringList &names)
    {
        Answer<Result<cloud::NodeList>> list;
        m_cloud->tpu.listNodes(*ProjectId::parse("lab"), list.callback());
        const auto answer = list.wait(Patience);
        inventory::Snapshot standing;
        std::vector<NodeRef> nodes;
        for (const cloud::Node &node : (*answer)->nodes) {
            standing.nodes.push_back({node, {}, false});
            if (names.contains(node.ref.name.text())) {
                nodes.push_back(node.ref);
            }
        }
        m_dialog = std::make_unique<ActionDialog>(
            m_cloud->tpu, planNodeAction(action, nodes, standing), m_clock,
            ActionPace{5ms, 50ms, 1000}); // for longer than any of these tests looks
        m_dialog->show();
    }
    [[nodiscard]] QPushButton *button(const QString &name) const
    {
        return byName<QPushButton>(*m_dialog, name);
    }
    [[nodiscard]] QString outcome(int row) const
    {
        const auto *model = m_dialog->findChild<QTableView *>()->model();
        return model->index(row, int(models::NodeActionModel::Column::Outcome)).data().toString();
    }
    [[nodiscard]] QString summary() const { return byName<QLabel>(*m_dialog, "Summary")->text(); }
    [[nodiscard]] int status(const QString &name) const { return m_sim->get(Nodes + name).status; }

    ManualClock m_clock;
    std::unique_ptr<SimCloud> m_sim;
    std::unique_ptr<CloudFixture> m_cloud;
    std::unique_ptr<ActionDialog> m_dialog;
};

void TestActionDialog::initTestCase()
{
    qRegisterMetaType<NodeRef>("podium::NodeRef");
    qRegisterMetaType<Error>("podium::Error");
}

void TestActionDialog::init()
{
    m_dialog.reset();
    const auto node = [](const char *name, const char *type, int workers) {
        return QJsonObject{
            {"zone", "us-central2-b"},
            {"name", name},
            {"acceleratorType", type},
            {"workers", workers}};
    };
    const QJsonObject project{
        {"id", "lab"},
        {"nodes",
         QJsonArray{node("one", "v4-8", 1), node("pod", "v4-32", 4), node("two", "v4-8", 1)}}};
    m_sim = std::make_unique<SimCloud>();
    QVERIFY2(
        m_sim->startWith({{"operationMs", 100}, {"projects", QJsonArray{project}}}),
        qPrintable(m_sim->error()));
    m_cloud = std::make_unique<CloudFixture>(m_sim->environment());
}

void TestActionDialog::oneIsDeletedByItsName()
{
    open(NodeAction::Delete, {"one"});
    QVERIFY(summary().contains("1 node would be deleted."));
    QVERIFY(summary().contains("$309.12 a day"));
    auto *meaning = byName<QPlainTextEdit>(*m_dialog, "What it means");
    QVERIFY(meaning && meaning->toPlainText().contains("Disks that were attached stay"));
    auto *typed = byName<QLineEdit>(*m_dialog, "Type the name of the node to delete it:");
    QVERIFY(typed);
    QVERIFY(!button("Delete 1 node")->isEnabled());
    QTest::keyClicks(typed, "on");
    QTest::keyClick(typed, Qt::Key_Return);
    QVERIFY(button("Delete 1 node"));
    QTest::keyClicks(typed, "e");
    QSignalSpy told(m_dialog.get(), &ActionDialog::told);
    QSignalSpy changed(m_dialog.get(), &ActionDialog::nodesChanged);
    QTest::keyClick(typed, Qt::Key_Return);
    QTRY_COMPARE(outcome(0), QString("is gone"));
    QCOMPARE(status("one"), 404);
    QCOMPARE(status("two"), 200);
    QCOMPARE(told.count(), 1);
    QCOMPARE(told[0][0].value<NodeRef>().name.text(), QString("one"));
    QTRY_VERIFY(button("Close"));
    QVERIFY(!changed.isEmpty());
    QVERIFY(summary().startsWith("1 of 1 done"));
    button("Close")->click();
    QVERIFY(!m_dialog->isVisible());
}

void TestActionDialog::manyAreDeletedByTheirNumber()
{
    open(NodeAction::Delete, {"one", "two", "pod"});
    auto *typed = byName<QLineEdit>(*m_dialog, "Type how many nodes are to be deleted:");
    QVERIFY(typed);
    QTest::keyClicks(typed, "2");
    QVERIFY(!button("Delete 3 nodes")->isEnabled());
    typed->clear();
    QTest::keyClicks(typed, "3");
    button("Delete 3 nodes")->click();
    QTRY_COMPARE(summary(), QString("3 of 3 done and verified."));
    for (const char *name : {"one", "two", "pod"}) {
        QCOMPARE(status(name), 404);
    }
}

void TestActionDialog::aSliceCannotBeStopped()
{
    open(NodeAction::Stop, {"pod"});
    QVERIFY(outcome(0).contains("cannot be stopped, only deleted"));
    QVERIFY(!button("Stop 0 nodes"));
    button("Close")->click();
    QVERIFY(!m_dialog->isVisible());
    open(NodeAction::Stop, {"pod", "one"});
    QVERIFY(summary().startsWith("1 node would be stopped. 1 stays as it is."));
    button("Stop 1 node")->click();
    QTRY_COMPARE(outcome(0), QString("is stopped"));
    QTRY_VERIFY(button("Close"));
    QVERIFY(outcome(1).startsWith("A slice"));
    QCOMPARE(m_sim->get(Nodes + "pod").json()["state"].toString(), QString("READY"));
}

void TestActionDialog::nothingIsDoneWithoutYes()
{
    open(NodeAction::Stop, {"one"});
    QTest::keyClick(m_dialog.get(), Qt::Key_Return); // no button is pressed by chance
    QVERIFY(button("Stop 1 node"));
    button("Do nothing")->click();
    QVERIFY(!m_dialog->isVisible());
    QCOMPARE(m_sim->get(Nodes + "one").json()["state"].toString(), QString("READY"));
}

void TestActionDialog::aFailureIsInItsRow()
{
    m_sim->post("/sim/faults", {{"path", "/nodes/one:stop$"}, {"method", "POST"}, {"status", 403}});
    open(NodeAction::Stop, {"one", "two"});
    QSignalSpy failed(m_dialog.get(), &ActionDialog::failed);
    button("Stop 2 nodes")->click();
    QTRY_COMPARE(summary(), QString("1 of 2 done and verified. 1 failed."));
    QVERIFY2(outcome(0).startsWith("failed: "), qPrintable(outcome(0)));
    QCOMPARE(outcome(1), QString("is stopped"));
    QCOMPARE(failed.count(), 1);
    auto *wrong = byName<QPlainTextEdit>(*m_dialog, "What went wrong");
    QVERIFY(wrong && wrong->toPlainText().startsWith("one:\n"));
}

void TestActionDialog::longWorkSaysHowFarItIs()
{
    // One of the two takes longer than this looks, however long that is.
    m_sim->post(
        "/sim/faults",
        {{"path", "/nodes/one:stop$"},
         {"method", "POST"},
         {"body", R"({"name":"projects/lab/locations/us-central2-b/operations/x","done":false})"}});
    m_sim->post(
        "/sim/faults",
        {{"path", "/operations/x$"},
         {"body", R"({"name":"projects/lab/locations/us-central2-b/operations/x","done":false})"},
         {"count", 1000}});
    m_sim->post("/sim/faults", {{"path", "/nodes/two:stop$"}, {"method", "POST"}, {"status", 403}});
    open(NodeAction::Stop, {"one", "two"});
    button("Stop 2 nodes")->click();
    QCOMPARE(summary(), QString("In progress. Each node is watched until the result is verified."));
    QTRY_VERIFY(outcome(1).startsWith("failed: "));
    m_clock.advance(2);
    QTRY_VERIFY2(summary().startsWith("Stopping nodes: 1 of 2. Each"), qPrintable(summary()));
    m_clock.advance(10);
    QTRY_VERIFY2(summary().contains("12 s so far. Each"), qPrintable(summary()));
}

void TestActionDialog::closingSaysWhatGoesOn()
{
    // Google takes its time: the operation does not end while this looks.
    m_sim->post(
        "/sim/faults",
        {{"path", "/operations/"},
         {"body", R"({"name":"projects/lab/locations/us-central2-b/operations/x","done":false})"},
         {"count", 1000}});
    open(NodeAction::Stop, {"one"});
    button("Stop 1 node")->click();
    QTRY_COMPARE(outcome(0), QString("Google has begun"));
    QTest::keyClick(m_dialog.get(), Qt::Key_Escape);
    QVERIFY(m_dialog->isVisible());
    QVERIFY(summary().contains("What Google has begun goes on"));
    QCOMPARE(outcome(0), QString("goes on at Google"));
    QTest::keyClick(m_dialog.get(), Qt::Key_Escape);
    QVERIFY(!m_dialog->isVisible());
}

void TestActionDialog::hostileTextStaysPlain()
{
    open(NodeAction::Delete, {"one"});
    QCOMPARE(richLabels(*m_dialog), QStringList());
}

void TestActionDialog::everyControlHasAName()
{
    open(NodeAction::Delete, {"one", "two"});
    for (const QWidget *widget : m_dialog->findChildren<QWidget *>()) {
        const bool takesKeys = widget->focusPolicy() != Qt::NoFocus && widget->isVisible();
        QVERIFY2(
            !takesKeys || !accessibleNameOf(widget).isEmpty() ||
                widget->objectName().startsWith("qt_"),
            widget->metaObject()->className());
    }
}

void TestActionDialog::columnsFitIntoTheWindow()
{
    using Column = models::NodeActionModel::Column;
    open(NodeAction::Delete, {"one", "pod", "two"});
    const auto *view = m_dialog->findChild<QTableView *>();
    const auto fits = [view] {
        const QString said = view->model()->index(0, int(Column::Outcome)).data().toString();
        return view->horizontalScrollBar()->maximum() == 0 &&
               view->columnWidth(int(Column::Outcome)) >
                   view->fontMetrics().horizontalAdvance(said);
    };
    m_dialog->resize(620, 480);
    QTRY_COMPARE(m_dialog->width(), 620);
    QTRY_VERIFY(fits() && view->isColumnHidden(int(Column::State)));
    QVERIFY(!view->isColumnHidden(int(Column::Zone)));
    m_dialog->resize(1000, 480);
    QTRY_VERIFY(fits() && !view->isColumnHidden(int(Column::State)));
}

QTEST_MAIN(TestActionDialog)
#include "tst_actiondialog.moc"
