// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/inventory.h"
#include "core/models/diffmodel.h"
#include "core/models/settingsholder.h"
#include "core/models/sshconfigstate.h"
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/demolab.h"
#include "tests/fakes/fakenodesource.h"
#include "tests/fakes/manualclock.h"
#include "widgets/sshconfig/diffview.h"
#include "widgets/sshconfig/sshpage.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;
using State = models::SshConfigState::State;

namespace {

/// The page over real files in a home of its own.
struct Fixture
{
    explicit Fixture(const QByteArray &ownConfig = "Host gateway\n    User matt\n")
        : paths{home.path(), home.filePath("config"), home.filePath("data"), home.filePath("state")}
        , settings(paths, store::Settings(), QProcessEnvironment())
        , inventory(source, nullptr, clock)
        , service(paths, clock)
        , ssh(inventory, service, [this] { return settings.effective().sshConfig; })
        , page(ssh, settings, clock)
    {
        QDir().mkpath(paths.sshDir());
        QFile own(paths.sshConfigFile());
        own.open(QIODevice::WriteOnly);
        own.write(ownConfig);
        own.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
        QObject::connect(
            &settings, &models::SettingsHolder::changed, &ssh, [this] { ssh.replan(); });
        page.resize(1100, 700);
        page.show();
    }
    void ask(const inventory::Snapshot &snapshot)
    {
        source.set(snapshot);
        inventory.refresh();
    }
    [[nodiscard]] QByteArray ownConfig() const
    {
        QFile file(paths.sshConfigFile());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    [[nodiscard]] QPushButton *write() const { return byName<QPushButton>(page, "Write"); }

    QTemporaryDir home;
    Paths paths;
    ManualClock clock;
    FakeNodeSource source;
    models::SettingsHolder settings;
    inventory::Inventory inventory;
    sshconfig::ConfigService service;
    models::SshConfigState ssh;
    SshPage page;
};

} // namespace

class TestSshPage final : public QObject
{
    Q_OBJECT

private slots:
    void waitsForTheNodes();
    void showsBeforeItWrites();
    void writesAndGoesBack();
    void noticeOfAWriteGoesWithIt();
    void undoMenuHasTheVersions();
    void saysWhyItRefuses();
    void optionsChangeThePlan();
    void refusesASenselessPattern();
    void textStaysPlain();
};

void TestSshPage::waitsForTheNodes()
{
    Fixture f;
    QVERIFY(byName<QLabel>(f.page, "Not looked yet"));
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
    QVERIFY(f.write()->isEnabled());
    auto *files = byName<QListView>(f.page, "Files");
    QTRY_COMPARE(files->model()->rowCount(), 3);
    QVERIFY(files->model()->index(0, 0).data().toString().startsWith("~/.ssh/podium/"));
    auto *diff = byName<QTableView>(f.page, "Changes");
    QTRY_VERIFY(diff && diff->model()->rowCount() > 10);
    // A new file has nothing to stand at the left.
    QVERIFY(diff->isColumnHidden(int(models::DiffModel::Column::Before)));
    files->setCurrentIndex(files->model()->index(2, 0));
    QVERIFY(!diff->isColumnHidden(int(models::DiffModel::Column::Before)));
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
    QTRY_COMPARE_WITH_TIMEOUT(int(f.ssh.state()), int(State::UpToDate), 20000);
    QVERIFY(f.ownConfig().contains("Include"));
    QVERIFY(f.ownConfig().contains("Host gateway"));
    QVERIFY(QDir(f.paths.podiumSshDir()).exists("config"));
    QVERIFY(!f.write()->isEnabled());

    QPushButton *undo = byName<QPushButton>(f.page, "Undo write");
    QVERIFY(undo);
    undo->click();
    QTRY_COMPARE_WITH_TIMEOUT(int(f.ssh.state()), int(State::Waiting), 20000);
    QCOMPARE(f.ownConfig(), before);
    QVERIFY(byName<QLabel>(f.page, "The earlier version is back."));
}

void TestSshPage::noticeOfAWriteGoesWithIt()
{
    Fixture f;
    f.ask(snapshotOf({{.name = "tpu1"}}));
    QTRY_VERIFY(f.write()->isEnabled());
    f.write()->click();
    QTRY_COMPARE_WITH_TIMEOUT(int(f.ssh.state()), int(State::UpToDate), 20000);
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
    QTRY_VERIFY_WITH_TIMEOUT(undo->isEnabled(), 20000);
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
    QVERIFY(byName<QLabel>(
        f.page, "The alias pattern needs {node}, or all nodes would have one name."));
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
