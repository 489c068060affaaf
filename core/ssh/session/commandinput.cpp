// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/session/commandinput.h"

#include <algorithm>

namespace podium::ssh {

namespace {

constexpr char EndOfTransmission = 4; // Ctrl+D
constexpr int LongestHost = 255;      // of the DNS

bool canBeAskedFor(const ForwardTarget &target)
{
    return target.port > 0 && !target.host.isEmpty() && !target.host.contains('\0') &&
           target.host.size() <= LongestHost;
}

} // namespace

bool CommandInput::canBeSent(const CommandRequest &request)
{
    if (request.greeting) {
        return request.sockets && !request.forward;
    }
    if (request.isForward()) {
        return request.forward && canBeAskedFor(*request.forward);
    }
    // libssh would cut it at a NUL; longer ones no Linux passes to a shell.
    const bool isNothing = request.command.isEmpty() && !request.terminal;
    return !isNothing && !request.command.contains('\0') &&
           request.command.size() <= LongestCommand;
}

CommandInput::CommandInput(const CommandRequest &request, Taken taken)
    : m_input(request.input)
    , m_terminal(request.terminal)
    , m_hasEnded(!request.keepsInputOpen && !request.terminal)
    , m_taken(std::move(taken))
{}

void CommandInput::giveTo(CommandChannel &channel)
{
    channel.write(m_input);
    channel.write(m_typed);
    if (m_hasEnded) {
        channel.closeInput();
    }
}

void CommandInput::write(CommandChannel *channel, const QByteArray &bytes)
{
    if (m_hasEnded) {
        return;
    }
    if (channel != nullptr) {
        channel->write(bytes);
    }
    if (channel == nullptr || !channel->isSent()) {
        m_typed += bytes;
    }
}

void CommandInput::end(CommandChannel *channel)
{
    if (m_terminal) {
        write(channel, QByteArray(1, EndOfTransmission));
        return;
    }
    m_hasEnded = true;
    if (channel != nullptr) {
        channel->closeInput();
    }
}

void CommandInput::resize(CommandChannel *channel, TerminalSize size)
{
    if (!m_terminal) {
        return;
    }
    m_terminal = size;
    if (channel != nullptr) {
        channel->resize(size);
    }
}

void CommandInput::noteTaken(const CommandChannel &channel)
{
    if (channel.isSent()) {
        m_typed.clear();
        *m_taken = std::max<qint64>(0, channel.inputSent() - m_input.size());
    }
}

} // namespace podium::ssh
