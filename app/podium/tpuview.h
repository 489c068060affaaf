// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

namespace podium::ui {
class NodesPage;
}

class QWidget;

namespace podium::app {

class ActivityFeed;
struct Services;

/// Opens the view of a node's TPU where the page wishes that, a window of its own that goes when it
/// is closed; what is done there is told to the feed. Who was found to hold TPUs, there or where
/// only that was asked, is told to the page. All must outlive the page.
void serveTpus(Services &services, ActivityFeed &feed, ui::NodesPage &page);

/// Whether a TPU is being freed in a view that was opened from here.
[[nodiscard]] bool isTpuFreed(const QWidget &parent);

} // namespace podium::app
