// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/demolab.h"
#include "tests/fakes/patience.h"
#include "tests/widgets/sshconfig/sshpagefixture.h"

#include <QAction>
#include <QListView>
#include <QMenu>
#include <QTableView>
#include <QToolButton>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;
using State = models::SshConfigState::State;

using Fixture = SshPageFixture;

/// The check of the page, over real files and the real ssh.
class TestSshCheckPage final : public QObject
{
    Q_OBJECT

private slots:
    void checkWaitsForThePlan();
    void checkStaysWhereFilesAppear();
    void checkIsOfTheFilesAsTheyAre();
    void checkAlsoLogsIn();
};

/// Asked for from elsewhere, it was lost without a word where the nodes were not yet known.
void TestSshCheckPage::checkWaitsForThePlan()
{
    Fixture f;
    f.page.checkAliases();
    QVERIFY(!byName<QTableView>(f.page, "Checked aliases"));
    f.ask(snapshotOf({{.name = "tpu1"}}));
    QTRY_VERIFY(byName<QTableView>(f.page, "Checked aliases"));
    f.page.checkAliases(); // one at a time
    QTRY_VERIFY(byName<QLabel>(f.page, "2 not written"));
    QTRY_VERIFY(!f.ssh.check().isRunning());
    byName<QToolButton>(f.page, "Back to the changes")->click();
    f.ask(snapshotOf({{.name = "tpu1", .number = 9}}));
    QTRY_VERIFY(!f.ssh.isPlanning());
    QVERIFY(!byName<QTableView>(f.page, "Checked aliases")); // once is enough
}

/// That the list of files is filled chooses none of them, whoever has the keyboard.
void TestSshCheckPage::checkStaysWhereFilesAppear()
{
    Fixture f;
    f.page.activateWindow();
    f.page.setFocus();
    bool wasBefore = false;
    connect(&f.ssh, &models::SshConfigState::changed, this, [&] {
        if (f.ssh.state() == State::Waiting && !wasBefore) {
            auto *files = f.page.findChild<QListView *>();
            wasBefore = files->model()->rowCount() == 0;
            files->show();
            files->setFocus();
            f.page.checkAliases();
        }
    });
    f.ask(demoLab());
    QTRY_VERIFY(wasBefore);
    auto *files = f.page.findChild<QListView *>();
    QTRY_VERIFY(files->currentIndex().isValid());
    QVERIFY(byName<QTableView>(f.page, "Checked aliases"));
    QTRY_VERIFY(!f.ssh.check().isRunning());
    QVERIFY(byName<QTableView>(f.page, "Checked aliases"));
}

/// New nodes while it runs: what was asked for is not dropped without a word.
void TestSshCheckPage::checkIsOfTheFilesAsTheyAre()
{
    Fixture f;
    const auto many = [](int number) {
        std::vector<NodeSketch> nodes;
        for (int i = 0; i < 40; ++i) {
            nodes.push_back({.name = QString("tpu%1").arg(i), .number = number + i});
        }
        return snapshotOf(nodes);
    };
    int number = 1;
    f.ask(many(number));
    QTRY_COMPARE(int(f.ssh.state()), int(State::Waiting));
    bool wasUnderWay = false;
    connect(&f.ssh, &models::SshConfigState::changed, this, [&] {
        wasUnderWay = wasUnderWay || f.ssh.check().isStopping();
    });
    while (!wasUnderWay) { // it may be quicker than the new plan
        QVERIFY(number < 2000);
        f.page.checkAliases();
        QTRY_VERIFY(f.ssh.check().isRunning());
        const auto before = f.ssh.revision();
        f.ask(many(number += 50));
        QTRY_VERIFY(f.ssh.revision() != before);
    }
    QTRY_VERIFY(byName<QTableView>(f.page, "Checked aliases"));
    QTRY_VERIFY(!f.ssh.check().isRunning());
    QVERIFY(byName<QTableView>(f.page, "Checked aliases"));
    QVERIFY(!f.ssh.check().wasStopped());
}

void TestSshCheckPage::checkAlsoLogsIn()
{
    Fixture f;
    inventory::Snapshot snapshot = snapshotOf({{.name = "tpu1"}});
    snapshot.nodes[0].node.workers[0].externalIp = "127.0.0.1";
    store::Settings settings = f.settings.current();
    settings.sshConfig.port = 1; // where nobody listens
    f.settings.set(settings);
    f.ask(snapshot);
    QTRY_VERIFY(f.write()->isEnabled());
    f.write()->click();
    QTRY_COMPARE(int(f.ssh.state()), int(State::UpToDate));
    auto *check = byName<QToolButton>(f.page, "Check");
    QAction *login = check->menu()->actions().constFirst();
    QCOMPARE(login->text(), QString("Also log in to each"));
    login->setChecked(true);
    QTRY_VERIFY(check->isEnabled());
    check->click();
    QTRY_VERIFY(byName<QLabel>(f.page, "2 without a login"));
    auto *table = byName<QTableView>(f.page, "Checked aliases");
    QVERIFY(table->model()->index(0, 3).data().toString().contains("refused"));
}

QTEST_MAIN(TestSshCheckPage)
#include "tst_sshcheckpage.moc"
