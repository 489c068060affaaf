// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// Who holds the TPUs of nodes, asked for the list.
#include "core/models/nodes/nodecells.h"
#include "tests/app/podium/windowfixture.h"
#include "tests/fakes/patience.h"
#include "widgets/common/noticebar.h"
#include "widgets/nodes/nodespage.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

class TestTpuWindow final : public QObject
{
    Q_OBJECT

private slots:
    void theListSaysWhoHolds();

private:
    SimCloud m_cloud;
};

void TestTpuWindow::theListSaysWhoHolds()
{
    QJsonArray nodes;
    for (const char *name : {"free", "pair"}) {
        nodes.append(QJsonObject{
            {"zone", "us-central2-b"},
            {"name", name},
            {"acceleratorType", *name == 'p' ? "v4-16" : "v4-8"}});
    }
    const QJsonObject lab{{"id", "lab"}, {"nodes", nodes}};
    QVERIFY2(m_cloud.startWith({{"projects", QJsonArray{lab}}}), qPrintable(m_cloud.error()));
    if (m_cloud.workers() == QLatin1String("none")) {
        QSKIP(qPrintable(m_cloud.error()));
    }
    WindowFixture f(m_cloud);
    QTRY_VERIFY(f.hasLooked("free") && f.listHas("pair"));
    auto *page = f.window->findChild<NodesPage *>();
    const auto *view = f.window->findChild<NodeView *>();
    const auto cell = [view](const char *name) {
        const QAbstractItemModel *model = view->model();
        const QModelIndexList found =
            model->match(model->index(0, 0), Qt::DisplayRole, QString(name), 1, Qt::MatchExactly);
        return found.isEmpty()
                   ? QString()
                   : found[0].siblingAtColumn(int(models::NodeColumn::Holders)).data().toString();
    };
    const auto refOf = [](const char *name) {
        return NodeRef{
            *ProjectId::parse("lab"), *Zone::parse("us-central2-b"), *NodeName::parse(name)};
    };
    QCOMPARE(cell("pair"), QString("unknown"));
    QCOMPARE(
        m_cloud
            .post(
                "/sim/workers/lab/us-central2-b/pair/1:run",
                {{"script", "cp /etc/podium-sim/tpu-holder /opt/train.py\n"
                            "setsid sh /opt/train.py >/dev/null 2>&1 &\n"}})
            .status,
        200);
    const auto ask = [&] {
        emit page->holdersRequested({refOf("free"), refOf("pair")});
        [&] { QTRY_VERIFY(!page->notice().text().startsWith("Asking who")); }();
        return cell("pair").startsWith("root's train.py on 1; free on 1, ");
    };
    // It may have been asked before the holder had begun.
    QTRY_VERIFY2(ask(), qPrintable(cell("pair")));
    QVERIFY2(cell("free").startsWith("free on 1, "), qPrintable(cell("free")));
}

QTEST_MAIN(TestTpuWindow)
#include "tst_tpuwindow.moc"
