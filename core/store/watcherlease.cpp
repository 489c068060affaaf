// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/watcherlease.h"

#include <QFile>
#include <QStringList>

#include <cerrno>
#include <csignal>

#include <unistd.h>

namespace podium::store {

namespace {

QString fileText(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromLatin1(file.read(4096)).trimmed()
                                          : QString();
}

/// Field 22 of /proc/PID/stat; the name in field 2 may hold blanks and brackets.
QString startTime(qint64 pid)
{
    const QString stat = fileText(QStringLiteral("/proc/%1/stat").arg(pid));
    const QStringList fields =
        stat.mid(stat.lastIndexOf(QLatin1Char(')')) + 2).split(QLatin1Char(' '));
    return fields.value(19);
}

QString bootId()
{
    return fileText(QStringLiteral("/proc/sys/kernel/random/boot_id"));
}

} // namespace

QString thisProcess()
{
    const qint64 pid = ::getpid();
    return QStringLiteral("%1 %2 %3").arg(bootId()).arg(pid).arg(startTime(pid));
}

bool isDead(const QString &process)
{
    const QStringList parts = process.split(QLatin1Char(' '));
    const QString boot = bootId();
    if (parts.size() != 3 || boot.isEmpty()) {
        return false;
    }
    if (parts[0] != boot) {
        // Of another machine that shares this home, perhaps; or of this one before it was
        // started anew. The time limit decides.
        return false;
    }
    const auto pid = parts[1].toInt();
    if (pid <= 0) {
        return false;
    }
    if (::kill(pid, 0) != 0 && errno == ESRCH) {
        return true;
    }
    const QString now = startTime(pid);
    return !now.isEmpty() && now != parts[2];
}

WatcherLease::WatcherLease(QString owner, QString process, QString program)
    : m_owner(std::move(owner))
    , m_process(std::move(process))
    , m_program(std::move(program))
{}

Result<bool> WatcherLease::isFree(Database &database, const QDateTime &now) const
{
    auto row =
        database.run(QStringLiteral("SELECT owner, process, until FROM watcher WHERE id = 1"));
    if (!row) {
        return failure(row.error());
    }
    if (!row->next() || row->value(0).toString() == m_owner) {
        return true;
    }
    const qint64 nowMs = now.toMSecsSinceEpoch();
    const qint64 untilMs = row->value(2).toLongLong();
    const qint64 lasts = std::chrono::milliseconds(Lasts).count();
    // A limit far ahead was written before the clock was set back.
    const bool isOver = untilMs <= nowMs || untilMs > nowMs + 2 * lasts;
    return isOver || isDead(row->value(1).toString());
}

Result<bool> WatcherLease::take(Database &database, const QDateTime &now, bool force) const
{
    return database.transaction<bool>([&]() -> Result<bool> {
        const auto free = isFree(database, now);
        if (!free || (!*free && !force)) {
            return free;
        }
        return database
            .execute(
                QStringLiteral(
                    "INSERT OR REPLACE INTO watcher (id, owner, process, program, until) "
                    "VALUES (1, ?, ?, ?, ?)"),
                {m_owner, m_process, m_program, now.addSecs(Lasts.count()).toMSecsSinceEpoch()})
            .map([] { return true; });
    });
}

Result<> WatcherLease::release(Database &database) const
{
    return database.execute(QStringLiteral("DELETE FROM watcher WHERE owner = ?"), {m_owner});
}

} // namespace podium::store
