// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/paths.h"

#include <QString>
#include <QStringList>

#include <string>

namespace podium::sshconfig {

/// The files that an Include names, in the order in which ssh reads them. `folder` is where a
/// relative one leads: ~/.ssh, or /etc/ssh for the machine's config. Blocks.
[[nodiscard]] QStringList
includedFiles(const Paths &paths, const QString &folder, const std::string &pattern);

} // namespace podium::sshconfig
