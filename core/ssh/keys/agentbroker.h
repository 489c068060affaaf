// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/ssh/keys/agentprotocol.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace podium::ssh {

/// The one that talks to the person's ssh agent: one request at a time, on a thread of its own,
/// so that an agent that hangs, or waits for a key to be touched, holds up nobody but those who
/// asked it. Thread-safe.
class AgentBroker final
{
public:
    using Ticket = quint64;
    using KeysDone = std::function<void(Result<QList<QByteArray>>)>;
    using SignatureDone = std::function<void(Result<QByteArray>)>;
    using TurnCame = std::function<void()>;
    using Clock = std::chrono::steady_clock;

    /// `socketPath` as in SSH_AUTH_SOCK; empty: there is no agent.
    explicit AgentBroker(QString socketPath);
    ~AgentBroker(); ///< unanswered requests are dropped
    AgentBroker(const AgentBroker &) = delete;
    AgentBroker &operator=(const AgentBroker &) = delete;

    [[nodiscard]] bool hasAgent() const { return !m_path.isEmpty(); }

    /// The public keys that the agent has. On the broker's thread, each at most once: `turnCame`
    /// when those before have been served and the agent is asked, then `done`.
    [[nodiscard]] Ticket keys(TurnCame turnCame, KeysDone done);
    /// A signature as the protocol has it. `turnCame` and `done` as above.
    [[nodiscard]] Ticket
    sign(agentprotocol::Signing signing, TurnCame turnCame, SignatureDone done);
    /// When the agent last answered a request to sign, yes or no; long ago: never.
    [[nodiscard]] Clock::time_point lastAnswered() const { return m_lastAnswered; }
    /// The answer is not wanted any more; fine for a ticket that is done. `done` may still be
    /// under way.
    void cancel(Ticket ticket);

private:
    struct Request
    {
        Ticket ticket = 0;
        QByteArray message;
        TurnCame turnCame;
        std::function<void(Result<agentprotocol::Message>)> done;
    };
    [[nodiscard]] Ticket enqueue(
        QByteArray message, TurnCame turnCame,
        std::function<void(Result<agentprotocol::Message>)> done);
    void run();
    [[nodiscard]] Result<agentprotocol::Message> ask(const QByteArray &message);
    [[nodiscard]] Result<> connectToAgent();
    /// False where cancelled or closed meanwhile.
    [[nodiscard]] bool waitFor(short events) const;
    void interrupt();
    void drop();

    const QString m_path;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Request> m_queue;
    Ticket m_lastTicket = 0;
    Ticket m_current = 0;
    bool m_isStopping = false;
    std::atomic<Clock::time_point> m_lastAnswered{};
    int m_interruptFd = -1;
    int m_fd = -1; ///< the broker's thread only
    std::thread m_thread;
};

} // namespace podium::ssh
