// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/keys/keyblob.h"

#include "core/ssh/keys/wire.h"

#include <openssl/ec.h>
#include <openssl/obj_mac.h>

#include <QtMath>

#include <algorithm>
#include <memory>

namespace podium::people {

namespace {

/// OpenSSH's limits (SSHBUF_MAX_BIGNUM, SSH_RSA_MINIMUM_MODULUS_SIZE).
constexpr int LongestNumber = 16384 / 8;
constexpr int ShortestRsa = 1024;
constexpr int Ed25519Size = 32;

struct Curve
{
    const char *name;
    int nid;
    int bits;
};
constexpr Curve curves[] = {
    {"nistp256", NID_X9_62_prime256v1, 256},
    {"nistp384", NID_secp384r1, 384},
    {"nistp521", NID_secp521r1, 521},
};

/// Other names under which OpenSSH takes a key's blob, for the one under which it writes it.
struct OtherName
{
    const char *other;
    const char *name;
    Qt::CaseSensitivity sensitivity;
};
constexpr OtherName otherNames[] = {
    {"rsa-sha2-256", "ssh-rsa", Qt::CaseSensitive},
    {"rsa-sha2-512", "ssh-rsa", Qt::CaseSensitive},
    {"webauthn-sk-ecdsa-sha2-nistp256@openssh.com", "sk-ecdsa-sha2-nistp256@openssh.com",
     Qt::CaseSensitive},
    {"RSA", "ssh-rsa", Qt::CaseInsensitive},
    {"DSA", "ssh-dss", Qt::CaseInsensitive},
    {"ED25519", "ssh-ed25519", Qt::CaseInsensitive},
    {"ED25519-SK", "sk-ssh-ed25519@openssh.com", Qt::CaseInsensitive},
};

QByteArray usualName(const QByteArray &name)
{
    for (const OtherName &known : otherNames) {
        if (name.compare(known.other, known.sensitivity) == 0) {
            return known.name;
        }
    }
    return name;
}

/// Reads a blob field by field and writes it again as OpenSSH would.
class BlobReader final
{
public:
    explicit BlobReader(const QByteArray &blob) : m_reader(blob), m_size(blob.size()) {}

    /// The type of key, by its usual name.
    std::optional<QByteArray> name()
    {
        auto value = m_reader.string();
        if (value) {
            m_read += 4 + value->size();
            value = usualName(*value);
            ssh::putString(m_canonical, *value);
        }
        return value;
    }
    std::optional<QByteArray> string()
    {
        auto value = m_reader.string();
        if (value) {
            m_read += 4 + value->size();
            ssh::putString(m_canonical, *value);
        }
        return value;
    }
    /// An mpint that is not negative, without its leading zeros.
    std::optional<QByteArray> number()
    {
        auto value = m_reader.string();
        if (!value) {
            return std::nullopt;
        }
        m_read += 4 + value->size();
        const bool isNegative = !value->isEmpty() && uchar(value->at(0)) >= 0x80;
        const bool isTooLong = value->size() > LongestNumber + 1 ||
                               (value->size() == LongestNumber + 1 && value->at(0) != '\0');
        if (isNegative || isTooLong) {
            return std::nullopt;
        }
        const auto first =
            std::find_if(value->cbegin(), value->cend(), [](char c) { return c != '\0'; });
        QByteArray digits = value->mid(int(first - value->cbegin()));
        const bool needsZero = !digits.isEmpty() && uchar(digits[0]) >= 0x80;
        ssh::putString(m_canonical, needsZero ? '\0' + digits : digits);
        return digits;
    }
    [[nodiscard]] bool isAtEnd() const { return m_read == m_size; }
    [[nodiscard]] const QByteArray &canonical() const { return m_canonical; }

private:
    ssh::WireReader m_reader;
    int m_size = 0;
    int m_read = 0;
    QByteArray m_canonical;
};

int bitsOf(const QByteArray &number)
{
    if (number.isEmpty()) {
        return 0;
    }
    int bits = (number.size() - 1) * 8;
    for (uint top = uchar(number[0]); top != 0; top >>= 1) {
        ++bits;
    }
    return bits;
}

bool isOdd(const QByteArray &number)
{
    return !number.isEmpty() && (uchar(number.back()) & 1U) != 0;
}

bool isOnCurve(const QByteArray &point, int nid)
{
    const std::unique_ptr<EC_GROUP, decltype(&EC_GROUP_free)> group(
        EC_GROUP_new_by_curve_name(nid), &EC_GROUP_free);
    if (!group) {
        return false;
    }
    const std::unique_ptr<EC_POINT, decltype(&EC_POINT_free)> place(
        EC_POINT_new(group.get()), &EC_POINT_free);
    // Uncompressed points only, as OpenSSH; reading one checks that it lies on the curve.
    return place && !point.isEmpty() && point[0] == POINT_CONVERSION_UNCOMPRESSED &&
           EC_POINT_oct2point(
               group.get(), place.get(), reinterpret_cast<const uchar *>(point.constData()),
               size_t(point.size()), nullptr) == 1 &&
           EC_POINT_is_at_infinity(group.get(), place.get()) == 0;
}

bool readRsa(BlobReader &blob, KeyBlobFacts &facts)
{
    const auto exponent = blob.number();
    const auto modulus = exponent ? blob.number() : std::nullopt;
    if (!modulus || bitsOf(*modulus) < ShortestRsa) {
        return false;
    }
    facts.type = KeyType::Rsa;
    facts.bits = bitsOf(*modulus);
    facts.isDegenerate = !isOdd(*modulus) || !isOdd(*exponent) || bitsOf(*exponent) < 2;
    return true;
}

bool readDsa(BlobReader &blob, KeyBlobFacts &facts)
{
    const auto prime = blob.number();
    if (!prime || !blob.number() || !blob.number() || !blob.number()) {
        return false;
    }
    facts.type = KeyType::Dsa;
    facts.bits = bitsOf(*prime);
    return true;
}

bool readEcdsa(BlobReader &blob, KeyBlobFacts &facts, const QByteArray &wantedCurve)
{
    const auto curveName = blob.string();
    const auto point = curveName ? blob.string() : std::nullopt;
    if (!point || *curveName != wantedCurve) {
        return false;
    }
    const auto curve = std::find_if(
        std::begin(curves), std::end(curves), [&](const Curve &c) { return *curveName == c.name; });
    if (curve == std::end(curves) || !isOnCurve(*point, curve->nid)) {
        return false;
    }
    facts.type = KeyType::Ecdsa;
    facts.bits = curve->bits;
    return true;
}

bool readEd25519(BlobReader &blob, KeyBlobFacts &facts)
{
    const auto point = blob.string();
    facts.type = KeyType::Ed25519;
    facts.bits = Ed25519Size * 8;
    return point && point->size() == Ed25519Size;
}

/// The "application" of a security key, mostly "ssh:".
bool readApplication(BlobReader &blob)
{
    const auto application = blob.string();
    return application && !application->contains('\0');
}

bool readFields(BlobReader &blob, KeyBlobFacts &facts)
{
    const QByteArray &name = facts.name;
    if (name == "ssh-ed25519") {
        return readEd25519(blob, facts);
    }
    if (name == "ssh-rsa") {
        return readRsa(blob, facts);
    }
    if (name == "ssh-dss") {
        return readDsa(blob, facts);
    }
    if (name.startsWith("ecdsa-sha2-")) {
        return readEcdsa(blob, facts, name.mid(int(qstrlen("ecdsa-sha2-"))));
    }
    if (name == "sk-ssh-ed25519@openssh.com") {
        const bool fine = readEd25519(blob, facts) && readApplication(blob);
        facts.type = KeyType::SkEd25519;
        return fine;
    }
    if (name == "sk-ecdsa-sha2-nistp256@openssh.com") {
        const bool fine = readEcdsa(blob, facts, "nistp256") && readApplication(blob);
        facts.type = KeyType::SkEcdsa;
        return fine;
    }
    return false;
}

} // namespace

std::optional<KeyBlobFacts> readKeyBlob(const QByteArray &blob)
{
    BlobReader reader(blob);
    const auto name = reader.name();
    if (!name) {
        return std::nullopt;
    }
    KeyBlobFacts facts;
    facts.name = *name;
    if (!readFields(reader, facts) || !reader.isAtEnd()) {
        return std::nullopt;
    }
    facts.canonical = reader.canonical();
    return facts;
}

} // namespace podium::people
