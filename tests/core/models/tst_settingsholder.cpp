// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/settingsholder.h"
#include "tests/fakes/patience.h"

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

QTEST_GUILESS_MAIN(TestSettingsHolder)
#include "tst_settingsholder.moc"
