// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/keys/loginproof.h"

#include "core/ssh/keys/wire.h"

#include <algorithm>

namespace podium::ssh {

namespace {

/// SSH_MSG_USERAUTH_REQUEST, RFC 4252 section 6; and TRUE: a signature comes with it.
constexpr char UserauthRequest = 50;
constexpr char WithSignature = 1;

} // namespace

std::optional<LoginProof> LoginProof::parse(const QByteArray &signedData)
{
    WireReader reader(signedData);
    const auto session = reader.string();
    if (!session || session->isEmpty() || reader.byte() != UserauthRequest) {
        return std::nullopt;
    }
    const auto user = reader.string();
    const auto service = reader.string();
    const auto method = reader.string();
    if (!user || service != "ssh-connection" || method != "publickey-hostbound-v00@openssh.com" ||
        reader.byte() != WithSignature) {
        return std::nullopt;
    }
    const auto algorithm = reader.string();
    const auto key = reader.string();
    const auto hostKey = reader.string();
    if (!algorithm || !key || !hostKey || !reader.isAtEnd()) {
        return std::nullopt;
    }
    return LoginProof{*user, *key, *hostKey};
}

bool isAllowed(const LoginProof &proof, const std::vector<AllowedLogin> &logins)
{
    return std::any_of(logins.begin(), logins.end(), [&proof](const AllowedLogin &login) {
        return login.user == proof.user &&
               std::any_of(
                   login.hostKeys.begin(), login.hostKeys.end(),
                   [&proof](const HostKey &key) { return key.blob == proof.hostKeyBlob; });
    });
}

} // namespace podium::ssh
