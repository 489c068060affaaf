// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/io/ioloop.h"

#include <chrono>
#include <functional>
#include <random>

namespace podium::ssh {

/// Keeps the connections of one I/O thread from beginning all in the same moment: of such a burst
/// routers and address translators drop some, and what was dropped comes again only after a second.
/// For its thread.
class ConnectPacer final
{
public:
    static constexpr std::chrono::milliseconds Longest{16};

    /// The place of one that connects, until it goes: the others count it.
    class Slot final : private IoClient
    {
    public:
        /// `onTurn` is called when its moment comes, unless it need not wait.
        Slot(ConnectPacer &pacer, std::function<void()> onTurn);
        ~Slot();
        Slot(const Slot &) = delete;
        Slot &operator=(const Slot &) = delete;

        [[nodiscard]] bool hasToWait() const { return m_hasToWait; }

    private:
        void onReady(std::uint32_t) override {}
        void onDeadline() override;

        ConnectPacer &m_pacer;
        std::function<void()> m_onTurn;
        IoLoop::Token m_token;
        bool m_hasToWait = false;
    };

    /// `loop` must outlive this.
    explicit ConnectPacer(IoLoop &loop) : m_loop(loop), m_random(std::random_device{}()) {}

    /// How long one more waits: not at all where nobody else is connecting, else for a time that is
    /// drawn, of a millisecond for each other at most.
    [[nodiscard]] std::chrono::milliseconds delay();

private:
    IoLoop &m_loop;
    std::mt19937 m_random;
    int m_connecting = 0;
};

} // namespace podium::ssh
