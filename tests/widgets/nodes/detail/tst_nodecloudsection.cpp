// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/nodes.h"
#include "widgets/nodes/detail/nodecloudsection.h"

#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

/// The disks of a node and who did what to it, on request.
class TestNodeCloudSection final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { qRegisterMetaType<NodeRef>("podium::NodeRef"); }
    void asksWhenAPersonWantsIt();
    void offersWhatCanBeDone();
    void saysWhyItIsNotKnown();
    void anotherNodesAnswerIsIgnored();
    void anOpenMenuIsOfTheNodeItWasOpenedFor();

private:
    const NodeRef m_node = refOf({.name = "tpu1"});
};

void TestNodeCloudSection::asksWhenAPersonWantsIt()
{
    NodeCloudSection section;
    QVERIFY(section.isHidden());
    section.setNode(m_node);
    QSignalSpy disks(&section, &NodeCloudSection::disksWanted);
    QSignalSpy audit(&section, &NodeCloudSection::auditWanted);
    QSignalSpy use(&section, &NodeCloudSection::useWanted);
    QVERIFY(!byName<QPushButton>(section, "Attach"));
    byName<QPushButton>(section, "Disks")->click();
    byName<QPushButton>(section, "History")->click();
    byName<QPushButton>(section, "TPU use")->click();
    QCOMPARE(disks.count(), 1);
    QCOMPARE(audit.count(), 1);
    QCOMPARE(use.count(), 1);
    section.setUse(m_node, "<b>It</b> computes.");
    QCOMPARE(
        byName<QLabel>(section, "Whether its TPU computes")->text(),
        QString("<b>It</b> computes."));
}

void TestNodeCloudSection::offersWhatCanBeDone()
{
    NodeCloudSection section;
    section.setNode(m_node);
    section.setDisks(m_node, models::NodeDisks{{{"<b>own</b>", "<b>own</b>: 200 GiB"}}, {"spare"}});
    auto *text = byName<QLabel>(section, "Data disks of this node");
    QCOMPARE(text->text(), QString("<b>own</b>: 200 GiB"));
    QCOMPARE(text->textFormat(), Qt::PlainText);
    QSignalSpy attach(&section, &NodeCloudSection::attachRequested);
    QSignalSpy detach(&section, &NodeCloudSection::detachRequested);
    byName<QPushButton>(section, "Attach")->menu()->actions().at(0)->trigger();
    byName<QPushButton>(section, "Detach")->menu()->actions().at(0)->trigger();
    QCOMPARE(attach.at(0).at(1).toString(), QString("spare"));
    QCOMPARE(detach.at(0).at(1).toString(), QString("<b>own</b>"));
    using Section = NodeCloudSection;
    for (const auto &[name, wanted] :
         {std::pair("Make usable", &Section::prepareRequested),
          std::pair("Grow", &Section::growRequested),
          std::pair("Unmount", &Section::releaseRequested)}) {
        QSignalSpy asked(&section, wanted);
        byName<QPushButton>(section, name)->menu()->actions().at(0)->trigger();
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked.at(0).at(1).toString(), QString("<b>own</b>"));
    }
    section.setDisks(m_node, models::NodeDisks());
    QCOMPARE(text->text(), QString("It has no data disk."));
    QVERIFY(!byName<QPushButton>(section, "Detach"));
}

void TestNodeCloudSection::saysWhyItIsNotKnown()
{
    NodeCloudSection section;
    section.setNode(m_node);
    const Error denied{
        ErrorKind::PermissionDenied, "You may not.", "logging.logEntries.list", {}, {}};
    section.setAudit(m_node, failure(denied));
    section.setDisks(m_node, failure(denied));
    for (const char *name : {"Who did what to this node", "Data disks of this node"}) {
        auto *label = byName<QLabel>(section, name);
        QVERIFY(label);
        QVERIFY2(label->text().contains("logging.logEntries.list"), qPrintable(label->text()));
    }
    QVERIFY(!byName<QPushButton>(section, "Attach"));
}

void TestNodeCloudSection::anotherNodesAnswerIsIgnored()
{
    NodeCloudSection section;
    section.setNode(m_node);
    section.setAudit(refOf({.name = "tpu2"}), std::vector<cloud::AuditEntry>());
    QVERIFY(!byName<QLabel>(section, "Who did what to this node"));
    section.setAudit(m_node, std::vector<cloud::AuditEntry>());
    QVERIFY(byName<QLabel>(section, "Who did what to this node"));
    section.setUse(refOf({.name = "tpu2"}), "busy");
    QVERIFY(!byName<QLabel>(section, "Whether its TPU computes"));
    section.setUse(m_node, "busy");
    section.setNode(refOf({.name = "tpu2"}));
    QVERIFY(!byName<QLabel>(section, "Who did what to this node"));
    QVERIFY(!byName<QLabel>(section, "Whether its TPU computes"));
}

/// A look at the nodes takes the selection away, or moves it, while somebody reads the menu.
void TestNodeCloudSection::anOpenMenuIsOfTheNodeItWasOpenedFor()
{
    NodeCloudSection section;
    section.setNode(m_node);
    section.setDisks(m_node, models::NodeDisks{{{"own", "own: 200 GiB"}}, {"spare"}});
    QSignalSpy detach(&section, &NodeCloudSection::detachRequested);
    QAction *own = byName<QPushButton>(section, "Detach")->menu()->actions().at(0);
    section.setNode(std::nullopt);
    own->trigger();
    section.setNode(refOf({.name = "tpu2"}));
    own->trigger();
    QCOMPARE(detach.count(), 2);
    for (const QList<QVariant> &wanted : detach) {
        QCOMPARE(wanted.at(0).value<NodeRef>(), m_node);
        QCOMPARE(wanted.at(1).toString(), QString("own"));
    }
}

QTEST_MAIN(TestNodeCloudSection)
#include "tst_nodecloudsection.moc"
