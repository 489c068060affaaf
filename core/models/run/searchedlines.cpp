// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/run/searchedlines.h"

namespace podium::models {

/// One line stands for those that are not kept.
int ScreenLines::marks(int slot) const
{
    const run::TerminalScreen *screen = m_terminals.screen(slot);
    return screen && screen->forgottenLines() > 0 ? 1 : 0;
}

int ScreenLines::lineCount(int slot) const
{
    const run::TerminalScreen *screen = m_terminals.screen(slot);
    return screen ? screen->lineCount() + marks(slot) : 0;
}

int ScreenLines::settledCount(int slot) const
{
    const run::TerminalScreen *screen = m_terminals.screen(slot);
    return screen ? screen->scrollbackCount() + marks(slot) : 0;
}

QString ScreenLines::text(int slot, int line) const
{
    const int place = line - marks(slot);
    return place < 0 ? QString() : m_terminals.screen(slot)->line(place).text;
}

run::Elision ScreenLines::cut(int slot) const
{
    const run::TerminalScreen *screen = m_terminals.screen(slot);
    return {0, screen ? screen->forgottenLines() : 0, 0};
}

} // namespace podium::models
