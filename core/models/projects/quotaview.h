// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/projects/projectview.h"
#include "core/models/projects/quotafeed.h"

namespace podium::models {

/// The TPU quota of a project as it is shown.
struct QuotaView
{
    std::vector<GrantBar> bars; ///< of what stands, is granted there, or is full
    std::vector<GrantBar> rest; ///< other limits above 0
    QString note;               ///< a sentence on what has no bar, or why there is none
    bool operator==(const QuotaView &) const = default;
};

/// Pure.
[[nodiscard]] QuotaView quotaView(
    const ProjectId &project, const QuotaFeed::State &quota, const ProjectFacts &facts,
    const lifecycle::ProjectQueue &queue);

} // namespace podium::models
