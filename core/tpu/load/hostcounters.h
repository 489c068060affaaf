// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/remote/record.h"

#include <QString>

#include <optional>
#include <vector>

namespace podium::tpu {

/// One file system of a worker.
struct FileSystem
{
    QString mountPoint; ///< the worker's text: plain, maybe hostile
    QString type;       ///< ext4 …
    qint64 usedBytes = 0;
    qint64 freeBytes = 0; ///< for who is not root
    bool operator==(const FileSystem &) const = default;

    [[nodiscard]] double usedPart() const; ///< 0 … 1, as df has it
};

/// Counters of a worker's kernel at one moment, see script/load.sh. What is missing is unknown.
struct HostCounters
{
    std::optional<double> uptime; ///< seconds since the boot
    std::optional<double> load;   ///< processes that run or want to, on average over a minute
    std::optional<int> processors;
    std::optional<qint64> cpuBusy;  ///< ticks since the boot, of all processors
    std::optional<qint64> cpuTotal; ///< the same, idle ones too
    std::optional<qint64> memoryTotal;
    std::optional<qint64> memoryAvailable; ///< bytes that programs can still have
    std::optional<qint64> received;        ///< bytes since the boot, without lo
    std::optional<qint64> sent;
    std::optional<qint64> oomKills; ///< processes ended for want of memory, since the boot
    std::vector<FileSystem> disks;
    bool operator==(const HostCounters &) const = default;
};

/// Pure; never trusts a byte.
[[nodiscard]] HostCounters readHostCounters(const remote::Answer &answer);

} // namespace podium::tpu
