// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/people/plan/revocationproof.h"
#include "core/ssh/route/routingtransport.h"

#include <QObject>
#include <QThreadPool>

#include <memory>
#include <stop_token>

namespace podium::people {

/// Gets proofs from many workers, some at a time and in threads of its own: a worker that is silent
/// keeps one of them waiting for seconds, and nothing else.
class RevocationCheck final : public QObject
{
public:
    /// `routeOf`: as runs go; null: all workers are reached directly.
    RevocationCheck(
        std::shared_ptr<ssh::HostKeyStore> hostKeys, ssh::RoutingTransport::RouteOf routeOf,
        QObject *parent = nullptr);
    /// Waits for those under way, which end at once.
    ~RevocationCheck() override;

    void prove(ProofQuestion question, Callback<KeyProof> done);

private:
    void start(ProofQuestion question, Callback<KeyProof> done);

    const std::shared_ptr<ssh::HostKeyStore> m_hostKeys;
    const ssh::RoutingTransport::RouteOf m_routeOf;
    std::stop_source m_stop;
    QThreadPool m_pool;
};

} // namespace podium::people
