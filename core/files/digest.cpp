// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/digest.h"

#include "core/base/descriptor.h"
#include "core/files/fileentry.h"

#include <algorithm>
#include <fcntl.h>
#include <openssl/evp.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace podium::files {

namespace {

constexpr std::size_t DigestPiece = 256 * 1024;

Descriptor openToRead(const QByteArray &localPath)
{
    return Descriptor(
        ::open(localPath.constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
}

} // namespace

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

QByteArray Digest::resultSoFar() const
{
    Digest copy;
    EVP_MD_CTX_copy_ex(copy.m_context, m_context);
    return copy.result();
}

QHash<qint64, QByteArray> digestsOfBeginnings(
    const QByteArray &localPath, std::set<qint64> sizes, const std::atomic<bool> &isStopped,
    Holes holes)
{
    const Descriptor file = openToRead(localPath);
    struct stat status
    {};
    if (file.get() < 0 || ::fstat(file.get(), &status) != 0 ||
        (holes == Holes::LeftOut && status.st_blocks * BlockSize < status.st_size)) {
        return {};
    }
    QHash<qint64, QByteArray> digests;
    Digest digest;
    std::vector<char> piece(DigestPiece);
    qint64 done = 0;
    for (const qint64 wanted : sizes) {
        while (done < wanted) {
            const auto left = std::min<qint64>(wanted - done, qint64(piece.size()));
            const ssize_t size = ::read(file.get(), piece.data(), std::size_t(left));
            if (size < 0 || isStopped) {
                return {};
            }
            if (size == 0) {
                return digests;
            }
            digest.add(piece.data(), std::size_t(size));
            done += size;
        }
        digests.insert(wanted, digest.resultSoFar());
    }
    return digests;
}

QByteArray digestOf(const QByteArray &localPath, const std::atomic<bool> &isStopped)
{
    const Descriptor file = openToRead(localPath);
    if (file.get() < 0) {
        return {};
    }
    Digest digest;
    std::vector<char> piece(DigestPiece);
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
