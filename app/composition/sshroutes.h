// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/base/paths.h"
#include "core/run/endpoints.h"
#include "core/ssh/openssh/opensshneeds.h"
#include "core/ssh/route/routingtransport.h"
#include "core/sshconfig/check/effectiveconfigs.h"
#include "core/sshconfig/plan/configplan.h"

#include <QHash>
#include <QObject>
#include <QThreadPool>

#include <functional>
#include <optional>
#include <vector>

namespace podium::app {

/// Which way to each worker: asks the person's ssh config and looks at the keys. Once for what is
/// alike; where nothing speaks of a worker it costs a look at files that was taken anyway.
class SshRoutes final : public QObject
{
    Q_OBJECT

public:
    /// `clock` must outlive this.
    SshRoutes(const Paths &paths, const Clock &clock, QObject *parent = nullptr);

    /// As ssh::RoutingTransport::RouteOf.
    void ask(const ssh::Endpoint &endpoint, const Callback<ssh::Route> &callback);

private:
    using Needs = std::function<void(const QStringList &)>;
    void withKeyNeeds(const QStringList &identityFiles, const Needs &then);

    struct KeyListing
    {
        std::optional<QStringList> needs;
        qint64 takenAtMs = 0;
        std::vector<Needs> waiting;
    };
    const Clock &m_clock;
    sshconfig::EffectiveConfigs m_configs;
    QHash<QString, KeyListing> m_keys; ///< by the joined paths
    QThreadPool m_keyLooks; ///< not behind others' work: each command waits for its route
};

/// The rules of the ssh config for runs: name, jump host, command, IAP. Read anew only where they
/// are other ones than before: their patterns are compiled, and each endpoint of each look asks.
class ReachByRules final
{
public:
    using ReachOf = std::function<run::WorkerReach(const cloud::Node &, int index)>;

    [[nodiscard]] const ReachOf &of(const sshconfig::ConfigOptions &options);

private:
    std::optional<sshconfig::ConfigOptions> m_options; ///< of m_reachOf
    ReachOf m_reachOf;
};

} // namespace podium::app
