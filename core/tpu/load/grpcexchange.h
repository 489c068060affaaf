// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayList>

#include <memory>
#include <optional>

namespace podium::tpu {

/// Calls of one gRPC method, side by side on one connection that somebody else has: bytes in, bytes
/// out. HTTP/2 without TLS, by nghttp2. Never waits, and takes no more than MostBytes from whoever
/// answers. Not thread-safe.
class GrpcExchange final
{
public:
    static constexpr int MostBytes = 256 * 1024; ///< of all that comes

    /// A call for each of `messages` (protobuf). `path`: /PACKAGE.SERVICE/METHOD; `authority`: as
    /// in the URL.
    GrpcExchange(
        const QByteArray &path, const QByteArray &authority, const QByteArrayList &messages);
    ~GrpcExchange();
    GrpcExchange(const GrpcExchange &) = delete;
    GrpcExchange &operator=(const GrpcExchange &) = delete;

    /// What is to be sent now; empty: nothing.
    [[nodiscard]] QByteArray takeOutput();
    /// What has come.
    void feed(const QByteArray &bytes);
    /// All calls have an answer, or none will come any more: it is no HTTP/2, or too much.
    [[nodiscard]] bool isDone() const;
    /// It is no HTTP/2 server that keeps to the rules.
    [[nodiscard]] bool isBroken() const;
    /// The message that answered a call; none: it failed, or has no whole answer yet.
    [[nodiscard]] std::optional<QByteArray> answer(int call) const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace podium::tpu
