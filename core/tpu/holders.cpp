// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tpu/holders.h"

#include <QFileInfo>
#include <QMap>
#include <QRegularExpression>

#include <algorithm>
#include <iterator>
#include <set>

namespace podium::tpu {

namespace {

constexpr int LongestCommand = 2000; // characters of a command line that are kept
constexpr int MostChipParts = 8;     // no worker has more chips

std::optional<Holder>
readHolder(const remote::Record &record, std::optional<qint64> uptime, qint64 ticks)
{
    const auto pid = record.number(0);
    const auto start = record.number(1);
    const auto uid = record.number(4);
    if (!pid || !start || !uid || *pid < 2) {
        return std::nullopt;
    }
    Holder holder;
    holder.pid = *pid;
    holder.startTicks = *start;
    holder.parentPid = record.number(2).value_or(0);
    holder.state = record.text(3);
    holder.uid = *uid;
    holder.user = record.text(5);
    holder.engine = record.text(6);
    holder.container = record.text(7);
    holder.command = record.text(8, LongestCommand).trimmed();
    holder.parentCommand = record.text(9, LongestCommand).trimmed();
    if (uptime && ticks > 0 && *start / ticks <= *uptime) {
        holder.ageSeconds = *uptime - *start / ticks;
    }
    return holder;
}

/// What the records say besides the holders themselves.
struct Frame
{
    std::optional<qint64> uptime;
    qint64 ticks = 0;
    bool isTold = false; ///< the walk came to its end
    QString lock;        ///< why it cannot be told whose the lock file is
    bool isOdd = false;  ///< it told of a process that cannot be one of those that are listed
};

void readFact(const remote::Record &record, WorkerHolders &found, Frame &frame)
{
    if (record.kind == "uptime") {
        frame.uptime = record.number(0);
    } else if (record.kind == "ticks") {
        frame.ticks = record.number(0).value_or(0);
    } else if (record.kind == "login") {
        found.loginUid = record.number(0).value_or(-1);
        found.login = record.text(1);
    } else if (record.kind == "device") {
        found.devices << record.text(0);
    } else if (record.kind == "lock") {
        const auto inode = record.number(0);
        const auto uid = record.number(1);
        const auto owner = record.number(3);
        if (inode && uid && owner) {
            found.lock = {*inode, *uid, record.text(2), *owner};
        } else { // the kernel names nobody where the lock is that of an open file
            frame.lock = QStringLiteral("the worker does not name who has the lock");
        }
    }
}

QString whose(const Holder &holder)
{
    return QStringLiteral("%1's %2").arg(holder.user, programName(holder.command));
}

/// Some workers, counted.
struct Tally
{
    struct Held
    {
        int workers = 0;
        std::optional<qint64> oldest;
    };
    QMap<QString, Held> held; ///< by whose()
    int free = 0;
    int unknown = 0;
};

Tally tallyOf(const std::vector<WorkerHolders> &workers)
{
    Tally tally;
    for (const WorkerHolders &worker : workers) {
        QMap<QString, std::optional<qint64>> own;
        for (const Holder &holder : worker.holders) {
            auto &age = own[whose(holder)];
            age = std::max(age, holder.ageSeconds);
        }
        for (auto it = own.cbegin(); it != own.cend(); ++it) {
            Tally::Held &held = tally.held[it.key()];
            ++held.workers;
            held.oldest = std::max(held.oldest, it.value());
        }
        tally.free += worker.isFree() ? 1 : 0;
        tally.unknown += !worker.isFree() && worker.holders.empty() ? 1 : 0;
    }
    return tally;
}

/// Of those who are not held.
QStringList restOf(const Tally &tally)
{
    QStringList parts;
    if (tally.free > 0) {
        parts << QStringLiteral("free on %1").arg(tally.free);
    }
    if (tally.unknown > 0) {
        parts << QStringLiteral("unknown on %1").arg(tally.unknown);
    }
    return parts;
}

} // namespace

WorkerHolders readHolders(const remote::Answer &answer)
{
    WorkerHolders found;
    Frame frame;
    QMap<qint64, QStringList> opened;
    std::vector<const remote::Record *> records;
    for (const remote::Record &record : answer.records) {
        if (record.kind == "holder") {
            records.push_back(&record);
        } else if (record.kind == "open" && record.number(0)) {
            opened[*record.number(0)] << record.text(1);
        } else if (record.kind == "step" && record.at(0) == "holders") {
            frame.isTold = record.at(1) == "ok";
            found.unknown = record.text(2);
        } else if (record.kind == "step" && record.at(0) == "lock-file") {
            frame.lock = record.text(2);
        } else {
            readFact(record, found, frame);
        }
    }
    for (const remote::Record *record : records) {
        if (auto holder = readHolder(*record, frame.uptime, frame.ticks)) {
            holder->chips = opened.value(holder->pid);
            found.holders.push_back(std::move(*holder));
        } else {
            frame.isOdd = true;
        }
    }
    if (!frame.isTold && found.unknown.isEmpty()) {
        found.unknown = QStringLiteral("the worker did not answer");
    } else if (frame.isTold && !answer.wasRoot) {
        found.unknown = QStringLiteral("other people's processes cannot be seen: sudo asks for a "
                                       "password there, or is missing");
    } else if (frame.isTold && found.devices.isEmpty()) {
        found.unknown = QStringLiteral("no TPU device is there");
    } else if (frame.isTold && !frame.lock.isEmpty()) {
        found.unknown = QStringLiteral("whose the lock file is cannot be told: %1").arg(frame.lock);
    } else if (frame.isTold && frame.isOdd) {
        found.unknown = QStringLiteral("a process holds it that Podium cannot tell apart");
    } else if (frame.isTold && found.isFree() && found.lock && found.lock->ownerPid > 0) {
        // libtpu lets nobody else in, whether its chips can be seen or not.
        found.unknown =
            QStringLiteral("process %1 has libtpu's lock and no chip; it may be starting")
                .arg(found.lock->ownerPid);
    }
    return found;
}

QString ageText(std::optional<qint64> seconds)
{
    if (!seconds) {
        return QStringLiteral("unknown");
    }
    constexpr qint64 minute = 60;
    constexpr qint64 hour = 60 * minute;
    constexpr qint64 day = 24 * hour;
    if (*seconds < 2 * minute) {
        return QStringLiteral("%1 s").arg(*seconds);
    }
    if (*seconds < 2 * hour) {
        return QStringLiteral("%1 min").arg(*seconds / minute);
    }
    return *seconds < 2 * day ? QStringLiteral("%1 h").arg(*seconds / hour)
                              : QStringLiteral("%1 d").arg(*seconds / day);
}

QString chipsText(const QStringList &chips)
{
    static const QRegularExpression numbered(QStringLiteral("^(.*\\D)([0-9]{1,4})$"));
    // By what stands before the number; a name without one stands for itself.
    QMap<QString, std::set<int>> numbers;
    QStringList parts;
    for (const QString &chip : chips) {
        const QString name =
            chip.startsWith(QLatin1String("/dev/")) ? chip.mid(int(qstrlen("/dev/"))) : chip;
        const QRegularExpressionMatch match = numbered.match(name);
        if (match.hasMatch()) {
            numbers[match.captured(1)].insert(match.captured(2).toInt());
        } else {
            parts << name;
        }
    }
    for (auto it = numbers.cbegin(); it != numbers.cend(); ++it) {
        for (auto from = it->cbegin(); from != it->cend();) {
            auto to = from;
            auto next = std::next(from);
            while (next != it->cend() && *next == *to + 1) {
                to = next++;
            }
            parts << it.key() + QString::number(*from) +
                         (to == from ? QString() : QStringLiteral("-%1").arg(*to));
            from = next;
        }
    }
    if (parts.size() > MostChipParts) {
        parts = parts.mid(0, MostChipParts) << QStringLiteral("…");
    }
    return parts.join(QStringLiteral(", "));
}

QString programName(const QString &command)
{
    const QStringList words = command.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    if (words.isEmpty()) {
        return QStringLiteral("process without a name");
    }
    const QString program = QFileInfo(words.first()).fileName();
    const bool interprets = program.startsWith(QLatin1String("python")) ||
                            program == QLatin1String("sh") || program == QLatin1String("bash");
    if (!interprets) {
        return program;
    }
    for (int i = 1; i < words.size(); ++i) {
        if (words[i] == QLatin1String("-m") && i + 1 < words.size()) {
            return words[i + 1];
        }
        if (words[i] == QLatin1String("-c")) {
            return program;
        }
        if (!words[i].startsWith(QLatin1Char('-'))) {
            return QFileInfo(words[i]).fileName();
        }
    }
    return program;
}

QString holdersSummary(const std::vector<WorkerHolders> &workers)
{
    const Tally tally = tallyOf(workers);
    QStringList parts;
    for (auto it = tally.held.cbegin(); it != tally.held.cend(); ++it) {
        parts << QStringLiteral("held by %1 on %2, since %3")
                     .arg(it.key(), QString::number(it->workers), ageText(it->oldest));
    }
    return (parts + restOf(tally)).join(QStringLiteral("; "));
}

QString holdersHeadline(const std::vector<WorkerHolders> &workers)
{
    const QString count = workers.size() == 1 ? QStringLiteral("1 worker")
                                              : QStringLiteral("%1 workers").arg(workers.size());
    return QStringLiteral("%1 · %2").arg(count, holdersSummary(workers));
}

QString holdersBrief(const std::vector<WorkerHolders> &workers)
{
    const Tally tally = tallyOf(workers);
    QStringList parts;
    for (auto it = tally.held.cbegin(); it != tally.held.cend(); ++it) {
        parts << QStringLiteral("%1 on %2").arg(it.key(), QString::number(it->workers));
    }
    return (parts + restOf(tally)).join(QStringLiteral("; "));
}

} // namespace podium::tpu
