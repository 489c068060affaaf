// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/valuesjson.h"
#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/tunnel/servers.h"

#include <QStringList>

#include <map>
#include <vector>

namespace podium::ctl {

using ServersOfWorkers = std::map<WorkerRef, Result<tunnel::WorkerServers>>;

/// The document of `ports --json`.
[[nodiscard]] Json portsJson(const ServersOfWorkers &found);
/// A table; its head first.
[[nodiscard]] std::vector<QStringList> portRows(const ServersOfWorkers &found);

} // namespace podium::ctl
