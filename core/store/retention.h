// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/database.h"

#include <QDateTime>

#include <chrono>
#include <utility>
#include <vector>

namespace podium::store {

/// How much history is kept: what ended more than so many days ago goes, and of what is younger
/// the newest so many rows of each kind stay.
constexpr int HistoryDays = 180;
constexpr int HistoryRows = 200000;

/// A stretch of time.
using Span = std::pair<QDateTime, QDateTime>;

/// Notes that somebody looked at `now`. Looks that follow each other closely are one stretch.
[[nodiscard]] Result<> recordLook(Database &database, const QDateTime &now);
/// The stretches in which somebody looked; between them nobody knows what was.
[[nodiscard]] Result<std::vector<Span>> readLooks(Database &database);

/// True for the first who claims `what` within `silence`, whichever process it is.
[[nodiscard]] Result<bool>
claim(Database &database, const QString &what, const QDateTime &now, std::chrono::seconds silence);

/// Removes what is beyond the limits; once a day, whichever process comes first.
[[nodiscard]] Result<> prune(Database &database, const QDateTime &now);

} // namespace podium::store
