// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/remote/script.h"

namespace podium::gateway {

// The scripts of this room; what they are given and answer is said in each.

[[nodiscard]] remote::Script engineScript();     ///< is ClusterShell there
[[nodiscard]] remote::Script gatewayScript();    ///< the gateway's side
[[nodiscard]] remote::Script runGatewayScript(); ///< the gateway's side of a run
[[nodiscard]] remote::Script
recipientScript(); ///< the others' side, with core/files' own to receive

/// What runs `command` on a worker and tells by `token`, letters and digits, when it begins and
/// ends, for WorkerLines.
[[nodiscard]] QByteArray workerCommand(const QByteArray &token, const QByteArray &command);

} // namespace podium::gateway
