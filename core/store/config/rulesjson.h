// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sshconfig/plan/configplan.h"

#include <nlohmann/json.hpp>

#include <QStringList>

#include <vector>

namespace podium::store {

/// What a rule may say.
[[nodiscard]] QStringList ruleKeys();

/// The rules of config.json's "sshConfig": an array of objects with the keys project, zone, node,
/// aliasPattern, user, identityFile, port, forwardAgent, one of direct, iap, proxyJump and
/// proxyCommand, address ("external" or "internal") and leaveOut; what a rule does not say is
/// absent, and any other key is refused.
[[nodiscard]] nlohmann::ordered_json rulesToJson(const std::vector<sshconfig::ConfigRule> &rules);

/// Says what is wrong, or nothing: then `rules` has them.
[[nodiscard]] QString
rulesFromJson(const nlohmann::ordered_json &json, std::vector<sshconfig::ConfigRule> &rules);

} // namespace podium::store
