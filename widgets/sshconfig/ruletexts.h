// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sshconfig/plan/configplan.h"

#include <QString>

namespace podium::ui {

/// A rule in a line: "pod-* in us-*: user eve, through gate".
[[nodiscard]] QString ruleText(const sshconfig::ConfigRule &rule);

} // namespace podium::ui
