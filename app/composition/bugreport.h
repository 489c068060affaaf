// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/paths.h"
#include "core/doctor/checkup.h"
#include "core/store/config/settings.h"

#include <QProcessEnvironment>

namespace podium::app {

struct Services;

/// What a program's check-up looks at. `access` must outlive it.
[[nodiscard]] doctor::Checkup::World checkupWorld(
    Services &services, cloud::AccessClient &access, const QProcessEnvironment &environment);

/// What a report of a fault is made from: copies, for the pool.
struct BugReportSource
{
    Paths paths;
    store::Settings settings;
    QProcessEnvironment environment;
    doctor::Findings findings;
};
/// The report, without secrets, to be shown before it goes anywhere. Reads the log: blocks briefly.
[[nodiscard]] QString makeBugReport(const BugReportSource &source);

} // namespace podium::app
