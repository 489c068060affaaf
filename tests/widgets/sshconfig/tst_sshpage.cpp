// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/relativetime.h"
#include "core/models/sshconfig/aliaschangemodel.h"
#include "core/models/sshconfig/aliascheckmodel.h"
#include "core/models/sshconfig/diffmodel.h"
#include "core/sshconfig/writer/configwriter.h"
#include "tests/fakes/demolab.h"
#include "tests/fakes/patience.h"
#include "tests/widgets/sshconfig/sshpagefixture.h"
#include "widgets/sshconfig/diffview.h"
#include "widgets/sshconfig/sshtexts.h"

#include <QAction>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMessageBox>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;
using State = models::SshConfigState::State;

using Fixture = SshPageFixture;

class TestSshPage final : public QObject
{
    Q_OBJECT

private slots:
    void waitsForTheNodes();
    void showsBeforeItWrites();
    void writesAndGoesBack();
    void tellsWhichOwnLinesGoBack();
    void asksBeforeMostIsLost();
    void noticeOfAWriteGoesWithIt();
    void undoMenuHasTheVersions();
    void saysWhyItRefuses();
    void optionsChangeThePlan();
    void refusesASenselessPattern();
    void checkTellsEachAlias();
    void verdictsGoWithWhatTheyWereAbout();
    void writesOnlyWhatIsShown();
    void textStaysPlain();
};

void TestSshPage::waitsForTheNodes()
{
    Fixture f;
    QVERIFY(byName<QLabel>(f.page, "Not compared yet"));
    QVERIFY(!f.write()->isEnabled());
    // Without an answer of the cloud nothing is planned: all entries would seem to go.
    f.ssh.replan();
    QCOMPARE(int(f.ssh.state()), int(State::Unknown));
}

void TestSshPage::showsBeforeItWrites()
{
    Fixture f;
    const QByteArray before = f.ownConfig();
    f.ask(demoLab());
    QTRY_COMPARE(int(f.ssh.state()), int(State::Waiting));
    QTRY_VERIFY(byName<QListView>(f.page, "Files")); // shown when there is something to compare
    auto *files = byName<QListView>(f.page, "Files");
    QTRY_COMPARE(files->model()->rowCount(), 3);
    QTRY_VERIFY(f.write()->isEnabled());
    QVERIFY(files->model()->index(0, 0).data().toString().startsWith("~/.ssh/podium/"));
    // Host by host first; line by line on demand.
    auto *hosts = byName<QTableView>(f.page, "Changed hosts");
    QTRY_VERIFY(hosts && hosts->model()->rowCount() > 10);
    QVERIFY(hosts->isColumnHidden(int(models::AliasChangeModel::Column::OldAddress)));
    QVERIFY(byName<QLabel>(
        f.page, QString("%1 hosts added · 4 inactive added").arg(hosts->model()->rowCount() - 4)));
    QVERIFY(!byName<QTableView>(f.page, "Changes"));
    byName<QPushButton>(f.page, "Show lines")->click();
    auto *diff = byName<QTableView>(f.page, "Changes");
    QTRY_VERIFY(diff && diff->model()->rowCount() > 10);
    // A new file has nothing to stand at the left.
    QVERIFY(diff->isColumnHidden(int(models::DiffModel::Column::Before)));
    files->setCurrentIndex(files->model()->index(2, 0));
    QVERIFY(!diff->isColumnHidden(int(models::DiffModel::Column::Before)));
    // No line is cut in a small window: there is a way to scroll to its end.
    files->setCurrentIndex(files->model()->index(0, 0));
    f.page.resize(820, 540);
    const int after = int(models::DiffModel::Column::After);
    QTRY_VERIFY(
        diff->columnWidth(after) >=
        static_cast<const QAbstractItemView *>(diff)->sizeHintForColumn(after));
    QVERIFY(diff->horizontalScrollBar()->maximum() > 0);
    QCOMPARE(f.ownConfig(), before);
    QVERIFY(!QDir(f.paths.podiumSshDir()).exists("config"));
}

void TestSshPage::writesAndGoesBack()
{
    Fixture f;
    const QByteArray before = f.ownConfig();
    f.ask(demoLab());
    QTRY_VERIFY(f.write()->isEnabled());
    f.write()->click();
    QVERIFY(!f.write()->isEnabled()); // while it writes
    QTRY_COMPARE(int(f.ssh.state()), int(State::UpToDate));
    QVERIFY(f.ownConfig().contains("Include"));
    QVERIFY(f.ownConfig().contains("Host gateway"));
    QVERIFY(QDir(f.paths.podiumSshDir()).exists("config"));
    QVERIFY(!f.write()->isEnabled());

    QPushButton *undo = byName<QPushButton>(f.page, "Undo write");
    QVERIFY(undo);
    // Another Podium writes: what was there before the write that was told comes back.
    const auto other = sshconfig::ConfigWriter(f.paths, f.clock.now())
                           .write(snapshotOf({{.name = "late"}}), {}, {true});
    QVERIFY(other && other->version == 2);
    undo->click();
    QTRY_COMPARE(int(f.ssh.state()), int(State::Waiting));
    QCOMPARE(f.ownConfig(), before);
    QVERIFY(byName<QLabel>(f.page, "Earlier version restored."));
    QVERIFY(sshSummary(f.ssh).hint.contains("The last change was undone."));
    QTRY_VERIFY(f.write()->isEnabled());
    f.write()->click();
    QTRY_COMPARE(int(f.ssh.state()), int(State::UpToDate));
    f.ask(snapshotOf({{.name = "tpu1", .number = 9}}));
    QTRY_COMPARE(int(f.ssh.state()), int(State::Waiting));
    // The service may write it: that is not denied.
    QVERIFY(sshSummary(f.ssh).hint.contains("or by the background watch where it is on"));
}

void TestSshPage::tellsWhichOwnLinesGoBack()
{
    Fixture f;
    const QByteArray before = f.ownConfig();
    f.ask(demoLab());
    QTRY_VERIFY(f.write()->isEnabled());
    f.write()->click();
    QTRY_COMPARE(int(f.ssh.state()), int(State::UpToDate));
    QFile own(f.paths.sshConfigFile());
    QVERIFY(own.open(QIODevice::Append) && own.write("Host lately\n  Port 2200\n") > 0);
    own.close();
    byName<QPushButton>(f.page, "Undo write")->click();
    QTRY_VERIFY(byName<QLabel>(f.page, "Earlier version restored."));
    QCOMPARE(f.ownConfig(), before);
    QVERIFY(byName<QLabel>(
        f.page, "Lines of your own had changed since that version; they are as they were then."));
}

void TestSshPage::asksBeforeMostIsLost()
{
    Fixture f;
    f.ask(snapshotOf({{.name = "pod", .workers = 30}}));
    QTRY_VERIFY(f.write()->isEnabled());
    f.write()->click();
    QTRY_COMPARE(int(f.ssh.state()), int(State::UpToDate));
    const auto hosts = [&f] {
        QFile file(f.paths.podiumSshDir() + "/config");
        return file.open(QIODevice::ReadOnly) ? file.readAll().count("\nHost ") : -1;
    };
    QCOMPARE(hosts(), 30);
    f.ask(snapshotOf({{.name = "pod", .workers = 1}}));
    QTRY_COMPARE(int(f.ssh.state()), int(State::Waiting));
    QTRY_VERIFY(f.write()->isEnabled());
    f.write()->click();
    auto *box = f.page.findChild<QMessageBox *>();
    QVERIFY(box && box->isVisible() && !f.ssh.isWriting());
    QVERIFY2(box->text().contains("1 of 30 hosts"), qPrintable(box->text()));
    QCOMPARE(box->defaultButton(), box->button(QMessageBox::Cancel));
    box->button(QMessageBox::Cancel)->click();
    QCOMPARE(hosts(), 30);
    QVERIFY(!f.ssh.isWriting());
    const auto ask = [&f] {
        f.write()->click();
        QMessageBox *asked = nullptr;
        for (QMessageBox *other : f.page.findChildren<QMessageBox *>()) {
            asked = other->isVisible() ? other : asked;
        }
        return asked;
    };
    box = ask();
    QVERIFY(box);
    // Another loss than the one that is asked about is not agreed to.
    const int revision = f.ssh.revision();
    f.ask(snapshotOf({{.name = "pod", .workers = 2}}));
    QTRY_VERIFY(f.ssh.revision() != revision);
    byName<QPushButton>(*box, "Write anyway")->click();
    QVERIFY(byName<QLabel>(
        f.page, "Nothing was written: the change is no longer the one shown.\n"
                "The files or the nodes have changed since it was shown."));
    QVERIFY(!f.ssh.isWriting());
    QCOMPARE(hosts(), 30);
    QTRY_VERIFY(f.write()->isEnabled());
    box = ask();
    QVERIFY(box);
    QVERIFY2(box->text().contains("2 of 30 hosts"), qPrintable(box->text()));
    byName<QPushButton>(*box, "Write anyway")->click();
    QTRY_COMPARE(int(f.ssh.state()), int(State::UpToDate));
    QCOMPARE(hosts(), 2);
}

void TestSshPage::noticeOfAWriteGoesWithIt()
{
    Fixture f;
    f.ask(snapshotOf({{.name = "tpu1"}}));
    QTRY_VERIFY(f.write()->isEnabled());
    f.write()->click();
    QTRY_COMPARE(int(f.ssh.state()), int(State::UpToDate));
    QTRY_VERIFY(byName<QPushButton>(f.page, "Undo write"));
    f.ask(snapshotOf({{.name = "tpu1", .number = 9}}));
    QTRY_COMPARE(int(f.ssh.state()), int(State::Waiting));
    QVERIFY(!byName<QPushButton>(f.page, "Undo write"));
}

void TestSshPage::undoMenuHasTheVersions()
{
    Fixture f;
    f.ask(demoLab());
    QTRY_VERIFY(f.write()->isEnabled());
    auto *undo = byName<QToolButton>(f.page, "Undo");
    QVERIFY(!undo->isEnabled());
    f.write()->click();
    QTRY_VERIFY(undo->isEnabled());
    emit undo->menu()->aboutToShow();
    QCOMPARE(undo->menu()->actions().size(), int(f.ssh.versions().size()));
    QVERIFY(undo->menu()->actions().constFirst()->text().startsWith("Version 1"));
}

void TestSshPage::saysWhyItRefuses()
{
    Fixture f("Host broken\n    NoSuchKeyword at all\n");
    QFile::remove(f.paths.sshConfigFile());
    QVERIFY(QDir().mkpath(f.paths.sshConfigFile())); // a folder where a file should be
    f.ask(demoLab());
    QTRY_VERIFY(f.ssh.state() == State::Refused || f.ssh.state() == State::Failed);
    QVERIFY(!f.write()->isEnabled());
    QVERIFY(byName<QLabel>(f.page, f.ssh.error().summary));
    QVERIFY(byName<QLabel>(f.page, "Your files are untouched"));
}

void TestSshPage::optionsChangeThePlan()
{
    Fixture f;
    f.ask(snapshotOf({{.name = "tpu1"}}));
    QTRY_COMPARE(int(f.ssh.state()), int(State::Waiting));
    auto *pattern = byName<QLineEdit>(f.page, "Alias pattern");
    pattern->setText("lab.{node}.{worker}");
    QSignalSpy saved(&f.settings, &models::SettingsHolder::saved);
    emit pattern->editingFinished();
    QTRY_COMPARE(f.ssh.plan().entries.size(), size_t(1));
    QTRY_VERIFY(f.ssh.plan().entries.front().aliases.contains("lab.tpu1.0"));
    QTRY_COMPARE(saved.count(), 1);
    QVERIFY(QFile::exists(f.paths.configFile()));
}

void TestSshPage::refusesASenselessPattern()
{
    Fixture f;
    auto *pattern = byName<QLineEdit>(f.page, "Alias pattern");
    QSignalSpy changed(&f.settings, &models::SettingsHolder::changed);
    pattern->setText("{zone}");
    emit pattern->editingFinished();
    QCOMPARE(changed.count(), 0);
    const QString why = "The alias pattern needs {node}, or all nodes would have one name.";
    QVERIFY(byName<QLabel>(f.page, why));
    // It stays as it was typed, with what is said of it, whatever is refreshed meanwhile.
    f.ask(demoLab());
    QTRY_COMPARE(int(f.ssh.state()), int(State::Waiting));
    QCOMPARE(pattern->text(), QString("{zone}"));
    QVERIFY(byName<QLabel>(f.page, why));
    pattern->setText("{node}.{zone}-{worker}");
    emit pattern->editingFinished();
    QCOMPARE(changed.count(), 1);
    QVERIFY(!byName<QLabel>(f.page, why));
}

void TestSshPage::checkTellsEachAlias()
{
    Fixture f;
    NodeSketch stopped{.name = "old", .state = cloud::NodeState::Stopped, .number = 2};
    f.ask(snapshotOf({{.name = "tpu1"}, stopped}));
    auto *check = byName<QToolButton>(f.page, "Check");
    QTRY_VERIFY(check->isEnabled());
    check->click();
    QVERIFY(!check->isEnabled()); // one at a time
    auto *table = byName<QTableView>(f.page, "Checked aliases");
    QVERIFY(table);
    QTRY_COMPARE(table->model()->rowCount(), 4);
    QCOMPARE(table->model()->index(0, 0).data().toString(), QString("Not written"));
    QCOMPARE(table->model()->index(3, 0).data().toString(), QString("Inactive"));
    QVERIFY(byName<QLabel>(f.page, "2 not written · 2 inactive"));
    QVERIFY(!f.write()->isEnabled()); // the changes are not to be seen
    byName<QToolButton>(f.page, "Back to the changes")->click();
    QTRY_VERIFY(f.write()->isEnabled()); // the check need not be the slower one
    f.write()->click();
    QTRY_COMPARE(int(f.ssh.state()), int(State::UpToDate));
    QTRY_VERIFY(check->isEnabled());
    check->click();
    QTRY_VERIFY(byName<QLabel>(f.page, "2 read correctly, not logged in · 2 inactive"));
    // Nothing of it is green: nobody was let in. And what was found has its time.
    const auto markIn = [table](int row) {
        return table->model()
            ->index(row, 0)
            .data(models::AliasCheckModel::MarkRole)
            .value<models::Mark>();
    };
    QTRY_COMPARE(int(markIn(0)), int(models::Mark::Off));
    QCOMPARE(int(checkSummary(f.ssh.check()).mark), int(models::Mark::Off));
    QVERIFY(byName<QLabel>(f.page, "Checked: " + models::fullTimeText(f.clock.now())));
    const SshSummary files = sshSummary(f.ssh);
    QCOMPARE(int(files.mark), int(models::Mark::Off));
    QCOMPARE(
        files.text, QString("Matches the nodes as of %1: 1 host, 1 inactive")
                        .arg(models::fullTimeText(f.inventory.snapshot().asOf)));
    byName<QToolButton>(f.page, "Back to the changes")->click();
    QTRY_VERIFY(byName<QTableView>(f.page, "Changes")); // once they are compared
}

/// Green verdicts of what was before would be taken for those of what is.
void TestSshPage::verdictsGoWithWhatTheyWereAbout()
{
    Fixture f;
    f.ask(snapshotOf({{.name = "tpu1"}}));
    QTRY_VERIFY(f.write()->isEnabled());
    f.write()->click();
    QTRY_COMPARE(int(f.ssh.state()), int(State::UpToDate));
    auto *check = byName<QToolButton>(f.page, "Check");
    const auto checkAll = [&f, check] {
        QTRY_VERIFY(check->isEnabled());
        check->click();
        QTRY_VERIFY(byName<QLabel>(f.page, "2 read correctly, not logged in"));
    };
    checkAll();
    f.ask(snapshotOf({{.name = "tpu1"}})); // the same once more
    QTRY_VERIFY(!f.inventory.isRefreshing());
    QVERIFY(byName<QLabel>(f.page, "2 read correctly, not logged in"));
    // Another address.
    f.ask(snapshotOf({{.name = "tpu1", .number = 9}}));
    QTRY_COMPARE(int(f.ssh.state()), int(State::Waiting));
    QVERIFY(!byName<QTableView>(f.page, "Checked aliases"));
    QTRY_VERIFY(f.write()->isEnabled()); // what is shown is that change, not the one before
    const auto *hosts = byName<QTableView>(f.page, "Changed hosts");
    QVERIFY(hosts);
    QCOMPARE(hosts->model()->rowCount(), 1);
    const auto address = [hosts](models::AliasChangeModel::Column column) {
        return hosts->model()->index(0, int(column)).data().toString();
    };
    QVERIFY(!hosts->isColumnHidden(int(models::AliasChangeModel::Column::OldAddress)));
    QVERIFY(
        address(models::AliasChangeModel::Column::OldAddress) !=
        address(models::AliasChangeModel::Column::NewAddress));
    f.write()->click();
    QTRY_COMPARE(int(f.ssh.state()), int(State::UpToDate));
    // An undo.
    checkAll();
    emit byName<QToolButton>(f.page, "Undo")->menu()->aboutToShow();
    byName<QToolButton>(f.page, "Undo")->menu()->actions().constFirst()->trigger();
    QTRY_VERIFY(!byName<QTableView>(f.page, "Checked aliases"));
    // Old verdicts are not those of a new check, even for a moment.
    QTRY_VERIFY(check->isEnabled());
    check->click();
    QCOMPARE(byName<QTableView>(f.page, "Checked aliases")->model()->rowCount(), 0);
}

void TestSshPage::writesOnlyWhatIsShown()
{
    Fixture f;
    f.ask(demoLab());
    QTRY_VERIFY(f.write()->isEnabled());
    // Somebody else edits the file meanwhile.
    QFile own(f.paths.sshConfigFile());
    QVERIFY(own.open(QIODevice::Append));
    own.write("Host other\n    User ada\n");
    own.close();
    const QByteArray before = f.ownConfig();
    f.write()->click();
    QTRY_VERIFY(byName<QLabel>(
        f.page, "Nothing was written: the change is no longer the one shown.\n"
                "The files or the nodes have changed since it was shown."));
    QCOMPARE(f.ownConfig(), before);
    QVERIFY(!QDir(f.paths.podiumSshDir()).exists("config"));
    QTRY_VERIFY(f.write()->isEnabled()); // now it is shown
    f.write()->click();
    QTRY_COMPARE(int(f.ssh.state()), int(State::UpToDate));
    QVERIFY(f.ownConfig().contains("Host other"));
}

void TestSshPage::textStaysPlain()
{
    Fixture f;
    f.ask(demoLab());
    QTRY_VERIFY(!f.ssh.plan().warnings.isEmpty()); // of the node named <b>…
    QCOMPARE(richLabels(f.page), QStringList());
}

QTEST_MAIN(TestSshPage)
#include "tst_sshpage.moc"
