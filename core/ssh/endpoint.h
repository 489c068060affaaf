// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <QString>
#include <QStringList>

namespace podium::ssh {

/// Where and as whom to log in on one worker: a plain value, complete, so that no configuration
/// file is read while connecting.
struct Endpoint
{
    WorkerRef worker;
    QString address; ///< IP or host name; empty: cannot be reached, see `unreachable`
    quint16 port = 22;
    QString user;
    QStringList identityFiles; ///< private keys, tried in this order; missing ones are skipped
    bool useAgent = true; ///< offer the agent's keys that belong to identityFiles, or all if none
    bool offerAllAgentKeys = false; ///< after those, the agent's others too: nobody chose a key
    /// Under this name the worker's host keys are known, whatever its IP: "tpu.<node id>-<index>".
    QString hostKeyAlias;
    QStringList pinnedHostKeys; ///< "TYPE BASE64" from guest attributes; only these are accepted
    /// By which the person's ssh config knows the worker; empty: by none. Only `ssh` itself uses
    /// it.
    QString configName;
    QString proxyJump;    ///< as ssh takes it; empty: none, or what the person's config says
    QString proxyCommand; ///< the same; goes before `proxyJump`
    /// Socket of an agent of this machine that the worker may ask for as long as it is connected;
    /// by `ssh` alone. Empty: it may ask none.
    QString forwardedAgent;
    QString unreachable; ///< why there is no address, as a sentence
    bool operator==(const Endpoint &) const = default;
};

} // namespace podium::ssh
