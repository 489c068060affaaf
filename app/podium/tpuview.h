// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

namespace podium::ui {
class NodesPage;
}

namespace podium::app {

class ActivityFeed;
struct Services;

/// Opens the view of a node's TPU, a window of its own that goes when it is closed; what is done
/// there is told to the feed, and who was found to hold it to the list of the page.
void openTpuView(Services &services, ActivityFeed &feed, const NodeRef &node, ui::NodesPage &page);

} // namespace podium::app
