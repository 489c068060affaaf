// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <vector>

class QWidget;

namespace podium::ui {
class HostKeyDialog;
}

namespace podium::app {

class ActivityFeed;
struct Services;

/// Opens a view of the host keys by which these workers are known, with the way to meet them anew,
/// and asks Google at once. Deletes itself when it is closed; all references must outlive it.
ui::HostKeyDialog *openHostKeyView(
    Services &services, ActivityFeed &feed, const std::vector<WorkerRef> &workers, QWidget *parent);

} // namespace podium::app
