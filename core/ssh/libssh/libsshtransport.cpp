// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/libssh/libsshtransport.h"

#include "core/ssh/keys/privatekeys.h"
#include "core/ssh/libssh/libsshconnection.h"

#include <libssh/libssh.h>

#include <memory>

namespace podium::ssh {

namespace {

/// They wait rather than work.
constexpr int Resolvers = 8;

} // namespace

LibsshTransport::LibsshTransport(HostKeyStore &hostKeys, const Options &options, QObject *parent)
    : SessionTransport(
          {options.threads, options.idleLimit, options.mostIdle, options.stuckAfter,
           options.breakAfter},
          parent)
    , m_agent(options.agentSocket)
{
    m_resolvers.setMaxThreadCount(Resolvers);
    startThreads([this, &hostKeys](IoLoop &loop) -> ConnectionMaker {
        // A key is used on one thread only.
        const auto privateKeys = std::make_shared<PrivateKeys>();
        const auto pacer = std::make_shared<ConnectPacer>(loop);
        return [this, &hostKeys, &loop, privateKeys,
                pacer](const Endpoint &endpoint, std::function<void()> onProgress) {
            return std::make_unique<LibsshConnection>(
                endpoint, LibsshWorld{loop, hostKeys, *privateKeys, m_agent, *pacer, m_resolvers},
                std::move(onProgress));
        };
    });
}

LibsshTransport::~LibsshTransport()
{
    endThreads();
    m_resolvers.clear(); // who is being looked up is waited for, but nobody else
}

Result<> LibsshTransport::checkLibrary()
{
    if (ssh_version(SSH_VERSION_INT(0, 10, 6)) != nullptr) {
        return {};
    }
    return failure(
        {ErrorKind::Refused,
         QStringLiteral("libssh %1 is too old: it has known security faults.")
             .arg(libraryVersion()),
         {},
         QStringLiteral("Install libssh 0.10.6 or newer from your distribution."),
         QStringLiteral("libssh")});
}

QString LibsshTransport::libraryVersion()
{
    return QString::fromLatin1(ssh_version(0)).section(QLatin1Char('/'), 0, 0);
}

} // namespace podium::ssh
