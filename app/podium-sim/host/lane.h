// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/podium-sim/host/distance.h"

#include <chrono>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace podium::sim {

/// One direction of a connection over a distance: bytes in their order, each with the moment when
/// it is there. It has no clock of its own: whoever uses it says what time it is. Holds at most
/// `mostHeld` bytes, as a TCP window does.
class Lane final
{
public:
    using Clock = std::chrono::steady_clock;
    static constexpr size_t mostHeld = 4 << 20;

    /// `opened`: when the connection came; nothing passes in the first round trip, which TCP's
    /// handshake takes. `phase` from 0 to 1: so much of the way to the first loss lies behind.
    Lane(const Distance &distance, Clock::time_point opened, double phase);

    /// How many more bytes it takes now; 0 after an end.
    [[nodiscard]] size_t room() const;
    /// At most room(); they were sent at `now`.
    void put(std::string_view bytes, Clock::time_point now);

    enum class End { Open, Finished /* nothing more is sent */, Broken /* reset */ };
    /// After all bytes before it. A connection that was finished may break after all.
    void end(End how, Clock::time_point now);
    /// The end once it is there, after the last byte was taken; else Open.
    [[nodiscard]] End endedBy(Clock::time_point now) const;

    /// When something is there, or was: its first bytes, or its end; none: nothing is under way.
    [[nodiscard]] std::optional<Clock::time_point> due() const;
    /// Bytes that are there, the first ones; empty: none yet.
    [[nodiscard]] std::string_view arrived(Clock::time_point now) const;
    void take(size_t count); ///< of arrived(), from its beginning

private:
    struct Piece
    {
        Clock::time_point due;
        std::string bytes;
    };
    [[nodiscard]] Clock::time_point leave(size_t bytes, Clock::time_point now);

    Distance m_distance;
    Clock::time_point m_free; ///< the sender's line is busy until then
    double m_lost;            ///< of a segment
    std::deque<Piece> m_pieces;
    size_t m_taken = 0; ///< of the first piece
    size_t m_held = 0;
    End m_end = End::Open;
    Clock::time_point m_endDue;
};

} // namespace podium::sim
