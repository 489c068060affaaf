// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/ssh/agentbroker.h"
#include "core/ssh/eventqueue.h"
#include "core/ssh/hostkeystore.h"
#include "core/ssh/transport.h"

#include <QElapsedTimer>
#include <QHash>
#include <QSocketNotifier>
#include <QString>
#include <QTimer>

#include <chrono>
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
///
/// A connection whose command has ended is kept for a while, so that the next command on that
/// worker starts without a login; see idleconnections.h and libsshsession.h.
///
/// An I/O thread that a peer or a disk holds up is noticed: new commands go to others, and after a
/// while the connection that holds it up is ended.
class LibsshTransport final : public Transport
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
        /// From the environment of this process.
        [[nodiscard]] static Options fromEnvironment();
    };

    /// `hostKeys` must outlive the transport.
    LibsshTransport(HostKeyStore &hostKeys, const Options &options, QObject *parent = nullptr);
    ~LibsshTransport() override;

    [[nodiscard]] CommandId start(const CommandRequest &request) override;
    void stop(CommandId id, StopKind kind) override;
    /// Ends the connections that wait for a next command.
    void closeIdle();

    /// Whether the libssh that is loaded may be used: 0.10.6 or newer, for its security fixes.
    [[nodiscard]] static Result<> checkLibrary();
    [[nodiscard]] static QString libraryVersion();

private:
    void passOn();
    void passOnSoon();
    [[nodiscard]] std::size_t shardFor(const Endpoint &endpoint);
    void watchThreads();

    const Options m_options;
    AgentBroker m_agent;
    EventQueue m_queue;
    std::vector<std::unique_ptr<IoShard>> m_shards;
    std::unordered_map<CommandId, std::size_t> m_shardOf; ///< of commands that have not ended
    std::vector<int> m_load;                              ///< commands per shard
    QHash<QString, std::size_t> m_home; ///< by address: the shard that may have a connection kept
    CommandId m_lastId = 0;
    QSocketNotifier m_notifier;
    QTimer m_timer;
    QTimer m_watchdog; ///< while there are commands
    QElapsedTimer m_sincePassedOn;
};

} // namespace podium::ssh
