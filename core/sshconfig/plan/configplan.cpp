// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/plan/configplan.h"

#include <algorithm>

namespace podium::sshconfig {

bool ConfigPlan::isUpToDate() const
{
    return std::none_of(
        files.begin(), files.end(), [](const FileChange &file) { return file.isChanged(); });
}

QString ConfigPlan::lossText() const
{
    return QStringLiteral("This would leave %1 of %2 hosts in %3.")
        .arg(hostsAfter)
        .arg(hostsBefore)
        .arg(files.empty() ? QString() : files.front().path);
}

} // namespace podium::sshconfig
