// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

class QWidget;

namespace podium::ui {
class TpuDialog;
}

namespace podium::app {

struct Services;

/// Opens the view of a node's TPU, a window of its own that goes when it is closed.
ui::TpuDialog *openTpuView(Services &services, const NodeRef &node, QWidget *parent);

} // namespace podium::app
