// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/io/eventqueue.h"
#include "core/ssh/session/ioshard.h"
#include "core/ssh/transport.h"

#include <QElapsedTimer>
#include <QHash>
#include <QSocketNotifier>
#include <QString>
#include <QTimer>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

namespace podium::ssh {

/// What all ways to a worker have in common: commands on a few I/O threads, whatever connects
/// them; see transport.h for the contract and commandsession.h for one command.
///
/// A command is sent verbatim and run by the login shell as `ssh HOST COMMAND` would: nothing is
/// put around it. How it is ended all the same: see remotestop.h. When the total limit passes
/// while it runs, it is ended there too (TERM, then KILL) before the TimedOut is told.
/// Destroying the transport closes the connections; what runs on the workers runs on.
///
/// An I/O thread that a peer or a disk holds up is noticed: new commands go to others, and after a
/// while the connection that holds it up is ended.
class SessionTransport : public Transport, private CommandController
{
    Q_OBJECT

public:
    ~SessionTransport() override;

    [[nodiscard]] CommandHandle start(const CommandRequest &request) override;
    /// Ends the connections that wait for a next command.
    void closeIdle();

protected:
    struct Limits
    {
        int threads = 0;                            ///< 0: a few, as the machine has
        std::chrono::milliseconds idle{0};          ///< of a kept connection; 0: keep none
        int mostIdle = 0;                           ///< kept connections in all
        std::chrono::milliseconds stuck{3000};      ///< an I/O thread gets nothing new
        std::chrono::milliseconds broken{10000};    ///< and what holds it up is ended
        IoLoop::Now busyClock = IoLoop::Clock::now; ///< for these two
    };
    SessionTransport(const Limits &limits, QObject *parent);
    /// Starts the threads: once, when all that `makerFor` captures stands.
    void startThreads(const IoShard::MakerFor &makerFor);
    /// Ends them, before what was captured goes.
    void endThreads();

private:
    void passOn();
    void passOnSoon();
    [[nodiscard]] std::size_t shardFor(const Endpoint &endpoint);
    void watchThreads();

    /// A command that has not ended.
    struct Command
    {
        CommandId id = 0;
        std::size_t shard = 0;
        qint64 typed = 0;                           ///< bytes that were accepted
        std::shared_ptr<std::atomic<qint64>> taken; ///< of them, by the worker
        bool takesInput = false;
        bool hasTerminal = false;
    };
    bool control(CommandId id, const CommandControl &what) override;
    bool apply(Command &command, const StopCommand &stop);
    bool apply(Command &command, const LeaveRunning &);
    bool apply(Command &command, const TypeInput &typed);
    bool apply(Command &command, const EndInput &);
    bool apply(Command &command, const ResizeTerminal &resized);
    bool tell(const Command &command, std::function<void(CommandSession &)> what);

    const Limits m_limits;
    EventQueue m_queue;
    std::vector<std::unique_ptr<IoShard>> m_shards;
    std::unordered_map<CommandId, Command> m_commands;
    std::vector<int> m_load;            ///< commands per shard
    QHash<QString, std::size_t> m_home; ///< by address: the shard that may have a connection kept
    CommandId m_lastId = 0;
    QSocketNotifier m_notifier;
    QTimer m_timer;
    QTimer m_watchdog; ///< while there are commands
    QElapsedTimer m_sincePassedOn;
};

} // namespace podium::ssh
