// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>

#include <vector>

namespace podium::run {

/// What this machine remembers of a run that goes on without it: which workers to ask.
struct DetachedRecord
{
    QString id;
    QByteArray command;
    QDateTime startedAt; ///< UTC
    std::vector<WorkerRef> workers;
};

/// One file a run in `folder`, so that several programs may write at once. To be written before the
/// run is launched: after a crash it says where something may run. Blocks.
[[nodiscard]] Result<> saveDetachedRecord(const QString &folder, const DetachedRecord &record);
/// Nothing is left of it on any worker. Blocks.
void removeDetachedRecord(const QString &folder, const QString &id);
/// The oldest first; what cannot be read is passed over.
[[nodiscard]] std::vector<DetachedRecord> loadDetachedRecords(const QString &folder);

} // namespace podium::run
