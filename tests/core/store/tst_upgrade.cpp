// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What an older Podium has left, a database of each schema and a config.json, is opened by today's.
#include "core/people/roster/rosterstore.h"
#include "core/store/config/settingkeys.h"
#include "core/store/config/settings.h"
#include "core/store/history.h"
#include "core/store/migrations.h"
#include "core/store/runhistory.h"
#include "core/store/sqlitesnapshotstore.h"
#include "tests/core/cloud/cloudfixture.h"
#include "tests/fakes/patience.h"

#include <QDir>
#include <QFile>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QtTest>

using namespace podium;
using namespace podium::store;
using namespace podium::tests;

class TestUpgrade final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void eachSchemaHasItsFile();
    void databaseIsOpened_data();
    void databaseIsOpened();
    void configIsRead();

private:
    [[nodiscard]] static QString dataFile(const QString &name)
    {
        return QStringLiteral(PODIUM_SOURCE_DIR "/tests/data/upgrade/") + name;
    }
    [[nodiscard]] QString path() const { return m_folder->filePath("podium.db"); }
    [[nodiscard]] static QStringList schemaOf(const QString &database);
    void make(int version) const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestUpgrade::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

/// The database as it stood then.
void TestUpgrade::make(int version) const
{
    QFile file(dataFile(QStringLiteral("podium-%1.sql").arg(version)));
    QVERIFY(file.open(QIODevice::ReadOnly));
    {
        QSqlDatabase database = QSqlDatabase::addDatabase("QSQLITE", "make");
        database.setDatabaseName(path());
        QVERIFY(database.open());
        QSqlQuery query(database);
        for (const QString &statement : QString::fromUtf8(file.readAll()).split(";\n")) {
            QVERIFY2(statement.trimmed().isEmpty() || query.exec(statement), qPrintable(statement));
        }
    }
    QSqlDatabase::removeDatabase("make");
}

/// What its tables are made of.
QStringList TestUpgrade::schemaOf(const QString &path)
{
    QStringList schema;
    {
        const auto database = Database::open(path);
        auto rows = (*database)->run("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT "
                                     "NULL ORDER BY type, name");
        while (rows && rows->next()) {
            QString sql = rows->value(2).toString();
            schema << rows->value(1).toString() + ": " + sql.remove('"');
        }
    }
    return schema;
}

/// A schema that is new gets a file here before it is released.
void TestUpgrade::eachSchemaHasItsFile()
{
    for (int version = 1; version <= int(migrations().size()); ++version) {
        QVERIFY2(
            QFile::exists(dataFile(QStringLiteral("podium-%1.sql").arg(version))),
            qPrintable(QString("schema %1").arg(version)));
    }
}

void TestUpgrade::databaseIsOpened_data()
{
    QTest::addColumn<int>("version");
    for (int version = 1; version <= int(migrations().size()); ++version) {
        QTest::addRow("schema %d", version) << version;
    }
}

void TestUpgrade::databaseIsOpened()
{
    QFETCH(int, version);
    make(version);
    if (QTest::currentTestFailed()) {
        return;
    }
    DatabaseQueue queue(path());
    Answer<inventory::Snapshot> snapshots;
    SqliteSnapshotStore(queue).load(snapshots.callback());
    const auto snapshot = snapshots.wait(Patience);
    QVERIFY(snapshot);
    QCOMPARE(int(snapshot->nodes.size()), 2);
    QCOMPARE(snapshot->projects.at(0).name, QString("The speech lab"));
    const NodeRef pod{
        *ProjectId::parse("lab-speech"), *Zone::parse("us-central2-b"), *NodeName::parse("pod-v4")};
    const inventory::NodeEntry *entry = snapshot->find(pod);
    QVERIFY(entry);
    QCOMPARE(int(entry->node.workers.size()), 2);
    QCOMPARE(entry->node.workers[0].externalIp, QString("34.62.0.15"));
    QCOMPARE(entry->node.workers[0].hostKeys.size(), 1);
    // Before coverage was kept nothing was proved to be gone.
    const NodeRef missing{pod.project, pod.zone, *NodeName::parse("none")};
    QCOMPARE(snapshot->coverage.provesGone(missing), version >= 4);

    Answer<Result<std::vector<inventory::Event>>> events;
    History(queue).events({}, events.callback());
    QCOMPARE(int(events.wait(Patience).value().value().size()), 1);
    Answer<Result<std::vector<ActivityEntry>>> activity;
    History(queue).activity({}, activity.callback());
    const auto entries = activity.wait(Patience).value().value();
    QCOMPARE(int(entries.size()), 2); // the event is one, too
    QCOMPARE(entries[1].text, QString("A note of before."));
    QCOMPARE(entries[1].node.has_value(), version >= 5);

    Answer<Result<people::Roster>> rosters;
    people::RosterStore roster(queue);
    roster.load(rosters.callback());
    const auto people = rosters.wait(Patience).value().value().people;
    QCOMPARE(int(people.size()), version >= 2 ? 1 : 0);
    if (!people.empty()) {
        QCOMPARE(people[0].email, QString("ada@example.org"));
        QCOMPARE(int(people[0].keys.size()), 1);
    }
    Answer<Result<std::vector<PastRun>>> runs;
    RunHistory history(queue);
    history.runs(10, runs.callback());
    const auto past = runs.wait(Patience).value().value();
    QCOMPARE(int(past.size()), version >= 5 ? 1 : 0);
    if (!past.empty()) {
        QCOMPARE(past[0].command, QByteArray("hostname"));
    }
    // It has become what a new one is: no step that was released has been changed.
    QCOMPARE(schemaOf(path()), schemaOf(m_folder->filePath("new.db")));
}

void TestUpgrade::configIsRead()
{
    Paths paths;
    paths.configDir = m_folder->path();
    QVERIFY(QFile::copy(dataFile("config.json"), paths.configFile()));
    auto settings = loadSettings(paths);
    QVERIFY2(settings, settings ? "" : qPrintable(settings.error().text()));
    QCOMPARE(settings->sshPort, quint16(2222));
    QCOMPARE(settings->sshConfig.aliasPattern, QString("{node}.{worker}"));
    QCOMPARE(int(settings->sshConfig.rules.size()), 4);
    QCOMPARE(settings->sshConfig.rules[0].route, QString("gw.example.org"));
    // Each key that there is stands in the file, and survives being written again.
    settings->sshPort = 22;
    QVERIFY(saveSettings(paths, *settings));
    QFile file(paths.configFile());
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    for (const SettingKey &key : settingKeys()) {
        const QByteArray name = '"' + key.name.section('.', -1).toUtf8() + '"';
        QVERIFY2(text.contains(name), name.constData());
    }
    const auto again = loadSettings(paths);
    QVERIFY(again);
    QVERIFY(again->sshConfig == settings->sshConfig);
}

QTEST_GUILESS_MAIN(TestUpgrade)
#include "tst_upgrade.moc"
