// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cloud/rsakey.h"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

#include <QList>

namespace podium::tests {

namespace {

template <typename Write>
QByteArray toPem(Write write)
{
    BIO *bio = BIO_new(BIO_s_mem());
    write(bio);
    char *data = nullptr;
    const long size = BIO_get_mem_data(bio, &data);
    const QByteArray pem(data, int(size));
    BIO_free(bio);
    return pem;
}

QByteArray decoded(const QByteArray &base64)
{
    return QByteArray::fromBase64(base64, QByteArray::Base64UrlEncoding);
}

} // namespace

RsaKey makeRsaKey()
{
    EVP_PKEY *key = EVP_RSA_gen(2048);
    RsaKey made;
    made.privateKey = toPem([key](BIO *bio) {
        PEM_write_bio_PKCS8PrivateKey(bio, key, nullptr, nullptr, 0, nullptr, nullptr);
    });
    made.publicKey = toPem([key](BIO *bio) { PEM_write_bio_PUBKEY(bio, key); });
    EVP_PKEY_free(key);
    return made;
}

bool isSignedBy(const QByteArray &jwt, const QByteArray &publicKey)
{
    const int dot = jwt.lastIndexOf('.');
    const QByteArray message = jwt.left(dot);
    const QByteArray signature = decoded(jwt.mid(dot + 1));
    BIO *bio = BIO_new_mem_buf(publicKey.constData(), publicKey.size());
    EVP_PKEY *key = PEM_read_bio_PUBKEY(bio, nullptr, nullptr, nullptr);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    const bool isGood = EVP_DigestVerifyInit(context, nullptr, EVP_sha256(), nullptr, key) == 1 &&
                        EVP_DigestVerify(
                            context, reinterpret_cast<const unsigned char *>(signature.constData()),
                            std::size_t(signature.size()),
                            reinterpret_cast<const unsigned char *>(message.constData()),
                            std::size_t(message.size())) == 1;
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    BIO_free(bio);
    return isGood;
}

QByteArray jwtPart(const QByteArray &jwt, int part)
{
    return decoded(jwt.split('.').value(part));
}

} // namespace podium::tests
