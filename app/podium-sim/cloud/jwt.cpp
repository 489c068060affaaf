// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/cloud/jwt.h"

#include "app/podium-sim/cloud/sshkey.h"

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

#include <memory>
#include <stdexcept>

namespace podium::sim {

using KeyPointer = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using BioPointer = std::unique_ptr<BIO, decltype(&BIO_free)>;

constexpr size_t keyBits = 2048;

static std::string textOf(BIO *bio)
{
    char *data = nullptr;
    const long size = BIO_get_mem_data(bio, &data);
    return {data, static_cast<size_t>(size)};
}

RsaKey makeRsaKey()
{
    const KeyPointer key(EVP_PKEY_Q_keygen(nullptr, nullptr, "RSA", keyBits), &EVP_PKEY_free);
    const BioPointer secret(BIO_new(BIO_s_mem()), &BIO_free);
    const BioPointer open(BIO_new(BIO_s_mem()), &BIO_free);
    if (!key ||
        PEM_write_bio_PKCS8PrivateKey(
            secret.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr) != 1 ||
        PEM_write_bio_PUBKEY(open.get(), key.get()) != 1)
        throw std::runtime_error("no RSA key could be made");
    return {textOf(secret.get()), textOf(open.get())};
}

std::optional<Jwt> parseJwt(const std::string &text)
{
    const size_t first = text.find('.');
    const size_t second = first == std::string::npos ? first : text.find('.', first + 1);
    if (second == std::string::npos)
        return std::nullopt;
    try {
        Jwt jwt;
        jwt.header = nlohmann::json::parse(fromBase64(text.substr(0, first)));
        jwt.claims = nlohmann::json::parse(fromBase64(text.substr(first + 1, second - first - 1)));
        jwt.signature = fromBase64(text.substr(second + 1));
        jwt.signedPart = text.substr(0, second);
        if (jwt.header.is_object() && jwt.claims.is_object())
            return jwt;
    } catch (const nlohmann::json::exception &) {
        return std::nullopt;
    } catch (const std::invalid_argument &) {
        return std::nullopt;
    }
    return std::nullopt;
}

bool verifyJwt(const Jwt &jwt, const std::string &publicPem)
{
    const BioPointer pem(
        BIO_new_mem_buf(publicPem.data(), static_cast<int>(publicPem.size())), &BIO_free);
    const KeyPointer key(PEM_read_bio_PUBKEY(pem.get(), nullptr, nullptr, nullptr), &EVP_PKEY_free);
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(
        EVP_MD_CTX_new(), &EVP_MD_CTX_free);
    const auto bytes = [](const std::string &text) {
        return reinterpret_cast<const unsigned char *>(text.data());
    };
    return key && jwt.header.value("alg", "") == "RS256" &&
           EVP_DigestVerifyInit(context.get(), nullptr, EVP_sha256(), nullptr, key.get()) == 1 &&
           EVP_DigestVerify(
               context.get(), bytes(jwt.signature), jwt.signature.size(), bytes(jwt.signedPart),
               jwt.signedPart.size()) == 1;
}

} // namespace podium::sim
