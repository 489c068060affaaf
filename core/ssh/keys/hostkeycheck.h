// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/ssh/endpoint.h"
#include "core/ssh/keys/hostkeystore.h"

namespace podium::ssh {

/// The keys an endpoint may show: pinned ones where the cloud tells them, else those from the
/// first meeting; empty where it was never met. HostKey where the pinned keys or those of the first
/// meeting cannot be read, or there is no name to know the worker by.
[[nodiscard]] Result<QList<HostKey>> acceptableKeys(const Endpoint &endpoint, HostKeyStore &store);

/// Decides whether to go on with a worker that shows this key; nothing of the person's may be
/// sent before. A worker never met is accepted and stored. The Error says what changed and why
/// that may be.
[[nodiscard]] Result<>
checkHostKey(const Endpoint &endpoint, const HostKey &shown, HostKeyStore &store);

/// For a worker whose key was found by ssh itself not to be one of `known`; `shown` describes it.
[[nodiscard]] Error
otherKeyShown(const Endpoint &endpoint, const QList<HostKey> &known, const QString &shown);

/// For a worker that shows none of the key types by which it is known.
[[nodiscard]] Error
noKnownKeyShown(const Endpoint &endpoint, const QList<HostKey> &known, const QString &detail);

} // namespace podium::ssh
