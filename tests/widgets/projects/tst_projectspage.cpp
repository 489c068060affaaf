// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cloud/cloudfixture.h"
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/demolab.h"
#include "tests/fakes/fakenodesource.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/patience.h"
#include "tests/fakes/simcloud.h"
#include "widgets/common/labels.h"
#include "widgets/common/noticebar.h"
#include "widgets/projects/diskdialog.h"
#include "widgets/projects/grantdialog.h"
#include "widgets/projects/projectpanel.h"
#include "widgets/projects/projectspage.h"
#include "widgets/projects/quotasection.h"

#include <QComboBox>
#include <QJsonArray>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

using namespace podium;
using namespace podium::lifecycle;
using namespace podium::tests;
using podium::ui::ProjectsPage;

/// The Projects page, with what podium-sim says of its projects.
class TestProjectsPage final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void emptyOffersTheMailFirst();
    void aGrantIsRemovedAndPutBack();
    void deletingIsHandedOverWithItsNodes();
    void aDismissedNoticeStaysAway();
    void accessIsAskedWhereItIsLookedAt();
    void quotaIsShownWithWhatIsUsed();
    void quotaThatIsOffIsASentence();
    void theSelectionStaysThroughARefresh();
    void whatWasDoneIsSaidWithItsProject();
    void aDiskIsMadeAndDeleted();
    void disksAreListedAnewWhenThePageIsShownAgain();
    void aNewDiskIsForTheSelectedNode();
    void aDiskWhoseDialogIsClosedEarlyIsTold();
    void hostileTextStaysPlain();
    void everyControlHasAName();

private:
    void show(const inventory::Snapshot &snapshot)
    {
        models::ProjectFacts facts;
        facts.standing = std::make_shared<const inventory::Snapshot>(snapshot);
        facts.grants = m_book->grants();
        facts.now = m_clock.now();
        facts.prices = std::make_shared<const models::DayPrices>(
            models::dayPrices(facts.grants, *facts.standing, facts.now));
        m_page->setFacts(facts);
        QCoreApplication::sendPostedEvents(); // by which a layout shows what is new in it
    }
    [[nodiscard]] static TpuGrant grant(int days)
    {
        return {
            *ProjectId::parse("lab-speech"),
            sketchTime().date().addDays(-30),
            sketchTime().date().addDays(days),
            {{64, TpuUnit::Chips, 0, true, Generation::V4, *Zone::parse("us-central2-b")}}};
    }
    /// What is said of an API or of the permissions.
    [[nodiscard]] QString said(const QString &about) const
    {
        for (const QLabel *label : m_page->findChildren<QLabel *>()) {
            if (label->accessibleDescription() == about) {
                return label->text();
            }
        }
        return {};
    }

    SimCloud m_sim;
    std::unique_ptr<CloudFixture> m_cloud;
    std::unique_ptr<cloud::AccessClient> m_client;
    std::unique_ptr<cloud::DisksClient> m_diskClient;
    ManualClock m_clock;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<GrantStore> m_store;
    std::unique_ptr<models::GrantBook> m_book;
    std::unique_ptr<models::ProjectAccessFeed> m_access;
    QTemporaryDir m_home;
    store::DatabaseQueue m_database{m_home.filePath("podium.db")};
    FakeNodeSource m_source;
    inventory::Inventory m_inventory{m_source, nullptr, m_clock};
    std::unique_ptr<store::History> m_history;
    std::unique_ptr<models::CostFeed> m_cost;
    std::unique_ptr<models::DisksFeed> m_disks;
    std::unique_ptr<models::QueueFeed> m_queues;
    std::unique_ptr<models::QuotaFeed> m_quotas;
    std::vector<NodeRef> m_selected;
    std::unique_ptr<ProjectsPage> m_page;
};

void TestProjectsPage::initTestCase()
{
    const QJsonObject speech{
        {"id", "lab-speech"}, {"deniedPermissions", QJsonArray{"tpu.nodes.delete"}}};
    const QJsonObject vision{{"id", "lab-vision"}, {"tpuApi", "disabled"}};
    QVERIFY2(
        m_sim.startWith({{"projects", QJsonArray{speech, vision}}}), qPrintable(m_sim.error()));
    m_cloud = std::make_unique<CloudFixture>(m_sim.environment());
    m_client = std::make_unique<cloud::AccessClient>(m_cloud->http, m_cloud->endpoints);
    m_diskClient = std::make_unique<cloud::DisksClient>(m_cloud->http, m_cloud->endpoints);
}

void TestProjectsPage::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_page.reset();
    m_selected.clear();
    m_store = std::make_unique<GrantStore>(m_folder->filePath("grants.json"));
    m_book = std::make_unique<models::GrantBook>(*m_store);
    m_access = std::make_unique<models::ProjectAccessFeed>(*m_client, m_clock);
    m_cost.reset();
    m_history = std::make_unique<store::History>(m_database);
    m_cost = std::make_unique<models::CostFeed>(*m_history, *m_book, m_inventory, m_clock);
    m_disks = std::make_unique<models::DisksFeed>(*m_diskClient, m_clock);
    m_queues = std::make_unique<models::QueueFeed>(m_cloud->tpu, m_clock);
    m_quotas = std::make_unique<models::QuotaFeed>(*m_client, m_clock);
    m_page = std::make_unique<ProjectsPage>(ProjectsPage::Sources{
        *m_book, *m_access, *m_cost, *m_disks, *m_queues, *m_quotas, *m_diskClient, m_cloud->tpu,
        m_clock, [this] { return m_selected; }});
    m_page->resize(1000, 700);
    m_page->show();
}

void TestProjectsPage::emptyOffersTheMailFirst()
{
    show({});
    auto *paste = byName<QPushButton>(*m_page, "Paste the grant mail…");
    QVERIFY(paste);
    paste->click();
    QVERIFY(m_page->findChild<ui::GrantDialog *>());
}

void TestProjectsPage::aGrantIsRemovedAndPutBack()
{
    m_book->add(grant(60));
    QTRY_COMPARE(int(m_book->grants().size()), 1);
    show(demoLab());
    auto *remove =
        byName<QToolButton>(*m_page, "Remove the TPU grant " + m_book->grants().front().name());
    QVERIFY(remove);
    remove->click();
    QTRY_VERIFY(m_book->grants().empty());
    QTRY_VERIFY(byName<QPushButton>(*m_page, "Undo"));
    byName<QPushButton>(*m_page, "Undo")->click();
    QTRY_COMPARE(int(m_book->grants().size()), 1);
    QCOMPARE(m_book->grants().front(), grant(60));
}

void TestProjectsPage::deletingIsHandedOverWithItsNodes()
{
    m_book->add(grant(2));
    QTRY_COMPARE(int(m_book->grants().size()), 1);
    show(demoLab());
    QStringList asked;
    connect(m_page.get(), &ProjectsPage::deleteRequested, this, [&asked](const auto &nodes) {
        for (const NodeRef &node : nodes) {
            asked << node.name.text();
        }
    });
    auto *all = byName<QPushButton>(*m_page, "Delete all of it…");
    QVERIFY(all);
    all->click();
    QCOMPARE(asked, QStringList("pod-v4"));
    connect(m_page.get(), &ProjectsPage::cleanUpRequested, this, [&asked](const ProjectId &id) {
        asked << id.text();
    });
    byName<QPushButton>(*m_page, "Clean up…")->click();
    QCOMPARE(asked, QStringList({"pod-v4", "lab-speech"}));
}

/// The facts come anew with each refresh, the time that is left grows less.
void TestProjectsPage::aDismissedNoticeStaysAway()
{
    m_book->add(grant(2));
    QTRY_COMPARE(int(m_book->grants().size()), 1);
    show(demoLab());
    const auto noticeOf = [this](const char *button) {
        return qobject_cast<ui::NoticeBar *>(byName<QPushButton>(*m_page, button)->parentWidget());
    };
    const std::vector<ui::NoticeBar *> bars{noticeOf("Delete all of it…"), noticeOf("Clean up…")};
    for (ui::NoticeBar *bar : bars) {
        QVERIFY(bar && !bar->isHidden());
        byName<QToolButton>(*bar, "Dismiss notice")->click();
    }
    m_clock.advance(3600);
    show(demoLab());
    m_clock.advance(-3600);
    QVERIFY(bars[0]->isHidden() && bars[1]->isHidden());
    inventory::Snapshot other = demoLab();
    std::erase_if(other.nodes, [](const inventory::NodeEntry &entry) {
        return entry.node.ref.name.text() == "pod-v4";
    });
    show(other); // what the grant covers is another thing
    QVERIFY(!bars[0]->isHidden() && bars[1]->isHidden());
}

void TestProjectsPage::accessIsAskedWhereItIsLookedAt()
{
    show(demoLab());
    QTRY_COMPARE(said("Permissions"), QString("You may not: delete nodes."));
    QCOMPARE(said("Cloud TPU API"), QString("on"));
    m_page->showProject(*ProjectId::parse("lab-vision"));
    QTRY_COMPARE(said("Cloud TPU API"), QString("off"));
    // trc-shared is not there: what cannot be asked is unknown.
    m_page->showProject(*ProjectId::parse("trc-shared"));
    QTRY_VERIFY(said("Cloud TPU API").startsWith("unknown: "));
}

void TestProjectsPage::quotaIsShownWithWhatIsUsed()
{
    m_sim.post(
        "/sim/projects/lab-speech:setQuota",
        {{"zone", "us-central1-a"}, {"spot", true}, {"chips", 64}});
    NodeSketch node;
    node.zone = "us-central1-a";
    node.type = "v5litepod-16";
    node.spot = true;
    inventory::Snapshot snapshot = snapshotOf({node});
    snapshot.coverage.setListed(*ProjectId::parse("lab-speech"));
    show(snapshot);
    m_page->showProject(*ProjectId::parse("lab-speech"));
    QTRY_VERIFY(byName<QWidget>(*m_page, "Spot v5e chips in us-central1-a: 16 of 64 chips used"));
    // Those of other types there are a click away.
    const QString other = "Spot v5p cores in us-central1-a: 0 of 128 cores used";
    auto *more = byName<QPushButton>(*m_page, "Other limits: 3");
    QVERIFY(more && !byName<QWidget>(*m_page, other));
    more->click();
    QTRY_VERIFY(byName<QWidget>(*m_page, other));
}

void TestProjectsPage::quotaThatIsOffIsASentence()
{
    m_sim.post(
        "/sim/projects/lab-speech:setPermissions",
        {{"denied", QJsonArray{"cloudquotas.quotas.get"}}});
    show(demoLab());
    m_page->showProject(*ProjectId::parse("lab-speech"));
    const auto notes = [this] {
        QString all;
        for (const QLabel *label : m_page->panel().quota().findChildren<QLabel *>()) {
            all += label->text();
        }
        return all;
    };
    QTRY_VERIFY2(notes().contains("The quota is not known: "), qPrintable(notes()));
    QVERIFY2(notes().contains("cloudquotas.quotas.get"), qPrintable(notes()));
    QVERIFY(m_page->panel().quota().findChildren<QPushButton *>().front()->isHidden());
    m_sim.post(
        "/sim/projects/lab-speech:setPermissions", {{"denied", QJsonArray{"tpu.nodes.delete"}}});
}

void TestProjectsPage::theSelectionStaysThroughARefresh()
{
    show(demoLab());
    m_page->showProject(*ProjectId::parse("lab-vision"));
    inventory::Snapshot lab = demoLab();
    lab.nodes.erase(lab.nodes.begin());
    show(lab);
    QCOMPARE(m_page->panel().view().project.text(), QString("lab-vision"));
}

void TestProjectsPage::whatWasDoneIsSaidWithItsProject()
{
    show(demoLab());
    m_page->showProject(*ProjectId::parse("lab-speech"));
    QString said;
    connect(m_book.get(), &models::GrantBook::written, this, [&said](const QString &text) {
        said = text;
    });
    m_book->add(grant(60));
    QTRY_VERIFY(!said.isEmpty());
    QVERIFY(byName<ui::NoticeBar>(*m_page, said));
    show(demoLab()); // the same project once more
    QVERIFY(byName<ui::NoticeBar>(*m_page, said));
    m_page->showProject(*ProjectId::parse("lab-vision"));
    QVERIFY(!byName<ui::NoticeBar>(*m_page, said));
}

void TestProjectsPage::aDiskIsMadeAndDeleted()
{
    show(demoLab());
    auto *create = byName<QPushButton>(*m_page, "Create a disk…");
    QVERIFY(create);
    QTRY_VERIFY(create->isEnabled());
    create->click();
    auto *dialog = m_page->findChild<ui::DiskDialog *>();
    QVERIFY(dialog);
    auto *make = byName<QPushButton>(*dialog, "Create");
    QVERIFY(!make->isEnabled()); // no name
    QVERIFY(make->toolTip().contains("is no name for a disk"));
    for (const auto *mark : dialog->findChildren<ui::MarkLabel *>()) {
        QVERIFY(!mark->isVisible()); // which is no mistake yet
    }
    byName<QLineEdit>(*dialog, "Name")->setText("corpus");
    QVERIFY(make->isEnabled());
    QSignalSpy begun(dialog, &ui::DiskDialog::begun);
    make->click();
    QCOMPARE(begun.count(), 1);
    QTRY_VERIFY(!m_page->findChild<ui::DiskDialog *>());
    // Just before it is pressed: its row is made anew with each answer.
    QTRY_VERIFY(byName<QToolButton>(*m_page, "Delete the disk corpus"));
    byName<QToolButton>(*m_page, "Delete the disk corpus")->click();
    dialog = m_page->findChild<ui::DiskDialog *>();
    auto *remove = byName<QPushButton>(*dialog, "Delete");
    QVERIFY(!remove->isEnabled());
    byName<QLineEdit>(*dialog, "Type the name of the disk")->setText("corpus");
    remove->click();
    QTRY_VERIFY_WITH_TIMEOUT(!byName<QToolButton>(*m_page, "Delete the disk corpus"), Patience);
}

/// They are made elsewhere, too.
void TestProjectsPage::disksAreListedAnewWhenThePageIsShownAgain()
{
    show(demoLab());
    QTRY_COMPARE(m_disks->ageText(grant(1).project), QString("just now"));
    m_page->hide();
    m_clock.advance(61);
    m_page->show();
    QCOMPARE(m_disks->ageText(grant(1).project), QString("asking…"));
    m_clock.advance(-61);
}

/// Not that of any other project's.
void TestProjectsPage::aNewDiskIsForTheSelectedNode()
{
    m_selected = {
        refOf({.project = "lab-vision", .zone = "us-east1-d"}), refOf({.zone = "us-east5-a"})};
    show(demoLab());
    auto *create = byName<QPushButton>(*m_page, "Create a disk…");
    QTRY_VERIFY(create && create->isEnabled());
    create->click();
    auto *dialog = m_page->findChild<ui::DiskDialog *>();
    QVERIFY(dialog);
    const auto *zone = byName<QComboBox>(*dialog, "Zone");
    QCOMPARE(zone->currentText(), QString("us-east5-a"));
    QCOMPARE(zone->count(), 4); // once, and those of the project's other nodes
}

void TestProjectsPage::aDiskWhoseDialogIsClosedEarlyIsTold()
{
    show(demoLab());
    auto *create = byName<QPushButton>(*m_page, "Create a disk…");
    QVERIFY(create);
    QTRY_VERIFY(create->isEnabled());
    create->click();
    QSignalSpy noted(m_page.get(), &ProjectsPage::noted);
    auto *dialog = m_page->findChild<ui::DiskDialog *>();
    QVERIFY(dialog);
    byName<QLineEdit>(*dialog, "Name")->setText("left-alone");
    byName<QPushButton>(*dialog, "Create")->click();
    QTest::keyClick(dialog, Qt::Key_Escape);
    QVERIFY(!dialog->isVisible());
    QTRY_COMPARE_WITH_TIMEOUT(noted.count(), 1, Patience);
    QCOMPARE(noted.first().first().toString(), QString("left-alone"));
    QTRY_VERIFY_WITH_TIMEOUT(byName<QToolButton>(*m_page, "Delete the disk left-alone"), Patience);
    QTRY_VERIFY(!m_page->findChild<ui::DiskDialog *>());
}

void TestProjectsPage::hostileTextStaysPlain()
{
    inventory::Snapshot lab = demoLab();
    lab.projects.front().name = "<img src=x>";
    show(lab);
    QCOMPARE(richLabels(*m_page), QStringList());
}

void TestProjectsPage::everyControlHasAName()
{
    m_book->add(grant(2));
    QTRY_COMPARE(int(m_book->grants().size()), 1);
    show(demoLab());
    for (const auto *button : m_page->findChildren<QAbstractButton *>()) {
        QVERIFY2(
            !accessibleNameOf(button).isEmpty() || !button->isVisibleTo(m_page.get()),
            qPrintable(button->objectName()));
    }
}

QTEST_MAIN(TestProjectsPage)
#include "tst_projectspage.moc"
