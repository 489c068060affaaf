// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>
#include <QString>
#include <QStringList>

#include <vector>

namespace podium::sshconfig {

/// A kept older state of the person's config and the generated files.
struct ConfigVersion
{
    int number = 0; ///< counts up from 1
    QDateTime time; ///< UTC
    QString reason; ///< "write", "restore" …
    qint64 bytes = 0;
};

/// What a write may do.
struct WriteOptions
{
    bool mayLoseMost = false; ///< also where ConfigPlan::losesMost()
    bool isUnasked = false;   ///< nobody waits for it: Refused where ConfigPlan::isHeld
};

/// A file that was written, by its lines.
struct WrittenFile
{
    QString path;
    int added = 0;
    int removed = 0;
};

/// What a write did.
struct WriteReport
{
    QStringList filesWritten;            ///< empty: all was up to date
    int version = 0;                     ///< of the state kept before the write; 0: none needed
    QStringList notes;                   ///< what the person should know of it; mostly empty
    std::vector<WrittenFile> files = {}; ///< those of filesWritten
    int restored = 0;                    ///< the version that was put back; 0: none
};

} // namespace podium::sshconfig
