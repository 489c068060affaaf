// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/snapshot.h"
#include "core/ssh/endpoint.h"

#include <QString>
#include <QStringList>

#include <functional>

namespace podium::run {

/// How the person's rules want one worker reached.
struct WorkerReach
{
    QString configName;   ///< by which their ssh config knows it
    QString address;      ///< where a proxy is: instead of the external address
    QString proxyJump;    ///< as ssh takes it; empty: none
    QString proxyCommand; ///< empty: none
    QString problem;      ///< why it cannot be reached so, as a sentence
};

/// What a login needs that no node knows: from the settings or the environment.
struct SshDefaults
{
    QString user;
    quint16 port = 22;
    QStringList identityFiles;
    std::function<WorkerReach(const cloud::Node &, int index)> reachOf = {}; ///< null: no rules
};

/// Where and as whom to log in on a worker, as far as the inventory knows now. Pure. Where that
/// cannot be (gone, stopped, no external IP), `unreachable` says why and what to do.
[[nodiscard]] ssh::Endpoint endpointFor(
    const inventory::Snapshot &snapshot, const WorkerRef &worker, const SshDefaults &defaults);

} // namespace podium::run
