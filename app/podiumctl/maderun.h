// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/service/runservice.h"

#include <QObject>

#include <memory>

namespace podium::ctl {

/// The run, once what the person should know of it is printed: what had to be narrowed, and, now
/// and for as long as `context` lives, that the journal cannot be written.
[[nodiscard]] std::unique_ptr<run::Run> announced(run::RunService::Made made, QObject *context);

} // namespace podium::ctl
