// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/database.h"
#include "core/store/migrations.h"

#include <QTemporaryDir>
#include <QTest>

using namespace podium;
using namespace podium::store;

class TestDatabase final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void oldFileIsMigratedOnce();
    void failedTransactionLeavesNothing();

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

QTEST_GUILESS_MAIN(TestDatabase)
#include "tst_database.moc"
