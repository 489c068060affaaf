// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/terminal/terminalscreen.h"

namespace podium::tests {

inline run::TerminalKey named(run::TerminalKey::Named name)
{
    run::TerminalKey key;
    key.named = name;
    return key;
}

inline run::TerminalKey typed(const QString &text)
{
    run::TerminalKey key;
    key.text = text;
    return key;
}

} // namespace podium::tests
