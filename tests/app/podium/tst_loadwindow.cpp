// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// How busy a node is, from its row to the Load page and in its details, in the real window over
// real workers.
#include "core/models/load/loadmodel.h"
#include "tests/app/podium/windowfixture.h"
#include "tests/fakes/patience.h"
#include "widgets/load/loadpage.h"
#include "widgets/load/loadview.h"
#include "widgets/nodes/nodespage.h"

#include <QComboBox>
#include <QJsonArray>
#include <QJsonObject>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

class TestLoadWindow final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void fromItsRowToItsLoad();
    void itsDetailsTellWhetherItComputes();

private:
    [[nodiscard]] static NodeRef pod()
    {
        return {*ProjectId::parse("lab"), *Zone::parse("us-central2-b"), *NodeName::parse("pod")};
    }
    SimCloud m_cloud;
};

void TestLoadWindow::initTestCase()
{
    const QJsonObject pod{{"zone", "us-central2-b"}, {"name", "pod"}, {"workers", 2}};
    const QJsonObject lab{{"id", "lab"}, {"nodes", QJsonArray{pod}}};
    QVERIFY2(m_cloud.startWith({{"projects", QJsonArray{lab}}}), qPrintable(m_cloud.error()));
    m_cloud.post("/sim/nodes/lab/us-central2-b/pod:setIdle", {{"seconds", 42 * 60}});
}

void TestLoadWindow::fromItsRowToItsLoad()
{
    WindowFixture f(m_cloud);
    QTRY_VERIFY(f.hasLooked("pod"));
    f.window->findChild<NodesPage *>()->selectNode(pod());
    auto *nodes = f.window->findChild<NodeView *>();
    emit nodes->contextMenuWanted(QPoint());
    QMenu *menu = nullptr;
    QTRY_VERIFY((menu = nodes->findChild<QMenu *>()));
    for (QAction *action : menu->actions()) {
        if (action->text() == "Watch the load") {
            action->trigger();
        }
    }
    menu->close();
    auto *page = f.window->findChild<LoadPage *>();
    QTRY_VERIFY(page->isVisible());
    // The node and its workers. No program of theirs says how busy the TPU is; Google does.
    const auto *list = byName<LoadView>(*page, "Workers");
    QTRY_COMPARE(list->model()->rowCount(), 3);
    const auto said = [list] {
        return list->model()->index(0, 0).data(Qt::AccessibleTextRole).toString();
    };
    QTRY_VERIFY2(said().contains("idle for 42 min, by Cloud Monitoring"), qPrintable(said()));
    // What a worker tells of itself came from it.
    auto *value = byName<QComboBox>(*page, "What is shown");
    value->setCurrentIndex(value->findText("Memory"));
    for (const int row : {1, 2}) {
        const auto memory = [list, row] {
            return list->model()->index(row, 0).data(models::LoadModel::ValueRole).toString();
        };
        QTRY_VERIFY(memory().endsWith(" %"));
    }
}

void TestLoadWindow::itsDetailsTellWhetherItComputes()
{
    WindowFixture f(m_cloud);
    QTRY_VERIFY(f.hasLooked("pod"));
    auto *page = f.window->findChild<NodesPage *>();
    page->selectNode(pod());
    const auto ask = [page] {
        byName<QPushButton>(*page, "TPU use")->click();
        return byName<QLabel>(*page, "Whether its TPU computes");
    };
    const QLabel *use = ask();
    QTRY_VERIFY2(use->text().contains("idle for 42 min"), qPrintable(use->text()));
    // Asked again within the minute it has the same answer, at once.
    QVERIFY2(ask()->text().contains("idle for 42 min"), qPrintable(use->text()));
}

QTEST_MAIN(TestLoadWindow)
#include "tst_loadwindow.moc"
