// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/disk/fstablines.h"

namespace podium::disk {

QString uuidSource(const BlockDisk &disk)
{
    return disk.uuid.isEmpty() ? QString() : QStringLiteral("UUID=") + disk.uuid;
}

std::vector<FstabLine> linesOf(const BlockDisk &disk, const DisksFound &found)
{
    std::vector<FstabLine> lines;
    for (const FstabLine &line : found.fstab) {
        if (line.source == disk.path || line.source == uuidSource(disk) ||
            disk.mounts.contains(line.folder)) {
            lines.push_back(line);
        }
    }
    return lines;
}

bool isGuarded(const FstabLine &line)
{
    const QStringList options = line.options.split(QLatin1Char(','));
    return options.contains(QStringLiteral("nosuid")) && options.contains(QStringLiteral("nodev"));
}

} // namespace podium::disk
