// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/ssh/route/deferredcommand.h"
#include "core/ssh/route/proxyloginlimiter.h"
#include "core/ssh/transport.h"

#include <functional>
#include <unordered_map>
#include <vector>

namespace podium::ssh {

/// A transport before two others: for each command it asks which way its worker needs, says so,
/// and passes it on, where a jump host is on the way, in its turn.
class RoutingTransport final : public Transport, private CommandController
{
    Q_OBJECT

public:
    /// Has to answer, however long that takes it.
    using RouteOf = std::function<void(const Endpoint &, const Callback<Route> &)>;

    /// Both transports must outlive this; nobody else may use them.
    RoutingTransport(
        Transport &libssh, Transport &openssh, RouteOf routeOf, QObject *parent = nullptr);

    [[nodiscard]] CommandHandle start(const CommandRequest &request) override;

private:
    /// A command that has not ended.
    struct Command
    {
        DeferredCommand deferred;
        bool isByLibssh = true;
    };
    bool control(CommandId id, const CommandControl &what) override;
    void choose(CommandId id, const Route &route);
    void passOn(CommandId id);
    void leaveQueue(CommandId id);
    void onEvents(Transport &from, const std::vector<TransportEvent> &events);

    Transport &m_libssh;
    Transport &m_openssh;
    const RouteOf m_routeOf;
    ProxyLoginLimiter m_limiter;
    std::unordered_map<CommandId, Command> m_commands;
    std::unordered_map<CommandId, CommandId> m_ofLibssh; ///< its ids to ours
    std::unordered_map<CommandId, CommandId> m_ofOpenssh;
    CommandId m_lastId = 0;
};

} // namespace podium::ssh
