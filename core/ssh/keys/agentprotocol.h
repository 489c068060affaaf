// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QList>

#include <cstdint>
#include <optional>

namespace podium::ssh {

/// The part of the agent protocol (draft-miller-ssh-agent) that a login needs. All messages here
/// are whole: length, type, contents.
namespace agentprotocol {

constexpr std::uint8_t Failure = 5;
constexpr std::uint8_t RequestIdentities = 11;
constexpr std::uint8_t IdentitiesAnswer = 12;
constexpr std::uint8_t SignRequest = 13;
constexpr std::uint8_t SignResponse = 14;
constexpr std::uint32_t LongestMessage = 256 * 1024;

/// What a signature is asked for.
struct Signing
{
    QByteArray keyBlob;
    QByteArray data;
    std::uint32_t flags = 0;
};

[[nodiscard]] QByteArray message(std::uint8_t type, const QByteArray &contents = {});
[[nodiscard]] QByteArray identitiesAnswer(const QList<QByteArray> &keyBlobs);
[[nodiscard]] QByteArray signRequest(const Signing &signing);

/// Type and contents of a message without its length.
struct Message
{
    std::uint8_t type = Failure;
    QByteArray contents;
};
/// Takes the first whole message off the front of `bytes`; nothing where it is not whole yet.
/// A message longer than the protocol's programs allow reads as Failure.
[[nodiscard]] std::optional<Message> takeMessage(QByteArray &bytes);

/// The keys of an IDENTITIES_ANSWER, only of kinds that libssh can offer; nothing if malformed.
[[nodiscard]] std::optional<QList<QByteArray>> parseIdentities(const Message &message);
[[nodiscard]] std::optional<Signing> parseSigning(const Message &message);

} // namespace agentprotocol

} // namespace podium::ssh
