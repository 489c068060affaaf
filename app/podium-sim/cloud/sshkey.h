// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <string_view>

namespace podium::sim {

/// An ed25519 key pair as OpenSSH writes it.
struct SshKey
{
    std::string privateFile;  ///< the text of an unencrypted private key file
    std::string publicBase64; ///< what stands after "ssh-ed25519 "
};

/// Throws std::runtime_error when the system gives no randomness.
SshKey makeSshKey(std::string_view comment);

std::string base64(std::string_view bytes);

/// The bytes of base64 or base64url, padding or not; throws std::invalid_argument.
std::string fromBase64(std::string_view text);

/// `bytes` random bytes as hexadecimal digits.
std::string randomHex(int bytes);

} // namespace podium::sim
