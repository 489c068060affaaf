// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tpu/load/hostcounters.h"

#include "core/ssh/plaintext.h"

#include <QRegularExpression>

#include <cmath>

namespace podium::tpu {

namespace {

constexpr int KiB = 1024;
constexpr int MostDisks = 200;
constexpr int MostProcessors = 100'000;
/// So that no sum of some passes what a qint64 holds.
constexpr qint64 LargestCounter = qint64(1) << 56;

std::optional<double> decimal(const QByteArray &word)
{
    bool isNumber = false;
    const double value = word.toDouble(&isNumber);
    const bool isSound = isNumber && std::isfinite(value) && value >= 0 && value < 1e12;
    return isSound ? std::optional(value) : std::nullopt;
}

std::optional<qint64> counter(const QByteArray &word)
{
    bool isNumber = false;
    const qint64 value = word.toLongLong(&isNumber);
    return isNumber && value >= 0 && value < LargestCounter ? std::optional(value) : std::nullopt;
}

QByteArrayList words(const QByteArray &line)
{
    return line.simplified().split(' ');
}

/// user nice system idle iowait irq softirq steal …; what guests use is part of user and nice.
void readCpu(const QByteArray &line, HostCounters &counters)
{
    constexpr int used = 8;
    constexpr int idle = 3;
    constexpr int waiting = 4;
    const QByteArrayList numbers = words(line);
    qint64 total = 0;
    qint64 busy = 0;
    for (int i = 0; i < used; ++i) {
        const auto ticks = counter(numbers.value(i));
        if (!ticks) {
            return;
        }
        total += *ticks;
        busy += i == idle || i == waiting ? 0 : *ticks;
    }
    counters.cpuTotal = total;
    counters.cpuBusy = busy;
}

/// "0-7,9": how many that are.
std::optional<int> countOf(const QByteArray &ranges)
{
    qint64 count = 0;
    for (const QByteArray &range : ranges.split(',')) {
        const QByteArrayList ends = range.trimmed().split('-');
        const auto first = counter(ends.first());
        const auto last = counter(ends.last());
        if (!first || !last || *last < *first || ends.size() > 2) {
            return std::nullopt;
        }
        count += *last - *first + 1;
    }
    return count <= MostProcessors ? std::optional(int(count)) : std::nullopt;
}

void readNetwork(const QByteArray &line, HostCounters &counters)
{
    constexpr int sentAt = 8;
    const QByteArrayList numbers = words(line);
    const auto received = counter(numbers.value(0));
    const auto sent = counter(numbers.value(sentAt));
    if (!received || !sent) {
        return;
    }
    const auto add = [](std::optional<qint64> &sum, qint64 more) {
        sum = std::min(LargestCounter, sum.value_or(0) + more);
    };
    add(counters.received, *received);
    add(counters.sent, *sent);
}

/// What `df -PkT` says. A program's own layers and what is made of memory is no disk, but "/" is.
std::vector<FileSystem> readDisks(const QByteArray &text)
{
    static const QRegularExpression row(
        QStringLiteral("^\\S.*?\\s+(\\S+)\\s+(\\d{1,15})\\s+(\\d{1,15})\\s+(\\d{1,15})\\s+"
                       "(?:\\d+%|-)\\s+(/.*)$"));
    static const QStringList unreal{
        QStringLiteral("tmpfs"), QStringLiteral("devtmpfs"), QStringLiteral("squashfs"),
        QStringLiteral("overlay"), QStringLiteral("efivarfs")};
    std::vector<FileSystem> disks;
    for (const QByteArray &line : text.split('\n')) {
        const auto match = row.match(QString::fromUtf8(line));
        if (!match.hasMatch() || int(disks.size()) >= MostDisks) {
            continue;
        }
        FileSystem disk;
        disk.type = ssh::plainText(match.captured(1).toUtf8(), 40);
        disk.mountPoint = ssh::plainText(match.captured(5).toUtf8(), 300);
        disk.usedBytes = match.captured(3).toLongLong() * KiB;
        disk.freeBytes = match.captured(4).toLongLong() * KiB;
        const bool isReal = !unreal.contains(disk.type) || disk.mountPoint == QLatin1String("/");
        if (isReal && disk.usedBytes + disk.freeBytes > 0) {
            disks.push_back(std::move(disk));
        }
    }
    return disks;
}

void readMemory(const remote::Record &record, HostCounters &counters)
{
    const auto kib = counter(record.at(1));
    if (!kib || *kib > LargestCounter / KiB) {
        return;
    }
    if (record.at(0) == "total") {
        counters.memoryTotal = *kib * KiB;
    } else if (record.at(0) == "available") {
        counters.memoryAvailable = *kib * KiB;
    }
}

} // namespace

double FileSystem::usedPart() const
{
    const qint64 all = usedBytes + freeBytes;
    return all > 0 ? double(usedBytes) / double(all) : 0;
}

HostCounters readHostCounters(const remote::Answer &answer)
{
    HostCounters counters;
    for (const remote::Record &record : answer.records) {
        const QByteArray &kind = record.kind;
        if (kind == "uptime") {
            counters.uptime = decimal(record.at(0));
        } else if (kind == "loadavg") {
            counters.load = decimal(record.at(0));
        } else if (kind == "cpu") {
            readCpu(record.at(0), counters);
        } else if (kind == "online") {
            counters.processors = countOf(record.at(0));
        } else if (kind == "processors") {
            counters.processors = countOf("1-" + record.at(0));
        } else if (kind == "memory") {
            readMemory(record, counters);
        } else if (kind == "network") {
            readNetwork(record.at(1), counters);
        } else if (kind == "oom-kill") {
            counters.oomKills = counter(record.at(0));
        } else if (kind == "df") {
            counters.disks = readDisks(record.at(0));
        }
    }
    return counters;
}

} // namespace podium::tpu
