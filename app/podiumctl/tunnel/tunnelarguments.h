// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/subcommand.h"
#include "core/tunnel/tunnelspec.h"

#include <QStringList>

#include <vector>

namespace podium::ctl {

/// `podiumctl tunnel …`, `podiumctl tunnels` and `podiumctl ports …`.
struct TunnelArguments
{
    QString target;
    QStringList targets;
    QStringList ports;                   ///< as typed
    std::vector<tunnel::PortPair> pairs; ///< of --socks one, without a port of the worker
    bool socks = false;
    bool jupyter = false; ///< the address with the token is printed, too
    bool json = false;
};

[[nodiscard]] Subcommand tunnelSubcommand(const std::shared_ptr<TunnelArguments> &arguments);
[[nodiscard]] Subcommand tunnelsSubcommand(const std::shared_ptr<TunnelArguments> &arguments);
[[nodiscard]] Subcommand portsSubcommand(const std::shared_ptr<TunnelArguments> &arguments);

} // namespace podium::ctl
