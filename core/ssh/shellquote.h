// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

namespace podium::ssh {

/// The text as one word of a POSIX shell, whatever is in it, newlines too. The only way in which
/// Podium puts data into a shell line. For sh, bash, zsh, ksh; a NUL cannot be in a shell word,
/// so the text ends there.
[[nodiscard]] QByteArray shellQuote(const QByteArray &text);

} // namespace podium::ssh
