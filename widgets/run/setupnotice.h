// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <functional>

namespace podium::ui {

class NoticeBar;

/// Says that a gateway lacks what passes on runs and copies, with a button for the recipe that sets
/// it up, which does `bring`.
void offerSetUp(NoticeBar &notice, const WorkerRef &gateway, std::function<void()> bring);

} // namespace podium::ui
