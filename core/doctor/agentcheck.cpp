// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/doctor/agentcheck.h"

#include "core/base/descriptor.h"

#include <QByteArray>
#include <QFile>
#include <QtEndian>

#include <array>
#include <cstring>
#include <optional>
#include <sys/socket.h>
#include <sys/un.h>

namespace podium::doctor {

namespace {

using State = Finding::State;

constexpr char RequestIdentities = 11; // SSH_AGENTC_REQUEST_IDENTITIES
constexpr char IdentitiesAnswer = 12;  // SSH_AGENT_IDENTITIES_ANSWER

bool connectTo(int socket, const QByteArray &path)
{
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    if (std::size_t(path.size()) >= sizeof address.sun_path) {
        return false;
    }
    std::memcpy(address.sun_path, path.constData(), std::size_t(path.size()) + 1);
    const timeval limit = {1, 0}; // for each of two waits
    ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    const auto *generic = reinterpret_cast<const sockaddr *>(&address);
    return ::connect(socket, generic, sizeof address) == 0;
}

/// The beginning of the answer has all: length, type, number of keys.
std::optional<quint32> keysIn(int socket)
{
    const std::array<char, 5> question = {0, 0, 0, 1, RequestIdentities};
    if (::send(socket, question.data(), question.size(), MSG_NOSIGNAL) !=
        ssize_t(question.size())) {
        return std::nullopt;
    }
    std::array<char, 9> answer = {};
    const ssize_t got = ::recv(socket, answer.data(), answer.size(), MSG_WAITALL);
    if (got != ssize_t(answer.size()) || answer[4] != IdentitiesAnswer) {
        return std::nullopt;
    }
    return qFromBigEndian<quint32>(answer.data() + 5);
}

} // namespace

AgentState askAgent(const QString &socketPath)
{
    AgentState agent;
    agent.isSet = !socketPath.isEmpty();
    const Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (agent.isSet && connectTo(socket.get(), QFile::encodeName(socketPath))) {
        const auto keys = keysIn(socket.get());
        agent.answers = keys.has_value();
        agent.keys = int(keys.value_or(0));
    }
    return agent;
}

Finding checkAgent(const AgentState &agent)
{
    const QString subject = QStringLiteral("agent");
    if (!agent.isSet) {
        return {
            subject, State::Optional, QStringLiteral("There is no ssh agent (SSH_AUTH_SOCK)."),
            QStringLiteral("Needed only for keys with a passphrase, and to forward the agent.")};
    }
    if (!agent.answers) {
        return {
            subject, State::Bad, QStringLiteral("The ssh agent of SSH_AUTH_SOCK does not answer."),
            QStringLiteral("Start it again, or unset SSH_AUTH_SOCK.")};
    }
    if (agent.keys == 0) {
        return {
            subject, State::Optional, QStringLiteral("The ssh agent answers; it holds no key."),
            QStringLiteral("Add your keys with a passphrase to it."), QStringLiteral("ssh-add")};
    }
    return {
        subject, State::Good,
        QStringLiteral("The ssh agent answers. Keys it holds: %1.").arg(agent.keys)};
}

} // namespace podium::doctor
