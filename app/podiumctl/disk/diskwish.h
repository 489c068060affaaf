// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/disk/disksarguments.h"
#include "core/base/result.h"
#include "core/lifecycle/disk/diskplan.h"

namespace podium::ctl {

/// The request to Google that the words make; an Error says what is wrong with them. Pure.
[[nodiscard]] Result<lifecycle::DiskRequest>
diskRequest(const DisksArguments &arguments, const lifecycle::DiskFacts &facts);
/// Said of words that ask for no disk, node or project that there is.
[[nodiscard]] Error wrongDiskWords(const QString &summary, const QString &hint = {});

} // namespace podium::ctl
