// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/run/logfolder.h"

#include "core/base/files.h"

#include <QDir>
#include <QTemporaryFile>

#include <cerrno>

namespace podium::ctl {

Result<> prepareLogFolder(const QString &path)
{
    if (auto made = makePrivateFolder(path); !made) {
        return made;
    }
    const QDir::Filters all = QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot;
    if (!QDir(path).isEmpty(all)) {
        return failure(
            {ErrorKind::Refused,
             QStringLiteral("The folder %1 is not empty; nothing was run.").arg(path),
             QStringLiteral("What an earlier run left in it would pass for this one's."),
             QStringLiteral("Name a new folder for --log-dir, or empty that one."), path});
    }
    // By writing: who may is more than the mode says.
    QTemporaryFile trial(path + QStringLiteral("/.podium-XXXXXX"));
    if (!trial.open()) {
        return failure(ioError(QStringLiteral("write to"), path, errno));
    }
    return {};
}

} // namespace podium::ctl
