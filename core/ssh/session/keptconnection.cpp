// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/session/keptconnection.h"

#include <utility>

namespace podium::ssh {

using namespace std::chrono_literals;

std::unique_ptr<CommandChannel> KeptConnection::open(
    const CommandRequest &request, CommandChannel::Output output,
    std::optional<TerminalSize> terminal)
{
    if (request.forward) {
        return connection->openForward(*request.forward, std::move(output));
    }
    if (!request.keptShell) {
        shell.reset();
        return connection->open(request.command, std::move(output), terminal);
    }
    const auto now = KeptShell::Clock::now();
    if (!shell || !shell->step() || !shell->serves(request.keptShell->shell, now)) {
        shell.reset();
        shell = std::make_unique<KeptShell>(*connection, request.keptShell->shell, now);
    }
    return shell->run(request.keptShell->text, std::move(output));
}

void KeptConnection::stepShell()
{
    if (shell && !shell->step()) {
        shell.reset();
    }
}

std::chrono::seconds KeptConnection::proofLimit(const CommandRequest &request) const
{
    // To open a channel takes a round trip; a shell has to be woken, on a worker that may be busy.
    return shell && request.keptShell ? 10s : 3s;
}

} // namespace podium::ssh
