// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

class QWidget;

namespace podium::app {

class ActivityFeed;
struct Services;

/// Opens the view of a node's TPU, a window of its own that goes when it is closed; what is done
/// there is told to the feed.
void openTpuView(Services &services, ActivityFeed &feed, const NodeRef &node, QWidget *parent);

} // namespace podium::app
