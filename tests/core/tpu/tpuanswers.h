// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tpu/expected.h"
#include "core/tpu/freeplan.h"
#include "core/tpu/holders.h"

namespace podium::tests {

/// A process of `uid` that has a chip.
inline tpu::Holder holderOf(qint64 pid, qint64 uid, const QString &user, const QString &command)
{
    tpu::Holder holder;
    holder.pid = pid;
    holder.startTicks = pid * 10;
    holder.parentPid = 1;
    holder.state = QStringLiteral("S");
    holder.uid = uid;
    holder.user = user;
    holder.ageSeconds = 3 * 3600;
    holder.command = command;
    holder.chips = QStringList{QStringLiteral("/dev/accel0")};
    return holder;
}

/// A worker of four chips, as ada (uid 1000) sees it.
inline tpu::WorkerHolders heldBy(std::vector<tpu::Holder> holders)
{
    tpu::WorkerHolders found;
    found.loginUid = 1000;
    found.login = QStringLiteral("ada");
    for (int chip = 0; chip < 4; ++chip) {
        found.devices << QStringLiteral("/dev/accel%1").arg(chip);
    }
    found.holders = std::move(holders);
    return found;
}

/// The records that say the same.
inline remote::Answer answerOf(const tpu::WorkerHolders &found)
{
    remote::Answer answer;
    answer.wasRoot = true;
    answer.isComplete = true;
    auto &records = answer.records;
    records.push_back({"uptime", {"20000"}});
    records.push_back({"ticks", {"100"}});
    records.push_back({"login", {QByteArray::number(found.loginUid), found.login.toUtf8()}});
    for (const QString &device : found.devices) {
        records.push_back({"device", {device.toUtf8()}});
    }
    for (const tpu::Holder &holder : found.holders) {
        const QByteArray pid = QByteArray::number(holder.pid);
        for (const QString &chip : holder.chips) {
            records.push_back({"open", {pid, chip.toUtf8()}});
        }
        records.push_back(
            {"holder",
             {pid, QByteArray::number(holder.startTicks), QByteArray::number(holder.parentPid),
              holder.state.toUtf8(), QByteArray::number(holder.uid), holder.user.toUtf8(),
              holder.engine.toUtf8(), holder.container.toUtf8(), holder.command.toUtf8(),
              holder.parentCommand.toUtf8()}});
    }
    if (found.lock) {
        records.push_back(
            {"lock",
             {QByteArray::number(found.lock->inode), QByteArray::number(found.lock->uid),
              found.lock->user.toUtf8(), QByteArray::number(found.lock->ownerPid)}});
    }
    records.push_back({"step", {"holders", "ok", ""}});
    return answer;
}

/// The records of script/check.sh of a worker on which all is as it should be, but for `found`.
inline remote::Answer checkOf(const tpu::WorkerHolders &found)
{
    remote::Answer answer = answerOf(found);
    auto &records = answer.records;
    records.push_back({"pci", {}});
    for (int chip = 0; chip < 4; ++chip) {
        records.push_back({"chip", {"0000:0" + QByteArray::number(chip), "0x005e", "tpu"}});
    }
    records.push_back({"libtpu", {"/usr/lib/libtpu.so"}});
    records.push_back({"metadata", {"agent-worker-number", "2"}});
    records.push_back({"metadata", {"instance-id", "pod"}});
    records.push_back({"metadata", {"accelerator-type", "v4-32"}});
    return answer;
}

/// The worker that such an answer is of.
inline tpu::Expected expectedWorker(std::optional<int> chips = 4)
{
    return {2, 4, chips, chips, QStringLiteral("pod"), QStringLiteral("v4-32")};
}

} // namespace podium::tests
