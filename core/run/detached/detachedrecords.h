// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/files.h"
#include "core/base/ids.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>

#include <memory>
#include <vector>

namespace podium::run {

/// What this machine remembers of a run that goes on without it: which workers to ask.
struct DetachedRecord
{
    QString id;
    QByteArray command;
    QDateTime startedAt; ///< UTC
    std::vector<WorkerRef> workers;
    bool isBeingLaunched = false; ///< by a program that lives: see LaunchHold
};

/// Held by whoever launches a run, until that is over on all workers: one that knows nothing of it
/// may begin it yet, so that nobody is to forget it meanwhile, in no program. Goes with its
/// program.
class LaunchHold final
{
public:
    LaunchHold(QString path, FileLock lock);
    ~LaunchHold();
    LaunchHold(const LaunchHold &) = delete;
    LaunchHold &operator=(const LaunchHold &) = delete;

private:
    QString m_path;
    FileLock m_lock;
};
/// Holds it, then saves its record. To be done before it is launched. Blocks.
[[nodiscard]] Result<std::shared_ptr<LaunchHold>>
holdLaunch(const QString &folder, const DetachedRecord &record);
[[nodiscard]] bool isBeingLaunched(const QString &folder, const QString &id); ///< blocks

/// One file a run in `folder`, so that several programs may write at once: after a crash it says
/// where something may run. Blocks.
[[nodiscard]] Result<> saveDetachedRecord(const QString &folder, const DetachedRecord &record);
/// Nothing is left of it on these workers; without any it goes. Blocks.
void dropFromDetachedRecord(
    const QString &folder, const QString &id, const std::vector<WorkerRef> &workers);
/// The oldest first; what cannot be read is passed over.
[[nodiscard]] std::vector<DetachedRecord> loadDetachedRecords(const QString &folder);

} // namespace podium::run
