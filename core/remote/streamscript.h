// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/remote/script.h"

#include <QByteArray>

namespace podium::remote {

/// A constant script whose stdin goes on behind its data: it reads the rest, as long as that may
/// be, from descriptor 4, and answers by descriptor 3 as it likes. A login, never root.

/// What goes first over stdin: the script and its data. Pure.
[[nodiscard]] QByteArray streamInput(const Script &script, const std::vector<Record> &data);

/// The command for the worker's login shell, whichever that is, for an input that begins so. Needs
/// a dd that reads whole blocks there (coreutils, busybox). Pure.
[[nodiscard]] QByteArray streamCommand(const QByteArray &streamInput);

} // namespace podium::remote
