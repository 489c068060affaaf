// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

namespace podium::ssh {

/// How a second channel of a connection finds, from beside, the process group of the command that
/// runs in the first one.
///
/// The command itself is sent verbatim, without a wrapper: sshd starts it, without a terminal, as
/// `$SHELL -c COMMAND` in a session and process group of its own, below the sshd process of this
/// connection. So its group need not be told: it is that of a process with the same parent as the
/// second channel's shell, as long as that parent is an ssh server's. If the command's shell has
/// ended but left something in its group that holds the output open, that is found by the
/// SSH_CONNECTION in its environment; where earlier commands used the connection too, that could be
/// theirs, and is left alone. What has moved to a session of its own (setsid, tmux) is left alone
/// too.
enum class Reach {
    LeftBehindToo, ///< no other command has used the connection
    Running,       ///< only what the command's own shell runs
};

/// A constant script for /bin/sh, for the login shell to become: first the functions `find`, which
/// sets $g to the groups, and `look`, which says whether something of them still lives; then
/// `rest`, which has no single quote, backslash, exclamation mark or line end either, so that sh,
/// csh and fish read the outer quotes alike.
[[nodiscard]] QByteArray groupScript(Reach reach, const char *rest);

} // namespace podium::ssh
