// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/openssh/opensshtransport.h"

#include "core/ssh/openssh/opensshconnection.h"

#include <QRegularExpression>

namespace podium::ssh {

namespace {

/// Of the name of a socket only 108 bytes count, and `ssh` adds some of its own.
constexpr int LongestRuntimeFolder = 50;

QString parentOfFolders()
{
    static const QRegularExpression plain(QStringLiteral(R"(\A/[A-Za-z0-9/._-]+\z)"));
    const QString given = qEnvironmentVariable("XDG_RUNTIME_DIR");
    const bool isFit = given.size() <= LongestRuntimeFolder && plain.match(given).hasMatch();
    return isFit ? given : QStringLiteral("/tmp");
}

} // namespace

SessionTransport::Limits OpensshTransport::limitsOf(const Options &options)
{
    Limits limits;
    limits.idle = options.idleLimit;
    limits.mostIdle = options.mostIdle;
    return limits;
}

OpensshTransport::OpensshTransport(HostKeyStore &hostKeys, const Options &options, QObject *parent)
    : SessionTransport(limitsOf(options), parent)
    , m_runtimeFolder(parentOfFolders())
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
