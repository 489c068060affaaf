// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/terminal/terminalscreen.h"

#include <QByteArray>

namespace podium::run {

/// What a key that writes text is for a program: with Ctrl a control character, where there is one
/// for it, with Alt after an escape. Pure.
[[nodiscard]] QByteArray bytesOfText(const TerminalKey &key);

/// A text without what could do more than be typed: line ends are Returns, other controls but the
/// tab are gone. Pure.
[[nodiscard]] QByteArray bytesOfPaste(const QString &text);

/// Whether an answer of the emulation may go to the worker: where the cursor is (CPR), that all is
/// well (DSR), what terminal this is (DA, without a name of its own). Nothing that repeats what the
/// program has sent. Pure.
[[nodiscard]] bool isAllowedAnswer(const QByteArray &answer);

} // namespace podium::run
