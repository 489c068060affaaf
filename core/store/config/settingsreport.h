// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/config/settings.h"

#include <QStringList>

namespace podium::store {

/// The settings for a report of a fault, "ssh.port: 22", a line each. Of texts that a person has
/// written freely (names, paths, commands) only whether there is one: they may hold secrets. Of a
/// rule, what it speaks of.
[[nodiscard]] QStringList reportedSettings(const Settings &settings);

} // namespace podium::store
