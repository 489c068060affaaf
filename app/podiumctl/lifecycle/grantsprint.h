// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/grantmail.h"
#include "core/lifecycle/grantreport.h"

namespace podium::ctl {

/// The grant, and what of the mail was not understood.
void printNewGrant(const lifecycle::TpuGrant &grant, const lifecycle::GrantMail &mail);
void printReport(const lifecycle::GrantReport &report, const QDate &today);
void printVerdict(const lifecycle::GrantVerdict &verdict);

} // namespace podium::ctl
