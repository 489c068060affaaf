// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/values/node.h"
#include "core/sshconfig/plan/configplan.h"
#include "core/store/config/settings.h"

#include <QString>

namespace podium::models {

/// A command line that logs in on a worker, ready to paste into a shell: by its alias where the
/// ssh config has one (`entries`), else by address, user, port and key. Empty where the worker
/// has no address. Names from the cloud never enter it but as an alias, which is plain.
[[nodiscard]] QString sshCommand(
    const cloud::Node &node, int worker, const std::vector<sshconfig::ConfigEntry> &entries,
    const store::Settings &settings);

} // namespace podium::models
