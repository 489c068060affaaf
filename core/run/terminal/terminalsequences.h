// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/output/utf8.h"

#include <QByteArray>

namespace podium::run {

/// Lets only those escape sequences through to an emulation that libvterm can bear, whole ones:
/// - More parameters than MostParameters it would write past its array of them, over pointers that
///   it frees: such a sequence is left out, and so is one with a number that no int holds.
/// - REP of ECMA-48 (CSI Ps b) it would repeat for ever where the last character takes no room, or
///   there was none. It never gets to see it: the last character that takes room is passed so
///   often, a row of it at most.
/// - What begins a string or a control sequence counts for it, up to 0.1, also where something is
///   between it and the escape: that means nothing, and is left out. Nor does a string begin here:
///   ControlStringFilter has taken them out.
/// - The cursor it restores (ESC 8) may lie where a resize has left no screen, and it would write
///   there. By another sequence for the same it looks to that.
/// - Lines of double width or height (ESC #) are not drawn so here, and it counts wrong where they
///   are narrow: left out.
/// Incremental: bytes may be cut anywhere, and an unfinished sequence is kept back until it is
/// whole. Takes what TerminalTextFilter gives; a sequence that another character or control breaks
/// off is left out.
class TerminalSequenceFilter final
{
public:
    static constexpr int MostParameters = 16;   ///< CSI_ARGS_MAX of libvterm
    static constexpr int MostDigits = 9;        ///< of a number
    static constexpr int LongestSequence = 512; ///< in bytes

    /// `columns`: of a row, now.
    [[nodiscard]] QByteArray pass(const QByteArray &bytes, int columns);

private:
    enum class State { Ground, Escape, EscapeRest, Csi };
    void put(char byte, int columns, QByteArray &passed);
    void putText(char byte);
    void putInSequence(char byte, int columns, QByteArray &passed);
    void hold(char byte, State next);
    void end(QByteArray &passed);
    void drop();
    [[nodiscard]] QByteArray repeated(int columns) const;

    State m_state = State::Ground;
    QByteArray m_held; ///< of a sequence under way
    Utf8Decoder m_decoder;
    QByteArray m_character; ///< under way
    QByteArray m_last;      ///< that took room
};

} // namespace podium::run
