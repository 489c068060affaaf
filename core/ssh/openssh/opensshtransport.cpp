// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/openssh/opensshtransport.h"

#include "core/ssh/openssh/opensshconnection.h"

namespace podium::ssh {

SessionTransport::Limits OpensshTransport::limitsOf(const Options &options)
{
    Limits limits;
    limits.idle = options.idleLimit;
    limits.mostIdle = options.mostIdle;
    return limits;
}

OpensshTransport::OpensshTransport(HostKeyStore &hostKeys, const Options &options, QObject *parent)
    : SessionTransport(limitsOf(options), parent)
    , m_runtimeFolder(RuntimeFolder::usualParent())
{
    startThreads([this, &hostKeys, options](IoLoop &) -> ConnectionMaker {
        return [this, &hostKeys,
                options](const Endpoint &endpoint, std::function<void()> onProgress) {
            return std::make_unique<OpensshConnection>(
                endpoint,
                OpensshConnection::World{
                    hostKeys, m_runtimeFolder.path(), options.configFile, m_knowsRequiredRsaSize},
                std::move(onProgress));
        };
    });
}

OpensshTransport::~OpensshTransport()
{
    endThreads();
}

} // namespace podium::ssh
