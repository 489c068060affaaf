// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/remote/record.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace podium::tpu {

/// A process on a worker that has chips open. Its texts are the worker's: plain, maybe hostile.
struct Holder
{
    qint64 pid = 0;
    qint64 startTicks = 0; ///< since the boot; with pid, who it is
    qint64 parentPid = 0;
    QString state; ///< as /proc has it; D does not hear signals
    qint64 uid = 0;
    QString user;
    std::optional<qint64> ageSeconds;
    QString command;
    QString parentCommand; ///< empty where it was only looked who holds
    QString engine;        ///< docker, podman, containerd; empty: in no container
    QString container;     ///< its id
    QStringList chips;     ///< "/dev/accel0", "/dev/vfio/3"; "vfio" where the group is not told
    bool operator==(const Holder &) const = default;
};

/// The file by which libtpu lets one process in.
struct LockFile
{
    qint64 inode = 0;
    qint64 uid = 0;
    QString user;
    qint64 ownerPid = 0; ///< who has the lock; 0: nobody, it was left behind
    bool operator==(const LockFile &) const = default;
};

/// Who has the TPU of one worker open.
struct WorkerHolders
{
    qint64 loginUid = 0; ///< of who logged in
    QString login;
    QStringList devices; ///< chips that are there
    std::vector<Holder> holders;
    std::optional<LockFile> lock;
    /// Why there may be more holders than these, or a lock file that keeps others out; empty: there
    /// are not. Nobody is free then.
    QString unknown;
    bool operator==(const WorkerHolders &) const = default;

    [[nodiscard]] bool isFree() const { return holders.empty() && unknown.isEmpty(); }
    /// The lock file keeps this login out, though nobody has the lock.
    [[nodiscard]] bool hasStaleLock() const
    {
        return lock && lock->ownerPid == 0 && lock->uid != loginUid;
    }
};

/// Of the answers of all scripts that look who holds. Pure; never trusts a byte.
[[nodiscard]] WorkerHolders readHolders(const remote::Answer &answer);

/// "held by ada's train.py on 8, since 3 h; by lin's … on 1", "free on 7", "unknown on 1".
[[nodiscard]] QString holdersSummary(const std::vector<WorkerHolders> &workers);
/// The same behind how many they are: "8 workers · held by ada's train.py on 8, since 3 h".
[[nodiscard]] QString holdersHeadline(const std::vector<WorkerHolders> &workers);
/// The same in a few words: "ada's train.py on 8; free on 7".
[[nodiscard]] QString holdersBrief(const std::vector<WorkerHolders> &workers);

/// "3 h", "45 s".
[[nodiscard]] QString ageText(std::optional<qint64> seconds);
/// "accel0-3", "vfio/0, vfio/2": what Holder::chips says, short.
[[nodiscard]] QString chipsText(const QStringList &chips);
/// The part of a command line that people know it by: the script of an interpreter, else the
/// program.
[[nodiscard]] QString programName(const QString &command);

} // namespace podium::tpu
