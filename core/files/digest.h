// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QHash>

#include <atomic>
#include <memory>
#include <openssl/types.h>
#include <set>

namespace podium::files {

/// A SHA-256, bytes by bytes.
class Digest final
{
public:
    Digest();
    ~Digest();
    Digest(const Digest &) = delete;
    Digest &operator=(const Digest &) = delete;
    void add(const char *bytes, std::size_t size);
    /// 64 hexadecimal digits; once, at the end.
    [[nodiscard]] QByteArray result();
    /// The same of what has come by now, at any time.
    [[nodiscard]] QByteArray resultSoFar() const;

private:
    EVP_MD_CTX *m_context;
};

/// How a file with holes, or that its disk packs, is taken.
enum class Holes {
    LeftOut, ///< not at all
    AsZeros
};

/// Of the first so many bytes of a file, for each of `sizes`, in one go; those that it does not
/// have are left out, and all where it cannot be read, or `isStopped` became true. Blocks.
[[nodiscard]] QHash<qint64, QByteArray> digestsOfBeginnings(
    const QByteArray &localPath, std::set<qint64> sizes, const std::atomic<bool> &isStopped,
    Holes holes = Holes::LeftOut);

/// Of a whole file; empty where it cannot be read, or `isStopped` became true. Blocks.
[[nodiscard]] QByteArray digestOf(const QByteArray &localPath, const std::atomic<bool> &isStopped);

} // namespace podium::files
