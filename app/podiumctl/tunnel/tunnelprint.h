// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/valuesjson.h"
#include "core/tunnel/tunneljson.h"

#include <QStringList>

#include <vector>

namespace podium::ctl {

/// The document of `tunnels --json`.
[[nodiscard]] Json tunnelsJson(const std::vector<tunnel::TunnelRecord> &records);
/// A table; its head first.
[[nodiscard]] std::vector<QStringList> tunnelRows(const std::vector<tunnel::TunnelRecord> &records);

/// A line of `tunnel --json`.
[[nodiscard]] Json tunnelEvent(const char *event, const tunnel::TunnelStatus &status);
/// "12.3 kB up, 4.0 MB down, 7 connections".
[[nodiscard]] QString trafficText(const ssh::ForwardSockets::Counts &counts);

} // namespace podium::ctl
