// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/digest.h"

#include "core/base/descriptor.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <unistd.h>
#include <vector>

namespace podium::files {

Digest::Digest() : m_context(EVP_MD_CTX_new())
{
    EVP_DigestInit_ex(m_context, EVP_sha256(), nullptr);
}

Digest::~Digest()
{
    EVP_MD_CTX_free(m_context);
}

void Digest::add(const char *bytes, std::size_t size)
{
    EVP_DigestUpdate(m_context, bytes, size);
}

QByteArray Digest::result()
{
    QByteArray sum(EVP_MAX_MD_SIZE, '\0');
    unsigned size = 0;
    EVP_DigestFinal_ex(m_context, reinterpret_cast<unsigned char *>(sum.data()), &size);
    return sum.left(int(size)).toHex();
}

QByteArray digestOf(const QByteArray &localPath, const std::atomic<bool> &isStopped)
{
    const Descriptor file(
        ::open(localPath.constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (file.get() < 0) {
        return {};
    }
    Digest digest;
    constexpr std::size_t Piece = 256 * 1024;
    std::vector<char> piece(Piece);
    for (;;) {
        const ssize_t size = ::read(file.get(), piece.data(), piece.size());
        if (size < 0 || isStopped) {
            return {};
        }
        if (size == 0) {
            return digest.result();
        }
        digest.add(piece.data(), std::size_t(size));
    }
}

} // namespace podium::files
