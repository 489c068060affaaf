// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <vector>

namespace podium::store {

/// A key of config.json, for whoever explains the file.
struct SettingKey
{
    QString name;  ///< "ssh.port"; of a rule "sshConfig.rules[].node"
    QString type;  ///< "a number from 1 to 65535"
    QString usual; ///< what counts without it; empty: nothing of its own
    QString what;  ///< a sentence
};

/// All that loadSettings() knows, in the order of the file.
[[nodiscard]] std::vector<SettingKey> settingKeys();

} // namespace podium::store
