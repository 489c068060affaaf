// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/disk/workplan.h"
#include "core/remote/script.h"

namespace podium::disk {

/// What disks there are; see lookData().
[[nodiscard]] remote::Script lookScript();
/// Carries out plans; needs WorkPlan::data() of each worker.
[[nodiscard]] remote::Script workScript(Work work);
/// One that is to be prepared is waited for, since it has just been attached.
[[nodiscard]] std::vector<remote::Record> lookData(const WorkRequest &request);

} // namespace podium::disk
