// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/ssh/agentbroker.h"
#include "core/ssh/eventqueue.h"
#include "core/ssh/hostkeystore.h"
#include "core/ssh/transport.h"

#include <QElapsedTimer>
#include <QSocketNotifier>
#include <QString>
#include <QTimer>

#include <memory>
#include <unordered_map>
#include <vector>

namespace podium::ssh {

class IoShard;

/// Commands over libssh, on a few I/O threads of its own; see transport.h for the contract.
///
/// A command is sent verbatim and run by the login shell as `ssh HOST COMMAND` would: nothing is
/// put around it. How it is ended all the same: see remotestop.h. When the total limit passes
/// while it runs, it is ended there too (TERM, then KILL) before the TimedOut is told.
/// Destroying the transport closes the connections; what runs on the workers runs on.
class LibsshTransport final : public Transport
{
    Q_OBJECT

public:
    struct Options
    {
        int threads = 0;     ///< 0: a few, as the machine has
        QString agentSocket; ///< as in SSH_AUTH_SOCK; empty: no agent
        /// From the environment of this process.
        [[nodiscard]] static Options fromEnvironment();
    };

    /// `hostKeys` must outlive the transport.
    LibsshTransport(HostKeyStore &hostKeys, const Options &options, QObject *parent = nullptr);
    ~LibsshTransport() override;

    [[nodiscard]] CommandId start(const CommandRequest &request) override;
    void stop(CommandId id, StopKind kind) override;

    /// Whether the libssh that is loaded may be used: 0.10.6 or newer, for its security fixes.
    [[nodiscard]] static Result<> checkLibrary();
    [[nodiscard]] static QString libraryVersion();

private:
    void passOn();
    void passOnSoon();

    AgentBroker m_agent;
    EventQueue m_queue;
    std::vector<std::unique_ptr<IoShard>> m_shards;
    std::unordered_map<CommandId, std::size_t> m_shardOf; ///< of commands that have not ended
    std::vector<int> m_load;                              ///< commands per shard
    CommandId m_lastId = 0;
    QSocketNotifier m_notifier;
    QTimer m_timer;
    QElapsedTimer m_sincePassedOn;
};

} // namespace podium::ssh
