// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace podium::sim {

struct RsaKey
{
    std::string privatePem; ///< PKCS#8
    std::string publicPem;
};

/// A key of 2048 bits; throws std::runtime_error.
RsaKey makeRsaKey();

struct Jwt
{
    nlohmann::json header;
    nlohmann::json claims;
    std::string signedPart;
    std::string signature;
};

/// Takes a compact JWT apart; nothing when it is none.
std::optional<Jwt> parseJwt(const std::string &text);

/// Whether the RS256 signature is by the owner of the key.
bool verifyJwt(const Jwt &jwt, const std::string &publicPem);

} // namespace podium::sim
