// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cloud/cloudfixture.h"
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/nodes.h"
#include "widgets/projects/diskdialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QtTest>

#include <memory>

using namespace podium;
using namespace podium::tests;
using lifecycle::DiskAction;
using podium::ui::DiskDialog;

Q_DECLARE_METATYPE(podium::lifecycle::DiskAction)

namespace {

NodeSketch sketch(const char *name, int number)
{
    return {.zone = "us-central2-b", .name = name, .type = "v4-8", .number = number};
}

} // namespace

/// What is filled in for a change of a disk, and what cannot be changed any more.
class TestDiskDialog final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void aNodeThatIsGivenStays_data();
    void aNodeThatIsGivenStays();
    void nothingChangesWhileItIsCarriedOut();
    void closedEarlyItTellsTheEndAllTheSame();

private:
    [[nodiscard]] std::unique_ptr<DiskDialog>
    dialogFor(DiskAction action, const std::optional<NodeRef> &node)
    {
        const NodeRef one = refOf(sketch("one", 1));
        const cloud::Disk disk{one.project, one.zone, "data", "pd-balanced", 100, "READY", {}};
        lifecycle::DiskFacts facts;
        facts.disks = {disk};
        if (action == DiskAction::Detach) {
            for (const char *holder : {"one", "two"}) {
                facts.attached[refOf(sketch(holder, 1))] = {{disk.source(), true, {}}};
            }
        }
        facts.standing = std::make_shared<const inventory::Snapshot>(
            snapshotOf({sketch("one", 1), sketch("two", 2)}));
        lifecycle::DiskRequest request;
        request.action = action;
        request.project = one.project;
        request.zone = one.zone;
        request.disk = disk.name;
        request.node = node;
        return std::make_unique<DiskDialog>(*m_disks, m_cloud->tpu, facts, request);
    }

    std::unique_ptr<CloudFixture> m_cloud;
    std::unique_ptr<cloud::DisksClient> m_disks;
};

/// Nobody listens there.
void TestDiskDialog::init()
{
    m_disks.reset();
    m_cloud =
        std::make_unique<CloudFixture>(bareEnvironment(QUrl("http://127.0.0.1:1"), "a-token"));
    m_disks = std::make_unique<cloud::DisksClient>(m_cloud->http, m_cloud->endpoints);
}

void TestDiskDialog::aNodeThatIsGivenStays_data()
{
    QTest::addColumn<DiskAction>("action");
    QTest::newRow("attach") << DiskAction::Attach;
    QTest::newRow("detach") << DiskAction::Detach;
}

void TestDiskDialog::aNodeThatIsGivenStays()
{
    QFETCH(DiskAction, action);
    const auto given = dialogFor(action, refOf(sketch("two", 2)));
    const auto *node = byName<QComboBox>(*given, "Node");
    QVERIFY(node);
    QCOMPARE(node->count(), 1);
    QCOMPARE(node->currentText(), QString("two"));
    const auto open = dialogFor(action, {});
    QCOMPARE(byName<QComboBox>(*open, "Node")->count(), 2);
}

void TestDiskDialog::nothingChangesWhileItIsCarriedOut()
{
    const auto dialog = dialogFor(DiskAction::Attach, {});
    dialog->show();
    auto *node = byName<QComboBox>(*dialog, "Node");
    auto *readOnly = dialog->findChild<QCheckBox *>();
    auto *attach = byName<QPushButton>(*dialog, "Attach");
    QVERIFY(attach->isEnabled());
    QSignalSpy ended(dialog.get(), &DiskDialog::ended);
    attach->click();
    QVERIFY(!node->isEnabled());
    QVERIFY(!readOnly->isEnabled());
    node->setCurrentIndex(1); // whatever still says so
    QVERIFY(byName<QLabel>(
        *dialog, "Requested; waiting for Google to finish… You may close this: it goes on, and "
                 "Activity tells how it ends."));
    QVERIFY(!attach->isEnabled());
    QTRY_COMPARE(ended.count(), 1);
    QVERIFY(node->isEnabled());
    QVERIFY(readOnly->isEnabled());
    QVERIFY(attach->isEnabled()); // nobody was there to hear it: once more
    attach->click();
    QVERIFY(dialog->isRunning());
    QTRY_COMPARE(ended.count(), 2);
}

void TestDiskDialog::closedEarlyItTellsTheEndAllTheSame()
{
    const QPointer<DiskDialog> dialog = dialogFor(DiskAction::Attach, {}).release();
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
    QSignalSpy ended(dialog, &DiskDialog::ended);
    QStringList failed;
    connect(dialog, &DiskDialog::failed, this, [&failed](const QString &disk, const Error &) {
        failed << disk;
    });
    byName<QPushButton>(*dialog, "Attach")->click();
    dialog->close();
    QVERIFY(!dialog->isVisible());
    QTRY_COMPARE(failed, QStringList("data"));
    QCOMPARE(ended.count(), 1);
    QTRY_VERIFY(!dialog);
}

QTEST_MAIN(TestDiskDialog)
#include "tst_diskdialog.moc"
