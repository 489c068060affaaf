// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/database.h"
#include "core/store/migrations.h"

#include <QSqlDriver>
#include <QSqlError>
#include <QSqlResult>
#include <QTemporaryDir>
#include <QTest>

using namespace podium;
using namespace podium::store;

namespace {

/// What was asked for, and what each look at the version finds; less than 0: it fails.
struct Script
{
    QStringList statements;
    QList<int> versions;
};

class ScriptedResult final : public QSqlResult
{
public:
    ScriptedResult(const QSqlDriver *driver, Script &script) : QSqlResult(driver), m_script(script)
    {}

protected:
    bool reset(const QString &sql) override
    {
        m_script.statements << sql;
        const bool isLook = sql == QLatin1String("PRAGMA user_version");
        m_version = isLook ? m_script.versions.takeFirst() : 0;
        setSelect(isLook);
        setActive(m_version >= 0);
        if (m_version < 0) {
            setLastError({{}, "disk I/O error", QSqlError::StatementError, "10"});
        }
        return m_version >= 0;
    }
    bool fetchFirst() override
    {
        setAt(0);
        return true;
    }
    QVariant data(int) override { return m_version; }
    bool isNull(int) override { return false; }
    bool fetch(int) override { return false; }
    bool fetchLast() override { return false; }
    int size() override { return -1; }
    int numRowsAffected() override { return 0; }

private:
    Script &m_script;
    int m_version = 0;
};

class ScriptedDriver final : public QSqlDriver
{
public:
    explicit ScriptedDriver(Script &script) : m_script(script) {}
    [[nodiscard]] bool hasFeature(DriverFeature) const override { return false; }
    [[nodiscard]] QSqlResult *createResult() const override
    {
        return new ScriptedResult(this, m_script);
    }
    bool open(
        const QString &, const QString &, const QString &, const QString &, int,
        const QString &) override
    {
        setOpen(true);
        return true;
    }
    void close() override { setOpen(false); }

private:
    Script &m_script;
};

/// Stands in for SQLite while it lives.
class ScriptedSqlite final
{
public:
    explicit ScriptedSqlite(Script &script)
    {
        QSqlDatabase::registerSqlDriver("QSQLITE", new Creator(script));
    }
    ~ScriptedSqlite() { QSqlDatabase::registerSqlDriver("QSQLITE", nullptr); }
    ScriptedSqlite(const ScriptedSqlite &) = delete;
    ScriptedSqlite &operator=(const ScriptedSqlite &) = delete;

private:
    struct Creator final : QSqlDriverCreatorBase
    {
        explicit Creator(Script &script) : m_script(script) {}
        [[nodiscard]] QSqlDriver *createObject() const override
        {
            return new ScriptedDriver(m_script);
        }
        Script &m_script;
    };
};

} // namespace

Q_DECLARE_METATYPE(podium::ErrorKind)

class TestDatabase final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void oldFileIsMigratedOnce();
    void versionIsNotSetWhereItIsNotKnown_data();
    void versionIsNotSetWhereItIsNotKnown();
    void failedTransactionLeavesNothing();
    void whatIsWrittenLasts();
    void machinesMayShareIt();

private:
    [[nodiscard]] QString path() const { return m_folder->filePath("data/podium.db"); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestDatabase::oldFileIsMigratedOnce()
{
    {
        const auto database = Database::open(path());
        QVERIFY(database);
        auto version = (*database)->run("PRAGMA user_version");
        QVERIFY(version && version->next());
        QCOMPARE(version->value(0).toInt(), int(migrations().size()));
    }
    QVERIFY(Database::open(path()));
    {
        const auto database = Database::open(path());
        QVERIFY((*database)->run("PRAGMA user_version = 1000"));
    }
    const auto newer = Database::open(path());
    QVERIFY(!newer);
    QVERIFY(newer.error().kind == ErrorKind::Refused);
    QVERIFY(newer.error().summary.contains("newer Podium"));
}

void TestDatabase::versionIsNotSetWhereItIsNotKnown_data()
{
    QTest::addColumn<int>("underTheLock");
    QTest::addColumn<ErrorKind>("kind");
    QTest::newRow("cannot be read") << -1 << ErrorKind::Io;
    QTest::newRow("a newer Podium was here") << 1000 << ErrorKind::Refused;
}

/// It would pass for migrated ever after.
void TestDatabase::versionIsNotSetWhereItIsNotKnown()
{
    QFETCH(int, underTheLock);
    QFETCH(ErrorKind, kind);
    Script script{{}, {0, underTheLock}};
    const ScriptedSqlite sqlite(script);
    const auto database = Database::open(path());
    QVERIFY(!database);
    QCOMPARE(database.error().kind, kind);
    QVERIFY(script.versions.isEmpty());
    QVERIFY(script.statements.contains("BEGIN IMMEDIATE"));
    QCOMPARE(script.statements.last(), QString("ROLLBACK"));
    QVERIFY2(
        script.statements.filter("user_version =").isEmpty(),
        qPrintable(script.statements.join('\n')));
}

void TestDatabase::failedTransactionLeavesNothing()
{
    const auto database = Database::open(path());
    QVERIFY(database);
    const auto done = (*database)->transaction([&]() -> Result<> {
        const auto insert = (*database)->run("INSERT INTO activity (time, kind, subject, text, "
                                             "detail) VALUES (1, 'note', '', '', '')");
        return insert ? Result<>(failure({ErrorKind::Internal, "No.", {}, {}, {}}))
                      : Result<>(failure(insert.error()));
    });
    QVERIFY(!done);
    QCOMPARE(done.error().summary, QStringLiteral("No."));
    auto count = (*database)->run("SELECT count(*) FROM activity");
    QVERIFY(count && count->next());
    QCOMPARE(count->value(0).toInt(), 0);
}

/// Through a power loss, too.
void TestDatabase::whatIsWrittenLasts()
{
    for (const Journal journal : {Journal::WriteAhead, Journal::Rollback}) {
        const auto database = Database::open(path(), journal);
        QVERIFY(database);
        auto mode = (*database)->run("PRAGMA synchronous");
        QVERIFY(mode && mode->next());
        QCOMPARE(mode->value(0).toInt(), 2); // FULL
    }
}

void TestDatabase::machinesMayShareIt()
{
    const auto modeOf = [](const Result<std::unique_ptr<Database>> &database) {
        auto mode = (*database)->run("PRAGMA journal_mode");
        return mode && mode->next() ? mode->value(0).toString() : QString();
    };
    QCOMPARE(journalFor(path()), Journal::WriteAhead); // of this machine alone
    QCOMPARE(journalFor("/proc/self/no/such"), Journal::WriteAhead);
    {
        const auto here = Database::open(path());
        QVERIFY(here);
        QCOMPARE(modeOf(here), QString("wal"));
        const auto refused = Database::open(path(), Journal::Rollback);
        QVERIFY(!refused); // it would not see what is written here
        QVERIFY(refused.error().summary.contains("machines cannot share it"));
    }
    const auto shared = Database::open(path(), Journal::Rollback);
    QVERIFY(shared);
    QCOMPARE(modeOf(shared), QString("delete"));
    const auto other = Database::open(path(), Journal::Rollback);
    QVERIFY(other);
    QVERIFY((*other)->execute("INSERT INTO activity (time, kind, subject, text, detail) "
                              "VALUES (1, 'note', '', '', '')"));
    auto count = (*shared)->run("SELECT count(*) FROM activity");
    QVERIFY(count && count->next());
    QCOMPARE(count->value(0).toInt(), 1);
}

QTEST_GUILESS_MAIN(TestDatabase)
#include "tst_database.moc"
