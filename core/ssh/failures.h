// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/ssh/transport.h"

#include <QString>

namespace podium::ssh {

/// The sentences for what can go wrong between here and a worker.

[[nodiscard]] Error noAddress(const Endpoint &endpoint);
[[nodiscard]] Error nameNotFound(const Endpoint &endpoint, const QString &problem);
[[nodiscard]] Error cannotConnect(const Endpoint &endpoint, int errorNumber);
/// `detail` is libssh's text.
[[nodiscard]] Error noSshServer(const Endpoint &endpoint, const QString &detail);
[[nodiscard]] Error noCommonAlgorithm(const Endpoint &endpoint, const QString &detail);
[[nodiscard]] Error brokeBeforeCommand(const Endpoint &endpoint, const QString &detail);
/// The jump host or proxy command before the worker failed; `detail` is what it said.
[[nodiscard]] Error wayFailed(const Endpoint &endpoint, const QString &detail);
[[nodiscard]] Error loginRefused(const Endpoint &endpoint, const QString &detail);
/// ssh itself would not begin; `detail` is what it said.
[[nodiscard]] Error sshNotUsable(const Endpoint &endpoint, const QString &detail);
[[nodiscard]] Error disconnectedAtLogin(const Endpoint &endpoint, const QString &detail);
[[nodiscard]] Error cannotBeSent(const Endpoint &endpoint, int longest);
[[nodiscard]] Error channelRefused(const Endpoint &endpoint, const QString &detail);
/// NotFound: the worker is well, and nobody there takes the connection.
[[nodiscard]] Error
nobodyListens(const Endpoint &endpoint, const ForwardTarget &target, const QString &detail);
[[nodiscard]] Error
forwardRefused(const Endpoint &endpoint, const ForwardTarget &target, const QString &detail);
[[nodiscard]] Error commandRefused(const Endpoint &endpoint, const QString &detail);
[[nodiscard]] Error terminalRefused(const Endpoint &endpoint, const QString &detail);
/// The same, where the command was sent before that could be known.
[[nodiscard]] Error sentWithoutTerminal(const Endpoint &endpoint);
/// `isWatched`: the worker ends the command by itself, see CommandRequest::lossLimit.
[[nodiscard]] Error lostConnection(const Endpoint &endpoint, const QString &detail, bool isWatched);
/// The connection has come back, but after the worker had ended the command.
[[nodiscard]] Error endedWhileCutOff(const Endpoint &endpoint);
[[nodiscard]] Error endedWithoutStatus(const Endpoint &endpoint);

} // namespace podium::ssh
