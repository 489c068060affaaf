// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/ssh/keys/agentbroker.h"
#include "core/ssh/keys/hostkeystore.h"
#include "core/ssh/session/sessiontransport.h"

#include <QString>
#include <QThreadPool>

#include <chrono>

namespace podium::ssh {

/// Commands over libssh; see sessiontransport.h.
///
/// A connection whose command has ended is kept for a while, so that the next command on that
/// worker starts without a login; see idleconnections.h and commandsession.h.
class LibsshTransport final : public SessionTransport
{
    Q_OBJECT

public:
    struct Options
    {
        int threads = 0;     ///< 0: a few, as the machine has
        QString agentSocket; ///< as in SSH_AUTH_SOCK; empty: no agent
        std::chrono::milliseconds idleLimit{5 * 60 * 1000}; ///< of a kept connection; 0: keep none
        int mostIdle = 2048;                                ///< kept connections in all
        std::chrono::milliseconds stuckAfter{3000};         ///< an I/O thread gets nothing new
        std::chrono::milliseconds breakAfter{10000};        ///< and what holds it up is ended
    };

    /// `hostKeys` must outlive the transport.
    LibsshTransport(HostKeyStore &hostKeys, const Options &options, QObject *parent = nullptr);
    ~LibsshTransport() override;

    /// Whether the libssh that is loaded may be used: 0.10.6 or newer, for its security fixes.
    [[nodiscard]] static Result<> checkLibrary();
    [[nodiscard]] static QString libraryVersion();

private:
    AgentBroker m_agent;
    QThreadPool m_resolvers;
};

} // namespace podium::ssh
