// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

#include <atomic>
#include <memory>
#include <openssl/types.h>

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

private:
    EVP_MD_CTX *m_context;
};

/// Of a whole file; empty where it cannot be read, or `isStopped` became true. Blocks.
[[nodiscard]] QByteArray digestOf(const QByteArray &localPath, const std::atomic<bool> &isStopped);

} // namespace podium::files
