// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace podium::gateway {

/// The recipe that installs ClusterShell.
inline constexpr const char *EngineRecipe = "clustershell";

// Of a run. `worker`: whom it is about; each says how it goes directly.

/// A word of rungateway.sh: "agent", "clush", "write"; "script": it said nothing.
[[nodiscard]] Error
gatewayProblem(const QByteArray &word, const QString &detail, const QString &gateway);
/// The gateway is not to be had, so nothing was run on the worker.
[[nodiscard]] Error behindGateway(const Error &why, const QString &worker);
/// The gateway's ssh could not log in there; `words`: its own.
[[nodiscard]] Error notLoggedIn(const QString &words, const QString &worker);
/// It began, or may have; what became of it is not known.
[[nodiscard]] Error lostBehindGateway(const QString &detail, const QString &worker);
/// Something that a run through a gateway cannot have.
[[nodiscard]] Error notForGateway(const QString &what);
/// One of noInternalAddress() and noHostKey(), of a run.
[[nodiscard]] Error forRun(Error ofCopy);

// What keeps a copy from going through a gateway, each with the other way. All pure; `worker` is
// the one that it is about.

[[nodiscard]] Error noInternalAddress(const QString &worker);
[[nodiscard]] Error noHostKey(const QString &worker);
[[nodiscard]] Error noRoomOnTheWay(const QString &worker, qint64 needed, qint64 free);
/// For those whom it was to serve; `why`: what is the matter with the gateway.
[[nodiscard]] Error noGateway(const Error &why, const QString &worker);
[[nodiscard]] Error noEngine(const QString &detail, const QString &gateway);
/// There is more by now than the plan named.
[[nodiscard]] Error moreToDelete(const QString &gateway);
[[nodiscard]] Error notAmongThem(const QString &gateway);
/// What came of "failed WORD TEXT" of gateway.sh or recipient.sh, where the word is none of
/// core/files: "authorize", "key", "clush".
[[nodiscard]] std::optional<Error> errorOfItem(const QByteArray &item, const QString &worker);
/// clush could not copy there; `reason`: what it said.
[[nodiscard]] Error notPassedOn(const QString &reason, const QString &worker);
/// It could not be seen that all that was put there is gone.
[[nodiscard]] QString notWithdrawn(const QStringList &workers);
/// For so long the key of a copy is let in, at the most; in hours.
inline constexpr int KeyHours = 6;

} // namespace podium::gateway
