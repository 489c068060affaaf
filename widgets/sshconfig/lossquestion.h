// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sshconfig/plan/configplan.h"

#include <functional>

class QWidget;

namespace podium::ui {

/// Asks whether a write may take most hosts out of the ssh config; `write` where it may. Returns
/// at once; the question belongs to `parent`.
void askBeforeLoss(const sshconfig::ConfigPlan &plan, QWidget *parent, std::function<void()> write);

} // namespace podium::ui
