// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/base/result.h"

#include <QSqlDatabase>
#include <QSqlQuery>
#include <QString>
#include <QThreadPool>
#include <QVariant>

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace podium::store {

/// How SQLite keeps what is not all written yet: https://www.sqlite.org/wal.html.
enum class Journal {
    WriteAhead, ///< readers never wait for a writer; the processes must be of one machine
    Rollback,   ///< those of several machines may share the file
};
/// By what file system the file is on. Blocks.
[[nodiscard]] Journal journalFor(const QString &path);

/// One connection to the SQLite file, of one thread: what was written is on the disk; waits some
/// seconds for another process's write; makes and migrates the tables.
class Database final
{
public:
    /// Makes the file (mode 0600) and its folder where there are none. Refused for a file that a
    /// newer Podium made, and for one that is open with another journal; Io otherwise. Blocks.
    /// `journal`: another one than that of its file system, for tests.
    [[nodiscard]] static Result<std::unique_ptr<Database>>
    open(const QString &path, std::optional<Journal> journal = {});
    ~Database();
    Database(const Database &) = delete;
    Database &operator=(const Database &) = delete;

    /// One statement with values for its question marks. Blocks.
    [[nodiscard]] Result<QSqlQuery> run(const QString &sql, const QVariantList &values = {});
    /// One that gives no rows. Blocks.
    [[nodiscard]] Result<> execute(const QString &sql, const QVariantList &values = {});
    /// What the rows of a SELECT stand for; those that `read` makes nothing of are passed over.
    /// Blocks.
    template <typename T>
    [[nodiscard]] Result<std::vector<T>> select(
        const QString &sql, const QVariantList &values,
        const std::function<std::optional<T>(const QSqlQuery &)> &read)
    {
        auto rows = run(sql, values);
        if (!rows) {
            return failure(rows.error());
        }
        std::vector<T> found;
        while (rows->next()) {
            if (auto value = read(*rows)) {
                found.push_back(std::move(*value));
            }
        }
        return found;
    }
    /// All of `work` or nothing of it. Blocks.
    [[nodiscard]] Result<> transaction(const std::function<Result<>()> &work);
    /// The same with an answer.
    template <typename T>
    [[nodiscard]] Result<T> transaction(const std::function<Result<T>()> &work)
    {
        Result<T> answer = failure({});
        const auto done = transaction([&]() -> Result<> {
            answer = work();
            return answer ? Result<>() : failure(answer.error());
        });
        return done ? std::move(answer) : failure(done.error());
    }

private:
    explicit Database(QString path);
    [[nodiscard]] Result<> connect(Journal journal);
    [[nodiscard]] Result<> choose(Journal journal);
    [[nodiscard]] Result<int> version(); ///< of the tables; Refused for a newer Podium's
    [[nodiscard]] Result<> migrate();
    [[nodiscard]] Error sqlError(const QString &action, const QSqlError &error) const;

    QString m_path;
    QString m_connection;
};

/// This process's access to the database: jobs run one after another, in the order in which they
/// were handed over, on a thread of its own. May be called from any thread.
class DatabaseQueue final
{
public:
    explicit DatabaseQueue(QString path);
    /// Finishes what was handed over: history written last is not lost at the end of a program.
    ~DatabaseQueue();
    DatabaseQueue(const DatabaseQueue &) = delete;
    DatabaseQueue &operator=(const DatabaseQueue &) = delete;

    /// `work` gets the open database on the queue's thread and must own copies of all it reads.
    template <typename T>
    void run(std::function<Result<T>(Database &)> work, Callback<Result<T>> done)
    {
        post([work = std::move(work), done = std::move(done)](Result<Database *> database) {
            done(database ? work(**database) : Result<T>(failure(database.error())));
        });
    }

    /// The same for a job that has its own way to answer, also where there is no database.
    void post(std::function<void(Result<Database *>)> job);

private:
    [[nodiscard]] Result<Database *> database();

    QString m_path;
    std::unique_ptr<Database> m_database; ///< of the pool's one thread
    QThreadPool m_pool;
};

} // namespace podium::store
