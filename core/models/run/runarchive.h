// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/run/runengine.h"

#include <QByteArray>
#include <QString>

#include <vector>

namespace podium::models {

/// A run as files, for keeping: LABEL.out and, where there was any, LABEL.err for each worker
/// (byte for byte), `succeeded` and `failed` (labels, one a line, in the form of pdsh's and
/// clush's host files), and summary.json. A value, made on the run's thread, written on any.
struct RunArchive
{
    struct File
    {
        QString name;
        QByteArray bytes;
    };
    std::vector<File> files;
};

[[nodiscard]] RunArchive makeArchive(const run::Run &run);

/// A new folder under `parent` ("run-20250131-142500", with a number where that is taken), mode
/// 0700, with the files in it. Gives the folder's path. Blocks.
[[nodiscard]] Result<QString>
writeArchive(const RunArchive &archive, const QString &parent, const QString &name);

/// "run-20250131-142500" for the time a run was started.
[[nodiscard]] QString archiveName(const run::Run &run);

} // namespace podium::models
