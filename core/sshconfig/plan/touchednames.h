// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

#include <optional>
#include <string>
#include <vector>

namespace podium::sshconfig {

/// A change of Podium's part of a config; a file that is missing is empty.
struct PartChange
{
    QByteArray ownBefore; ///< ~/.ssh/config
    QByteArray ownAfter;
    QByteArray generatedBefore; ///< ~/.ssh/podium/config
    QByteArray generatedAfter;
};

/// Those of `names` whose meaning the change could touch. Where the person's lines stay and the
/// generated ones all stand below a Host that names its machines, these are only the names that ssh
/// could take for one of those machines. None: the text does not prove that, so it could be all.
/// It holds for one reading of the config: not where ssh reads it again
/// (ConfigScan::isReadAgain()). Pure; any bytes.
[[nodiscard]] std::optional<std::vector<std::string>>
touchedNames(const PartChange &change, const std::vector<std::string> &names);

} // namespace podium::sshconfig
