// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/plan/peopleplan.h"
#include "core/ssh/endpoint.h"
#include "core/ssh/keys/hostkeystore.h"

#include <QDateTime>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>
#include <stop_token>
#include <vector>

namespace podium::people {

/// Keys that must no longer open a login.
struct RevokedKeys
{
    QString login;
    QList<PublicKey> keys;
    bool operator==(const RevokedKeys &) const = default;
};

/// What must be refused on a worker: formerMembers' keys at formerMembers' logins and wherever they
/// were found before; keys that Podium found among its own lines before but that are desired no
/// more; and what was found in accounts that are to have no other keys, as far as Podium takes that
/// away. Keys that are still desired for the login, or have an end of their own to come, are left
/// out. Pure.
[[nodiscard]] std::vector<RevokedKeys> keysToRefuse(
    const std::vector<FormerMember> &formerMembers, const DesiredAccounts &desired,
    const ActualWorker *before);

/// What a worker's sshd said to keys that must be refused.
struct KeyProof
{
    QDateTime time;
    int refused = 0;
    QStringList taken;          ///< sentences: keys that it would still take
    std::optional<Error> error; ///< it did not answer to all: nothing is proven

    [[nodiscard]] bool isProven() const { return !error && taken.isEmpty(); }
};

/// What is asked of one worker.
struct ProofQuestion
{
    ssh::Endpoint endpoint; ///< of the worker, as any login
    std::vector<RevokedKeys> revoked;
    QDateTime now;
    bool isDirect = true;      ///< as ssh::Route::isDirect
    std::stop_token stop = {}; ///< then nobody waits for the answer any more
};

/// Asks the worker's sshd about each key; see ssh::probeKeys(). Blocks.
[[nodiscard]] KeyProof proveRefused(const ProofQuestion &question, ssh::HostKeyStore &hostKeys);

} // namespace podium::people
