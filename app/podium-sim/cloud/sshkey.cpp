// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/cloud/sshkey.h"

#include <openssl/evp.h>
#include <openssl/rand.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

namespace podium::sim {

constexpr size_t keySize = 32;
constexpr size_t cipherBlock = 8;
constexpr size_t lineWidth = 70;
constexpr std::string_view keyType = "ssh-ed25519";

static std::string uint32(size_t value)
{
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes.push_back(static_cast<char>((value >> shift) & 0xff));
    return bytes;
}

static std::string field(std::string_view bytes)
{
    return uint32(bytes.size()).append(bytes);
}

std::string base64(std::string_view bytes)
{
    std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');
    const int size = EVP_EncodeBlock(
        reinterpret_cast<unsigned char *>(text.data()),
        reinterpret_cast<const unsigned char *>(bytes.data()), static_cast<int>(bytes.size()));
    text.resize(static_cast<size_t>(size));
    return text;
}

std::string fromBase64(std::string_view text)
{
    std::string standard(text.substr(0, text.find('=')));
    std::replace(standard.begin(), standard.end(), '-', '+');
    std::replace(standard.begin(), standard.end(), '_', '/');
    const size_t size = standard.size() * 3 / 4;
    standard.append((4 - standard.size() % 4) % 4, '=');
    std::string bytes(standard.size() / 4 * 3, '\0');
    if (EVP_DecodeBlock(
            reinterpret_cast<unsigned char *>(bytes.data()),
            reinterpret_cast<const unsigned char *>(standard.data()),
            static_cast<int>(standard.size())) < 0)
        throw std::invalid_argument("not base64");
    bytes.resize(size);
    return bytes;
}

static std::string randomBytes(size_t count)
{
    std::string bytes(count, '\0');
    if (RAND_bytes(reinterpret_cast<unsigned char *>(bytes.data()), static_cast<int>(count)) != 1)
        throw std::runtime_error("no random bytes from the system");
    return bytes;
}

std::string randomHex(int bytes)
{
    constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (const char byte : randomBytes(static_cast<size_t>(bytes))) {
        text.push_back(digits[(static_cast<unsigned char>(byte) >> 4) & 15]);
        text.push_back(digits[static_cast<unsigned char>(byte) & 15]);
    }
    return text;
}

/// The format is OpenSSH's PROTOCOL.key, without a passphrase.
static std::string
privateKeyFile(std::string_view seed, std::string_view publicKey, std::string_view comment)
{
    const std::string blob = field(keyType) + field(publicKey);
    const std::string check = randomBytes(4);
    std::string secret = check + check + field(keyType) + field(publicKey) +
                         field(std::string(seed).append(publicKey)) + field(comment);
    for (char pad = 1; secret.size() % cipherBlock != 0; ++pad)
        secret.push_back(pad);
    const std::string body = base64(
        std::string("openssh-key-v1").append(1, '\0') + field("none") + field("none") + field("") +
        uint32(1) + field(blob) + field(secret));
    std::string text = "-----BEGIN OPENSSH PRIVATE KEY-----\n";
    for (size_t at = 0; at < body.size(); at += lineWidth)
        text += body.substr(at, lineWidth) + '\n';
    return text + "-----END OPENSSH PRIVATE KEY-----\n";
}

SshKey makeSshKey(std::string_view comment)
{
    const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(
        EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"), &EVP_PKEY_free);
    std::string seed(keySize, '\0');
    std::string publicKey(keySize, '\0');
    size_t seedSize = keySize;
    size_t publicSize = keySize;
    if (!key ||
        EVP_PKEY_get_raw_private_key(
            key.get(), reinterpret_cast<unsigned char *>(seed.data()), &seedSize) != 1 ||
        EVP_PKEY_get_raw_public_key(
            key.get(), reinterpret_cast<unsigned char *>(publicKey.data()), &publicSize) != 1)
        throw std::runtime_error("no ed25519 key could be made");
    return {privateKeyFile(seed, publicKey, comment), base64(field(keyType) + field(publicKey))};
}

} // namespace podium::sim
