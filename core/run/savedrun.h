// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/run/runengine.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <vector>

namespace podium::run {

/// A run as files, to be kept. A value, made on the run's thread, to be written on any.
struct SavedRun
{
    struct File
    {
        QString name; ///< plain: no folder, no control characters
        QByteArray bytes;
        OutputContent more = {}; ///< what comes after them: of output that is partly on disk
    };
    /// NAME.out and, where there was any, NAME.err for each worker, byte for byte; `succeeded`
    /// and `failed` (target words, one a line); last summary.json, whose presence says that the
    /// rest is complete.
    std::vector<File> files;
};

[[nodiscard]] SavedRun savedRun(const Run &run);

/// Writes into `folder`, which is made where it is missing (mode 0700); files get 0600. Files of
/// the same names are replaced. Blocks.
[[nodiscard]] Result<> writeSavedRun(const SavedRun &saved, const QString &folder);

/// Both at once, with one worker's output at a time in memory beside the run: for programs without
/// a window. Blocks.
[[nodiscard]] Result<> saveRun(const Run &run, const QString &folder);

/// A file name without suffix for each worker, in their order: "NODE-INDEX", widened by zone and
/// project where names are not unique. Unique and safe whatever the names hold. Pure.
[[nodiscard]] QStringList workerFileNames(const std::vector<WorkerRef> &workers);

} // namespace podium::run
