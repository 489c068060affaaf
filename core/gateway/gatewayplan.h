// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/workercopy.h"
#include "core/gateway/internalendpoint.h"

#include <QByteArray>

#include <chrono>
#include <optional>
#include <vector>

namespace podium::gateway {

/// Workers that get the same from the gateway, by their places in the copy.
struct Group
{
    std::vector<std::size_t> workers;
    std::vector<std::size_t> send; ///< places in the LocalTree, in their order
    QByteArrayList deletes;
    qint64 bytes = 0; ///< of files, for each of them
    bool operator==(const Group &) const = default;
};

/// One of a copy's workers has it and the others get it from there: those for whom there is
/// something to do and nothing in the way. Pure.
[[nodiscard]] std::vector<Group>
groupsOf(const std::vector<files::WorkerCopy> &workers, std::size_t gateway, bool deletesExtras);

/// Those groups in recipients of at most so many workers, in their order: each recipient waits
/// together. Pure.
[[nodiscard]] std::vector<std::vector<Group>>
wavesOf(const std::vector<Group> &groups, std::size_t most);

/// Says in the plans what keeps a worker from being served by this gateway: the gateway has no
/// plan, no internal address, no host key to know the worker by, or no room for what lies on both
/// disks on its way. `endpoints`: of each. Pure.
void checkWays(
    std::vector<files::WorkerCopy> &workers, std::size_t gateway,
    const std::vector<InternalEndpoint> &endpoints, bool deletesExtras);

/// The name of a worker on the gateway: "w3".
[[nodiscard]] QByteArray nameOnGateway(std::size_t worker);
/// The places behind such names, as clush folds them: "w[0-2,7],w9". Nothing where it is none.
/// Pure.
[[nodiscard]] std::optional<std::vector<std::size_t>> workersNamed(const QByteArray &names);

/// Who is logged in to, by whom: all that the gateway's ssh reads. Pure.
struct SshTarget
{
    std::size_t worker = 0;
    InternalEndpoint endpoint;
    QByteArray user; ///< as the worker itself told it
};
[[nodiscard]] QByteArray
sshConfigText(const std::vector<SshTarget> &targets, const InternalEndpoint &gateway);
/// The same with the agent that the gateway may ask in place of a key of its own. `limit`: of a
/// connection.
[[nodiscard]] QByteArray
agentConfigText(const std::vector<SshTarget> &targets, std::chrono::seconds limit);
[[nodiscard]] QByteArray knownHostsText(const std::vector<SshTarget> &targets);

/// A name that may stand in an ssh config and an authorized_keys line.
[[nodiscard]] bool isLoginName(const QByteArray &name);
/// "ssh-ed25519 TEXT" without anything else. Pure.
[[nodiscard]] std::optional<QByteArray> publicKeyOf(const QByteArray &told);

/// Whether `clush --version` says one that can do it: 1.8 or newer. Pure.
[[nodiscard]] bool isRecentEngine(const QByteArray &version);

} // namespace podium::gateway
