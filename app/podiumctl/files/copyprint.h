// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/files/workerverdicts.h"
#include "core/files/copysession.h"

namespace podium::ctl {

/// The document of `copy --json`, before (`isDone` false) and after.
[[nodiscard]] Json copyJson(const files::CopySession &session, bool isDone);
/// What would be done, a line for all workers that are alike.
[[nodiscard]] QStringList copyPlanLines(const files::CopySession &session, const NamesOf &namesOf);

} // namespace podium::ctl
