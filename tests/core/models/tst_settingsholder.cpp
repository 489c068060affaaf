// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/settingsholder.h"
#include "tests/fakes/patience.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace podium;
using models::SettingsHolder;

class TestSettingsHolder final : public QObject
{
    Q_OBJECT

private slots:
    void whatIsWrittenByOthersStays();
    void whatIsWrittenByOthersIsTakenUp();
    void whatCouldNotBeWrittenIsKept();
    void whatCannotBeReadChangesNothing();
};

void TestSettingsHolder::whatIsWrittenByOthersStays()
{
    const QTemporaryDir home;
    const Paths paths{
        home.path(), home.filePath("config"), home.filePath("data"), home.filePath("state")};
    SettingsHolder holder(paths, store::Settings(), QProcessEnvironment());
    const QSignalSpy saved(&holder, &SettingsHolder::saved);
    store::Settings here = holder.current();
    here.sshUser = "ada";
    holder.set(here);
    QTRY_COMPARE(saved.count(), 1);
    store::Settings byHand = store::loadSettings(paths).value();
    byHand.sshUser = "eve";
    byHand.credentialsFile = "/keys/robot.json";
    QVERIFY(store::saveSettings(paths, byHand));
    here.projects = QStringList{"lab-speech"};
    holder.set(here);
    QTRY_COMPARE(saved.count(), 2);
    const store::Settings stored = store::loadSettings(paths).value();
    QCOMPARE(stored.projects, QStringList{"lab-speech"});
    QCOMPARE(stored.sshUser, QString("eve"));
    QCOMPARE(stored.credentialsFile, QString("/keys/robot.json"));
}

/// Into a folder that was not there, over the file and in it, without a word to the holder.
void TestSettingsHolder::whatIsWrittenByOthersIsTakenUp()
{
    const QTemporaryDir home;
    const Paths paths{
        home.path(), home.filePath("config"), home.filePath("data"), home.filePath("state")};
    SettingsHolder holder(paths, store::Settings(), QProcessEnvironment());
    const QSignalSpy saved(&holder, &SettingsHolder::saved);
    const QSignalSpy changed(&holder, &SettingsHolder::changed);
    store::Settings here = holder.current();
    here.sshUser = "ada";
    holder.set(here);
    QTRY_COMPARE(saved.count(), 1);
    QSignalSpy reloaded(&holder, &SettingsHolder::reloaded);
    QTRY_VERIFY(!reloaded.isEmpty());
    QCOMPARE(changed.count(), 1); // what it has written itself is no news
    store::Settings theirs = store::loadSettings(paths).value();
    theirs.sshUser = "eve";
    theirs.sshConfig.rules.emplace_back();
    theirs.sshConfig.rules.back().user = "root";
    QVERIFY(store::saveSettings(paths, theirs));
    QTRY_COMPARE(holder.current().sshUser, QString("eve"));
    QCOMPARE(holder.current().sshConfig.rules.size(), std::size_t(1));
    QCOMPARE(changed.count(), 2);
    QFile file(paths.configFile());
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(R"({"refreshInterval": 30})");
    file.close();
    QTRY_COMPARE(holder.current().refreshInterval, std::chrono::seconds(30));
    QCOMPARE(holder.current().sshUser, QString());
    // What is set from then on does not bring the old values back.
    here = holder.current();
    here.projects = QStringList{"lab-speech"};
    holder.set(here);
    QTRY_COMPARE(saved.count(), 2);
    QCOMPARE(store::loadSettings(paths)->refreshInterval, std::chrono::seconds(30));
    QCOMPARE(store::loadSettings(paths)->sshUser, QString());
}

void TestSettingsHolder::whatCouldNotBeWrittenIsKept()
{
    const QTemporaryDir home;
    const Paths paths{
        home.path(), home.filePath("config"), home.filePath("data"), home.filePath("state")};
    SettingsHolder holder(paths, store::Settings(), QProcessEnvironment());
    QSignalSpy failed(&holder, &SettingsHolder::saveFailed);
    QFile block(paths.configDir); // a file where the folder should be
    QVERIFY(block.open(QIODevice::WriteOnly));
    store::Settings here = holder.current();
    here.sshUser = "ada";
    holder.set(here);
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(block.remove());
    store::Settings theirs;
    theirs.colourScheme = "dark";
    QVERIFY(store::saveSettings(paths, theirs));
    holder.reload();
    QTRY_COMPARE(holder.current().colourScheme, QString("dark"));
    QCOMPARE(holder.current().sshUser, QString("ada"));
}

void TestSettingsHolder::whatCannotBeReadChangesNothing()
{
    const QTemporaryDir home;
    const Paths paths{
        home.path(), home.filePath("config"), home.filePath("data"), home.filePath("state")};
    store::Settings there;
    there.sshUser = "ada";
    QVERIFY(store::saveSettings(paths, there));
    SettingsHolder holder(paths, there, QProcessEnvironment());
    const QSignalSpy changed(&holder, &SettingsHolder::changed);
    QSignalSpy failed(&holder, &SettingsHolder::reloadFailed);
    QFile file(paths.configFile());
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write("{,");
    file.close();
    QTRY_VERIFY(!failed.isEmpty());
    QCOMPARE(holder.current().sshUser, QString("ada"));
    QCOMPARE(changed.count(), 0);
}

QTEST_GUILESS_MAIN(TestSettingsHolder)
#include "tst_settingsholder.moc"
