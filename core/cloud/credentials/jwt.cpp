// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/credentials/jwt.h"

#include "core/cloud/values/jsonaccess.h"

#include <QScopeGuard>

#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <memory>

namespace podium::cloud {

namespace {

template <auto Free>
struct Freed
{
    template <typename T>
    void operator()(T *object) const
    {
        Free(object);
    }
};
using Bio = std::unique_ptr<BIO, Freed<BIO_free>>;
using Key = std::unique_ptr<EVP_PKEY, Freed<EVP_PKEY_free>>;
using DigestContext = std::unique_ptr<EVP_MD_CTX, Freed<EVP_MD_CTX_free>>;

QByteArray base64Url(const QByteArray &bytes)
{
    return bytes.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals);
}

/// Without one OpenSSL would ask for a passphrase on the terminal.
int noPassphrase(char *, int, int, void *)
{
    return -1;
}

Key readKey(const QByteArray &pem)
{
    const Bio bio(BIO_new_mem_buf(pem.constData(), pem.size()));
    Key key(bio ? PEM_read_bio_PrivateKey(bio.get(), nullptr, noPassphrase, nullptr) : nullptr);
    return key && EVP_PKEY_get_base_id(key.get()) == EVP_PKEY_RSA ? std::move(key) : Key();
}

/// RSASSA-PKCS1-v1_5 with SHA-256; empty where OpenSSL refuses.
QByteArray signature(EVP_PKEY *key, const QByteArray &message)
{
    const DigestContext context(EVP_MD_CTX_new());
    const auto *data = reinterpret_cast<const unsigned char *>(message.constData());
    std::size_t size = 0;
    if (!context || EVP_DigestSignInit(context.get(), nullptr, EVP_sha256(), nullptr, key) != 1 ||
        EVP_DigestSign(context.get(), nullptr, &size, data, std::size_t(message.size())) != 1) {
        return {};
    }
    QByteArray bytes(int(size), Qt::Uninitialized);
    if (EVP_DigestSign(
            context.get(), reinterpret_cast<unsigned char *>(bytes.data()), &size, data,
            std::size_t(message.size())) != 1) {
        return {};
    }
    bytes.truncate(int(size));
    return bytes;
}

} // namespace

Result<Secret> serviceAccountAssertion(const ServiceAccount &account, const QDateTime &now)
{
    // The random generators that OpenSSL keeps for a thread: Qt does not wait for the very end of a
    // pool's threads, and a program would leave them behind.
    const auto freeThreadState = qScopeGuard([] { OPENSSL_thread_stop(); });
    const Key key = readKey(account.privateKey.reveal());
    const qint64 issued = now.toSecsSinceEpoch();
    Json header{{"alg", "RS256"}, {"typ", "JWT"}};
    if (!account.keyId.isEmpty()) {
        header["kid"] = account.keyId.toStdString();
    }
    const Json claims{
        {"iss", account.email.toStdString()},
        {"scope", CloudScope},
        // Google's constant, whatever the address of the endpoint.
        {"aud", "https://oauth2.googleapis.com/token"},
        {"iat", issued},
        {"exp", issued + 3600}};
    const QByteArray message = base64Url(dump(header)) + '.' + base64Url(dump(claims));
    const QByteArray signedBytes = key ? signature(key.get(), message) : QByteArray();
    ERR_clear_error();
    if (signedBytes.isEmpty()) {
        return failure(
            {ErrorKind::Credentials,
             QStringLiteral("The key of the service account %1 cannot be used.").arg(account.email),
             QStringLiteral("It is not an RSA private key in PEM form."),
             QStringLiteral("Download a new key file for the account."), account.email});
    }
    return Secret(message + '.' + base64Url(signedBytes));
}

} // namespace podium::cloud
