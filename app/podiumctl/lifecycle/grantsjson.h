// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/valuesjson.h"
#include "core/lifecycle/grantmail.h"
#include "core/lifecycle/grantreport.h"

namespace podium::ctl {

/// A TPU grant with its name.
[[nodiscard]] Json tpuGrantJson(const lifecycle::TpuGrant &grant);
/// Several, as `remove` and `import` leave them.
[[nodiscard]] Json tpuGrantsJson(const lifecycle::TpuGrants &grants);
[[nodiscard]] Json unreadJson(const lifecycle::GrantMail &mail);
[[nodiscard]] Json reportJson(
    const lifecycle::TpuGrants &grants, const lifecycle::GrantReport &report,
    const inventory::Snapshot &standing, const QDate &today,
    const lifecycle::ProjectQueues &queues);
[[nodiscard]] Json
verdictJson(const lifecycle::TpuRequest &request, const lifecycle::GrantVerdict &verdict);

} // namespace podium::ctl
