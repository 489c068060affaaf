// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/doctor/finding.h"
#include "core/inventory/snapshot.h"
#include "core/lifecycle/access/projectaccess.h"

#include <map>

namespace podium::doctor {

using ProjectAccesses = std::map<ProjectId, lifecycle::ProjectAccess>;

/// What the last refresh says of credentials and projects, and what the projects let their caller
/// do: one finding for a project that is as it should be, else one for each thing that is not. A
/// project that no answer speaks of is unknown. Pure.
[[nodiscard]] Findings
checkCloud(const inventory::Snapshot &snapshot, const ProjectAccesses &accesses);

/// This machine's clock against the Date header of an answer of Google's (RFC 7231); tokens are
/// refused where it is minutes off. Unknown without a header. Pure.
[[nodiscard]] Finding checkClock(const QDateTime &here, const QByteArray &dateHeader);

} // namespace podium::doctor
