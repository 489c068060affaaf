// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/doctor/finding.h"
#include "core/inventory/snapshot.h"

namespace podium::doctor {

/// What the last refresh says of credentials, projects, their APIs and permissions: one finding for
/// each project. A project that no answer speaks of is unknown. Pure.
[[nodiscard]] Findings checkCloud(const inventory::Snapshot &snapshot);

/// This machine's clock against the Date header of an answer of Google's (RFC 7231); tokens are
/// refused where it is minutes off. Unknown without a header. Pure.
[[nodiscard]] Finding checkClock(const QDateTime &here, const QByteArray &dateHeader);

} // namespace podium::doctor
