// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/activity/activity.h"

#include <QByteArray>

#include <vector>

namespace podium::models {

/// RFC 4180 with a header line, UTF-8, CRLF: a line for each entry, and behind it one for each of
/// its parts, of kind "part". A cell that a spreadsheet would take for a formula gets an apostrophe
/// in front: texts may come from a cloud.
[[nodiscard]] QByteArray activityToCsv(const std::vector<ActivityEntry> &entries);
/// A JSON array of objects: time (RFC 3339), kind, outcome, node, worker (-1: none), run, person,
/// configVersion (0: none), subject, summary, detail, parts (node, worker, person, summary,
/// outcome), partsLeftOut.
[[nodiscard]] QByteArray activityToJson(const std::vector<ActivityEntry> &entries);

} // namespace podium::models
