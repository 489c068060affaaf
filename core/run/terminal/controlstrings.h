// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

namespace podium::run {

/// Takes the control strings of ECMA-48 (OSC, DCS, APC, PM, SOS, and screen's titles) out of what
/// a program sends, to their end: titles, clipboard, links, colours, downloads, questions about
/// settings. What emulations make of these is where terminals were broken into, so that no
/// emulation gets to see them. All else passes as it is. Incremental: bytes may be cut anywhere.
class ControlStringFilter final
{
public:
    /// Longer ones are given up: what follows is text.
    static constexpr int MostLength = 64 * 1024;

    [[nodiscard]] QByteArray pass(const QByteArray &bytes);

private:
    enum class State { Ground, Escape, String, StringEscape };
    void put(char byte, QByteArray &passed);
    void putAfterEscape(char byte, QByteArray &passed);
    void putInString(char byte, QByteArray &passed);

    State m_state = State::Ground;
    bool m_endsWithBell = false;
    int m_length = 0;
};

} // namespace podium::run
