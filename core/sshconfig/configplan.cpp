// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/configplan.h"

#include <algorithm>

namespace podium::sshconfig {

bool ConfigPlan::isUpToDate() const
{
    return std::none_of(
        files.begin(), files.end(), [](const FileChange &file) { return file.isChanged(); });
}

} // namespace podium::sshconfig
