// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/ssh/endpoint.h"
#include "core/ssh/keys/hostkeystore.h"

#include <QByteArray>
#include <QList>

#include <chrono>
#include <stop_token>

namespace podium::ssh {

/// Whether a worker would take a key is its answer to the key's public half alone (RFC 4252
/// section 7): nothing is signed, no private key is needed, nobody is logged in.
struct KeyProbe
{
    Endpoint endpoint;       ///< `user` is the login in question; its key files are not used
    QList<QByteArray> blobs; ///< public keys; at most MostProbedKeys
    std::chrono::milliseconds limit{10000}; ///< all in all
    bool isDirect = true;                   ///< as Route::isDirect
    std::stop_token stop = {};              ///< then nobody waits for the answer any more
};

/// sshd closes the connection at the sixth refusal (MaxAuthTries).
constexpr int MostProbedKeys = 5;

/// For each key whether the worker's sshd takes it for that login. The host key is checked first.
/// An error where the worker did not answer: then nothing is known. Blocks up to the limit.
[[nodiscard]] Result<QList<bool>> probeKeys(const KeyProbe &probe, HostKeyStore &hostKeys);

} // namespace podium::ssh
