// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/run/endpoints.h"
#include "core/ssh/keys/hostkey.h"
#include "core/ssh/keys/hostkeystore.h"

#include <QList>
#include <QString>

#include <functional>

namespace podium::gateway {

/// How one worker is reached from another.
struct InternalEndpoint
{
    QString address; ///< its internal IP; empty: not known
    quint16 port = 22;
    QList<ssh::HostKey> hostKeys; ///< empty: not known
};

/// As far as it is known now.
using InternalEndpointOf = std::function<InternalEndpoint(const WorkerRef &)>;

/// From the snapshot; host keys as Podium itself checks them. The port is that of all workers: 22,
/// unless the settings say another. Thread-safe as the store is; may read its file.
[[nodiscard]] InternalEndpoint internalEndpointOf(
    const inventory::Snapshot &snapshot, const WorkerRef &worker, const run::SshDefaults &defaults,
    ssh::HostKeyStore &hostKeys);

} // namespace podium::gateway
