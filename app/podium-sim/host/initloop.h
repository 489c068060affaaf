// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/podium-sim/host/system.h"

#include <set>
#include <string>
#include <vector>

namespace podium::sim {

/// What the first process of a worker does once its root is laid out: it obeys the listener, starts
/// an sshd for each connection, runs the guest agent and collects what ends. Only waiting for the
/// next order blocks it, so the listener never waits for a worker for long.
class InitLoop final
{
public:
    /// `channel`: where orders come from. To be made with SIGCHLD blocked.
    explicit InitLoop(int channel) : m_channel(channel) {}

    /// Has the guest agent take these ssh keys. One agent runs at a time; of the keys that come
    /// meanwhile only the newest are taken after it.
    void takeKeys(Fd keys);

    /// Serves until the channel closes, then ends the process.
    [[noreturn]] void run();

private:
    void obey(Datagram order);
    void obeyAtOnce(const std::string &order);
    void serve(Fd connection);
    void breakConnections();
    void collectEnded();
    void agentEnded();

    int m_channel;
    std::set<pid_t> m_connections; ///< their sshd, each the leader of a process group
    pid_t m_agent = -1;            ///< the guest agent that runs, or -1
    Fd m_nextKeys;
    // Who connects after a change of keys is to be met with them: those who wait for the agent that
    // runs, and for the one after it.
    std::vector<Fd> m_waiting;
    std::vector<Fd> m_waitingForNext;
};

} // namespace podium::sim
