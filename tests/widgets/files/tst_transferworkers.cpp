// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// The window's own parts with real sshd workers: files there and back.
#include "core/ssh/libssh/libsshtransport.h"
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/fakenodesource.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"
#include "tests/fakes/simworkers.h"
#include "widgets/files/copyform.h"
#include "widgets/files/fetchform.h"
#include "widgets/files/transferpage.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTreeView>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;
using Phase = models::TransferState::Phase;

class TestTransferWorkers final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void filesGoThereAndBack();
    void whatIsChosenIsWhatIsCopied();
    void extrasGoAsAStepOfTheirOwn();
    void onceOverTheLine();
    void gatewaysOfOneNameAreToldApart();
    void oneThatRefusesIsTheRest();
    void aStoppedCopyIsCarriedOn();

private:
    /// Nothing is left of connections that were kept.
    void connectAnew()
    {
        m_transport.reset();
        m_transport =
            std::make_unique<ssh::LibsshTransport>(m_hostKeys, ssh::LibsshTransport::Options());
    }
    [[nodiscard]] std::unique_ptr<TransferPage> pageOf(TransferForm *form);
    void write(const QString &name, const QByteArray &content) const
    {
        const QString path = m_folder.filePath(name);
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
    }
    [[nodiscard]] QByteArray read(const QString &name) const
    {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("none");
    }
    [[nodiscard]] QByteArray path(const QString &name) const
    {
        return QFile::encodeName(m_folder.filePath(name));
    }
    static QString cell(const TransferPage &page, int row, models::TransferModel::Column column)
    {
        return page.state().model().index(row, column).data().toString();
    }
    /// A copy of "tree" to the pod's folder "data", to its end.
    void copyTree(bool deletes = false);
    /// What is in that folder of all workers, fetched.
    void fetchTo(const QString &folder, const QString &source = "data/tree");

    SimWorkers m_workers;
    SystemClock m_clock;
    QTemporaryDir m_folder;
    ssh::HostKeyStore m_hostKeys{m_folder.filePath("known_hosts")};
    std::unique_ptr<ssh::LibsshTransport> m_transport;
    FakeNodeSource m_source;
    inventory::Inventory m_inventory{m_source, nullptr, m_clock};
};

void TestTransferWorkers::initTestCase()
{
    if (!m_workers.start(3)) {
        QSKIP(qPrintable(m_workers.reason()));
    }
    connectAnew();
    inventory::Snapshot snapshot;
    snapshot.nodes.push_back(nodeEntry(
        {.project = "lab", .zone = "us-central2-b", .name = "pod", .type = "v4-24", .workers = 3}));
    m_source.set(snapshot);
    QSignalSpy spy(&m_inventory, &inventory::Inventory::refreshed);
    m_inventory.refresh();
    QVERIFY(spy.wait(Patience));
}

std::unique_ptr<TransferPage> TestTransferWorkers::pageOf(TransferForm *form)
{
    auto page = std::make_unique<TransferPage>(
        m_inventory,
        [this] {
            return run::RunService(
                *m_transport,
                [this](const WorkerRef &worker) { return m_workers.endpointOf(worker); }, m_clock);
        },
        m_clock, form);
    page->setTargets({"pod"});
    page->resize(1000, 600);
    page->show();
    return page;
}

void TestTransferWorkers::copyTree(bool deletes)
{
    auto *form = new CopyForm;
    const auto page = pageOf(form);
    form->addFiles({path("tree")});
    byName<QLineEdit>(*page, "Folder on each worker")->setText("data");
    byName<QCheckBox>(*page, "&Delete what is not here")->setChecked(deletes);
    page->goOn();
    QTRY_COMPARE(page->state().phase(), Phase::Planned);
    page->goOn();
    QTRY_COMPARE(page->state().phase(), Phase::Done);
    QVERIFY2(page->state().summary().startsWith("3 verified"), qPrintable(page->state().summary()));
}

void TestTransferWorkers::fetchTo(const QString &folder, const QString &source)
{
    auto *form = new FetchForm;
    const auto page = pageOf(form);
    byName<QLineEdit>(*page, "File or folder on each worker")->setText(source);
    byName<QLineEdit>(*page, "Folder of this machine")->setText(m_folder.filePath(folder));
    page->goOn();
    QTRY_COMPARE(page->state().phase(), Phase::Planned);
    page->goOn();
    QTRY_COMPARE(page->state().phase(), Phase::Done);
    QVERIFY2(page->state().summary().startsWith("3 verified"), qPrintable(page->state().summary()));
}

void TestTransferWorkers::filesGoThereAndBack()
{
    write("tree/a", "hello");
    write("tree/sub/b", QByteArray(3'000'000, 'b'));
    copyTree();
    fetchTo("back");
    for (int worker = 0; worker < 3; ++worker) {
        QCOMPARE(read(QString("back/pod-%1/tree/a").arg(worker)), QByteArray("hello"));
        QCOMPARE(read(QString("back/pod-%1/tree/sub/b").arg(worker)), QByteArray(3'000'000, 'b'));
    }
    // What is there is not sent again, and the plan says so.
    auto *form = new CopyForm;
    const auto page = pageOf(form);
    form->addFiles({path("tree")});
    byName<QLineEdit>(*page, "Folder on each worker")->setText("data");
    page->goOn();
    QTRY_COMPARE(page->state().phase(), Phase::Planned);
    QVERIFY(!page->state().hasWork());
    QCOMPARE(cell(*page, 0, models::TransferModel::StateColumn), QString("the same already"));
    QVERIFY(cell(*page, 0, models::TransferModel::FreeColumn).contains("B"));
}

void TestTransferWorkers::whatIsChosenIsWhatIsCopied()
{
    write("code/a", "hello");
    write("code/run.log", "noise");
    write("code/.gitignore", "*.log\n");
    QCOMPARE(QProcess::execute("git", {"init", "-q", m_folder.filePath("code")}), 0);
    auto *form = new CopyForm;
    const auto page = pageOf(form);
    form->addFiles({path("code")});
    byName<QLineEdit>(*page, "Folder on each worker")->setText("chosen");
    byName<QCheckBox>(*page, "Only &what is in the folders")->setChecked(true);
    byName<QCheckBox>(*page, "Leave out what &git ignores")->setChecked(true);
    byName<QCheckBox>(*page, "Co&mpress")->setChecked(false);
    page->goOn();
    QTRY_COMPARE(page->state().phase(), Phase::Planned);
    page->goOn();
    QTRY_COMPARE(page->state().phase(), Phase::Done);
    QVERIFY2(page->state().summary().startsWith("3 verified"), qPrintable(page->state().summary()));
    fetchTo("code-back", "chosen");
    const QDir back(m_folder.filePath("code-back/pod-2/chosen"));
    QCOMPARE(
        back.entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name),
        (QStringList{".gitignore", "a"}));
    QCOMPARE(read("code-back/pod-2/chosen/a"), QByteArray("hello"));
}

void TestTransferWorkers::extrasGoAsAStepOfTheirOwn()
{
    write("tree/a", "hello");
    write("tree/old", "old");
    copyTree();
    QVERIFY(QFile::remove(m_folder.filePath("tree/old")));
    auto *form = new CopyForm;
    const auto page = pageOf(form);
    form->addFiles({path("tree")});
    byName<QLineEdit>(*page, "Folder on each worker")->setText("data");
    byName<QCheckBox>(*page, "&Delete what is not here")->setChecked(true);
    page->goOn();
    QTRY_COMPARE(page->state().phase(), Phase::Planned);
    QVERIFY2(
        page->state().summary().contains("3 entries are deleted"),
        qPrintable(page->state().summary()));
    const auto *items = byName<QTreeView>(*page, "Deleted, left out or missing");
    QVERIFY(items);
    QCOMPARE(items->model()->index(0, 1).data().toString(), QString("tree/old"));
    QCOMPARE(items->model()->index(0, 2).data().toString(), QString("pod"));
    page->goOn();
    QTRY_COMPARE(page->state().phase(), Phase::Done);
    fetchTo("deleted");
    QCOMPARE(read("deleted/pod-1/tree/old"), QByteArray("none"));
    QCOMPARE(read("deleted/pod-1/tree/a"), QByteArray("hello"));
}

void TestTransferWorkers::onceOverTheLine()
{
    if (QStandardPaths::findExecutable("clush").isEmpty()) {
        QSKIP("This machine has no ClusterShell");
    }
    write("tree/once", "passed on");
    auto *form = new CopyForm([this] {
        return [this](const WorkerRef &worker) {
            const ssh::Endpoint &endpoint = m_workers.endpointOf(worker);
            return gateway::InternalEndpoint{
                endpoint.address, endpoint.port, m_hostKeys.keysFor(endpoint.hostKeyAlias).value()};
        };
    });
    const auto page = pageOf(form);
    form->addFiles({path("tree")});
    byName<QLineEdit>(*page, "Folder on each worker")->setText("data");
    QVERIFY(!byName<QComboBox>(*page, "Gateway")); // nobody asked for one
    byName<QCheckBox>(*page, "Upload &once, via a gateway")->setChecked(true);
    auto *gateway = byName<QComboBox>(*page, "Gateway");
    QVERIFY(gateway);
    QCOMPARE(gateway->currentText(), QString("pod:0"));
    gateway->setCurrentText("pod:1");
    page->setTargets({"pod:1-2"}); // the choice stays
    page->setTargets({"pod"});
    QCOMPARE(gateway->currentText(), QString("pod:1"));
    page->goOn();
    QTRY_COMPARE(page->state().phase(), Phase::Planned);
    QVERIFY2(
        page->state().summary().contains("uploaded, to pod:1"),
        qPrintable(page->state().summary()));
    page->goOn();
    QTRY_COMPARE(page->state().phase(), Phase::Done);
    QVERIFY2(page->state().summary().startsWith("3 verified"), qPrintable(page->state().summary()));
    fetchTo("once");
    QCOMPARE(read("once/pod-2/tree/once"), QByteArray("passed on"));
    // Where nobody knows how they reach each other, it is not offered.
    QVERIFY(!byName<QCheckBox>(*pageOf(new CopyForm), "Upload &once, via a gateway"));
}

void TestTransferWorkers::gatewaysOfOneNameAreToldApart()
{
    CopyForm form([] { return gateway::InternalEndpointOf(); });
    std::vector<WorkerRef> workers;
    for (const char *name :
         {"lab/us-a/pod:0", "lab/us-a/pod:1", "other/us-a/pod:0", "lab/us-a/tpu:0"}) {
        workers.push_back(*WorkerRef::parse(QString(name)));
    }
    form.setTargets({"pod", "tpu"}, workers);
    const auto *gateway = form.findChild<QComboBox *>();
    QStringList names;
    for (int i = 0; i < gateway->count(); ++i) {
        names << gateway->itemText(i);
    }
    QCOMPARE(names, (QStringList{"lab/pod:0", "lab/pod:1", "other/pod:0", "tpu:0"}));
}

void TestTransferWorkers::oneThatRefusesIsTheRest()
{
    write("tree/a", "newer");
    QVERIFY(m_workers.treat(1, "refuse"));
    connectAnew();
    auto *form = new CopyForm;
    const auto page = pageOf(form);
    form->addFiles({path("tree")});
    byName<QLineEdit>(*page, "Folder on each worker")->setText("data");
    page->goOn();
    QTRY_COMPARE(page->state().phase(), Phase::Planned);
    QCOMPARE(cell(*page, 1, models::TransferModel::StateColumn), QString("not reached"));
    page->goOn();
    QTRY_COMPARE(page->state().phase(), Phase::Done);
    QCOMPARE(cell(*page, 0, models::TransferModel::StateColumn), QString("verified"));
    QCOMPARE(cell(*page, 1, models::TransferModel::StateColumn), QString("failed"));
    QVERIFY(m_workers.treat(1, "restore"));
    for (auto *button : page->findChildren<QPushButton *>()) {
        if (button->text() == "Plan for the rest") {
            button->click();
        }
    }
    QTRY_COMPARE(page->state().phase(), Phase::Planned);
    QCOMPARE(page->state().model().rowCount(), 1);
    page->goOn();
    QTRY_COMPARE(page->state().phase(), Phase::Done);
    QCOMPARE(cell(*page, 0, models::TransferModel::WorkerColumn), QString("pod:1"));
    QCOMPARE(cell(*page, 0, models::TransferModel::StateColumn), QString("verified"));
}

void TestTransferWorkers::aStoppedCopyIsCarriedOn()
{
    QByteArray random;
    bool isStopped = false;
    for (quint32 seed = 7; !isStopped; ++seed) { // it may be through before it is stopped
        QVERIFY(seed < 40);
        random.resize(40'000'000 + 4 * int(seed)); // another one, whatever its time
        QRandomGenerator generator(seed);
        generator.fillRange(reinterpret_cast<quint32 *>(random.data()), random.size() / 4);
        write("tree/big", random);
        auto *form = new CopyForm;
        const auto page = pageOf(form);
        form->addFiles({path("tree")});
        byName<QLineEdit>(*page, "Folder on each worker")->setText("data");
        page->goOn();
        QTRY_COMPARE(page->state().phase(), Phase::Planned);
        page->goOn();
        QTRY_VERIFY(page->state().permille() > 0 || page->state().phase() == Phase::Done);
        page->stop();
        QTRY_COMPARE(page->state().phase(), Phase::Done);
        isStopped = !page->state().rest().empty();
    }
    copyTree();
    fetchTo("stopped");
    QVERIFY(read("stopped/pod-2/tree/big") == random);
}

QTEST_MAIN(TestTransferWorkers)
#include "tst_transferworkers.moc"
