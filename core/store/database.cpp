// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/database.h"

#include "core/base/files.h"
#include "core/store/migrations.h"

#include <QFile>
#include <QFileInfo>
#include <QSqlError>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace podium::store {

namespace {

constexpr int BusyMs = 10000;

QString newConnectionName()
{
    static std::atomic<int> last{0};
    return QStringLiteral("podium-%1").arg(++last);
}

/// Memory that is mapped here is not that of another machine, which WAL needs.
bool isShared(quint32 fileSystem)
{
    constexpr std::array<quint32, 12> Shared{
        NFS_SUPER_MAGIC, SMB_SUPER_MAGIC, CIFS_SUPER_MAGIC, SMB2_SUPER_MAGIC, FUSE_SUPER_MAGIC,
        V9FS_MAGIC,      AFS_SUPER_MAGIC, CODA_SUPER_MAGIC, CEPH_SUPER_MAGIC, 0x0BD00BD0U, // Lustre
        0x47504653U,                                                                       // GPFS
        0x19830326U,                                                                       // BeeGFS
    };
    return std::find(Shared.begin(), Shared.end(), fileSystem) != Shared.end();
}

/// SQLite would make it with the umask's mode. Only where it is missing: closing a second
/// descriptor of an open database would drop SQLite's locks on it.
Result<> makeFile(const QString &path)
{
    if (QFileInfo::exists(path)) {
        return {};
    }
    if (auto made = makePrivateFolder(QFileInfo(path).path()); !made) {
        return made;
    }
    const int fd =
        ::open(QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0 && errno != EEXIST) {
        return failure(ioError(QStringLiteral("make"), path, errno));
    }
    if (fd >= 0) {
        ::close(fd);
    }
    return {};
}

} // namespace

Database::Database(QString path) : m_path(std::move(path)), m_connection(newConnectionName()) {}

Database::~Database()
{
    if (QSqlDatabase::contains(m_connection)) {
        QSqlDatabase::removeDatabase(m_connection);
    }
}

Journal journalFor(const QString &path)
{
    struct statfs system = {};
    const bool isKnown = ::statfs(QFile::encodeName(path).constData(), &system) == 0;
    return isKnown && isShared(quint32(system.f_type)) ? Journal::Rollback : Journal::WriteAhead;
}

Result<std::unique_ptr<Database>>
Database::open(const QString &path, std::optional<Journal> journal)
{
    if (auto made = makeFile(path); !made) {
        return failure(made.error());
    }
    std::unique_ptr<Database> database(new Database(path));
    if (auto connected = database->connect(journal.value_or(journalFor(path))); !connected) {
        return failure(connected.error());
    }
    if (auto migrated = database->migrate(); !migrated) {
        return failure(migrated.error());
    }
    return database;
}

Result<> Database::connect(Journal journal)
{
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), m_connection);
        database.setDatabaseName(m_path);
        database.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=%1").arg(BusyMs));
        if (!database.open()) {
            return failure(sqlError(QStringLiteral("open"), database.lastError()));
        }
    }
    if (auto chosen = choose(journal); !chosen) {
        return chosen;
    }
    // A roster that forgets after a power loss that somebody was taken off it lets them in again.
    return execute(QStringLiteral("PRAGMA synchronous = FULL"));
}

Result<> Database::choose(Journal journal)
{
    if (journal == Journal::WriteAhead) {
        // Another process may be switching it on at this moment: then it is on afterwards.
        (void)run(QStringLiteral("PRAGMA journal_mode = WAL"));
        return {};
    }
    auto now = run(QStringLiteral("PRAGMA journal_mode = DELETE"));
    if (now && now->next() && now->value(0).toString() == QLatin1String("delete")) {
        return {};
    }
    return failure(
        {ErrorKind::Refused,
         QStringLiteral("%1 is open in a way in which machines cannot share it.").arg(m_path),
         QStringLiteral("It is on a file system that several machines may use."),
         QStringLiteral("End every other Podium, podium-watch too, and start this one again."),
         m_path});
}

Result<int> Database::version()
{
    auto query = run(QStringLiteral("PRAGMA user_version"));
    if (!query) {
        return failure(query.error());
    }
    if (!query->next()) {
        return failure(sqlError(QStringLiteral("use"), query->lastError()));
    }
    const int version = query->value(0).toInt();
    const int newest = int(migrations().size());
    if (version > newest) {
        return failure(
            {ErrorKind::Refused, QStringLiteral("%1 was written by a newer Podium.").arg(m_path),
             QStringLiteral("It has version %1; this Podium knows %2.").arg(version).arg(newest),
             QStringLiteral("Update Podium; history is not kept until then."), m_path});
    }
    return version;
}

Result<> Database::migrate()
{
    const int newest = int(migrations().size());
    const auto before = version();
    if (!before) {
        return failure(before.error());
    }
    if (*before == newest) {
        return {};
    }
    return transaction([this, newest]() -> Result<> {
        // Read again under the lock: another process may have been here, a newer Podium's, too.
        const auto now = version();
        if (!now) {
            return failure(now.error());
        }
        for (int step = *now; step < newest; ++step) {
            for (const QString &sql : migrations()[std::size_t(step)]) {
                if (auto done = execute(sql); !done) {
                    return done;
                }
            }
        }
        return execute(QStringLiteral("PRAGMA user_version = %1").arg(newest));
    });
}

Result<QSqlQuery> Database::run(const QString &sql, const QVariantList &values)
{
    QSqlQuery query(QSqlDatabase::database(m_connection));
    query.setForwardOnly(true);
    bool isDone = query.prepare(sql);
    if (isDone) {
        for (const QVariant &value : values) {
            query.addBindValue(value);
        }
        isDone = query.exec();
    }
    if (!isDone) {
        return failure(sqlError(QStringLiteral("use"), query.lastError()));
    }
    return query;
}

Result<> Database::execute(const QString &sql, const QVariantList &values)
{
    const auto done = run(sql, values);
    return done ? Result<>() : failure(done.error());
}

Result<> Database::transaction(const std::function<Result<>()> &work)
{
    // IMMEDIATE: waits here for another process, instead of failing in the middle.
    if (auto begun = execute(QStringLiteral("BEGIN IMMEDIATE")); !begun) {
        return begun;
    }
    auto result = work();
    if (result) {
        result = execute(QStringLiteral("COMMIT"));
    }
    if (!result) {
        (void)run(QStringLiteral("ROLLBACK"));
    }
    return result;
}

Error Database::sqlError(const QString &action, const QSqlError &error) const
{
    const QString code = error.nativeErrorCode();
    QString hint = QStringLiteral("Is there space left, and may you write to that folder?");
    if (code == QLatin1String("26") || code == QLatin1String("11")) { // NOTADB, CORRUPT
        hint = QStringLiteral("The file is damaged: move it away, and Podium begins a new one.");
    } else if (code.isEmpty() && error.type() == QSqlError::ConnectionError) {
        hint = QStringLiteral("Is Qt's SQLite driver installed (libqt5sql5-sqlite)?");
    }
    return {
        ErrorKind::Io, QStringLiteral("Cannot %1 the database %2.").arg(action, m_path),
        error.text(), hint, m_path};
}

} // namespace podium::store
