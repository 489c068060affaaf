// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/session/forwardpipe.h"

#include <array>
#include <cerrno>
#include <utility>

#include <sys/epoll.h>
#include <sys/socket.h>

namespace podium::ssh {

namespace {

/// What waits on the way up, and down; above it who sends has to wait.
constexpr int MostUp = 256 * 1024;
constexpr int MostDown = 256 * 1024;
constexpr std::size_t SocketReadSize = 64 * 1024;
/// So long may a greeting take, all in all.
constexpr std::chrono::seconds GreetingLimit{30};

/// Whoever has the other end sees an error and no end in good order.
void closeWithReset(int socket)
{
    const linger atOnce = {1, 0};
    ::setsockopt(socket, SOL_SOCKET, SO_LINGER, &atOnce, sizeof atOnce);
}

bool mayGoOn()
{
    return errno == EAGAIN || errno == EINTR;
}

} // namespace

ForwardPipe::ForwardPipe(World world, Descriptor socket, const ForwardTarget &target)
    : m_world(std::move(world))
    , m_socket(std::move(socket))
    , m_token(m_world.loop.add(this))
    , m_target(target)
{}

ForwardPipe::ForwardPipe(World world, Descriptor socket, std::unique_ptr<ForwardGreeting> greeting)
    : m_world(std::move(world))
    , m_socket(std::move(socket))
    , m_token(m_world.loop.add(this))
    , m_greeting(std::move(greeting))
{
    m_world.loop.setDeadline(m_token, IoLoop::Clock::now() + GreetingLimit);
    updateWatch();
}

ForwardPipe::~ForwardPipe()
{
    m_world.loop.unwatch(m_token);
    m_world.loop.remove(m_token);
    if (m_isOpened) {
        m_world.sockets.noteClosed();
    }
    closeSocket();
}

void ForwardPipe::closeSocket()
{
    const bool wasServed = m_isOpened || m_isRefused || m_isBroken;
    if (!wasServed && !m_wasRead) {
        m_world.sockets.giveBack(std::move(m_socket));
        return;
    }
    if (!wasServed && m_target) { // it cannot say again where it goes
        say(m_greeting->denied(Error{ErrorKind::Network, {}}));
        m_hasEnded = true;
    }
    if (!m_hasEnded) {
        closeWithReset(m_socket.get());
    }
}

void ForwardPipe::open()
{
    m_channel = m_world.openChannel(*m_target, output());
}

CommandChannel::Output ForwardPipe::output()
{
    return [this](OutputStream, const char *data, std::size_t size) {
        m_world.sockets.noteBytes(0, qint64(size));
        m_down.append(data, int(size));
        if (m_down.size() - m_downSent > MostDown) {
            m_channel->setReading(false);
        }
    };
}

/// The socket takes what is a few bytes, and the first ones, or there is something wrong with it.
void ForwardPipe::say(const QByteArray &bytes)
{
    const ssize_t sent = ::send(
        m_socket.get(), bytes.constData(), std::size_t(bytes.size()), MSG_NOSIGNAL | MSG_DONTWAIT);
    m_isBroken = m_isBroken || sent != bytes.size();
}

void ForwardPipe::readGreeting()
{
    std::array<char, 1024> buffer;
    while (!m_target && !m_isRefused && !m_isBroken) {
        const ssize_t got = ::recv(m_socket.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
        if (got < 0 && mayGoOn()) {
            return;
        }
        m_isBroken = got <= 0;
        m_wasRead = m_wasRead || got > 0;
        if (got > 0) {
            follow(m_greeting->take(QByteArray(buffer.data(), int(got))));
        }
    }
}

void ForwardPipe::follow(const ForwardGreeting::Step &step)
{
    if (step.refusal) {
        return refuse(*step.refusal, step.reply);
    }
    if (!step.reply.isEmpty()) {
        say(step.reply);
    }
    m_target = step.target;
}

/// With bytes left unread the kernel would take the reply back.
void ForwardPipe::refuse(const Error &error, const QByteArray &reply)
{
    m_isRefused = true;
    m_world.sockets.noteRefused(error);
    if (!m_greeting) {
        return;
    }
    if (!reply.isEmpty()) {
        say(reply);
    }
    ::shutdown(m_socket.get(), SHUT_WR);
    constexpr int MostPieces = 16;
    std::array<char, 4096> buffer;
    for (int i = 0; i < MostPieces; ++i) {
        if (::recv(m_socket.get(), buffer.data(), buffer.size(), MSG_DONTWAIT) <= 0) {
            break;
        }
    }
    m_hasEnded = !m_isBroken;
}

bool ForwardPipe::hasOpened()
{
    if (m_isOpened || !m_channel->isSent()) {
        return m_isOpened;
    }
    m_isOpened = true;
    m_world.sockets.noteOpened();
    if (m_greeting) {
        const QByteArray rest = m_greeting->rest();
        say(m_greeting->opened());
        m_channel->write(rest);
        m_world.sockets.noteBytes(rest.size(), 0);
    }
    return true;
}

bool ForwardPipe::step(const Endpoint &endpoint)
{
    if (!m_channel) {
        updateWatch();
        return !m_isBroken && !m_isRefused;
    }
    const CommandChannel::State state = m_channel->step();
    if (m_channel->isDenied()) {
        const Error denial = m_channel->denial(endpoint);
        refuse(denial, m_greeting ? m_greeting->denied(denial) : QByteArray());
        return false;
    }
    if (hasOpened() && !m_isBroken) {
        writeSocket();
    }
    if (m_isBroken) {
        return false;
    }
    const bool isClosed = state == CommandChannel::State::Closed;
    if (isClosed && m_isShutDown) {
        m_hasEnded = true;
        return false;
    }
    if (isClosed && m_channel->isCutOff()) {
        return false;
    }
    updateWatch();
    return true;
}

void ForwardPipe::onDeadline()
{
    if (isGreeting()) {
        m_isBroken = true;
        m_world.progress();
    }
}

void ForwardPipe::onReady(std::uint32_t events)
{
    if (isGreeting()) {
        readGreeting();
        updateWatch();
        m_world.progress();
        return;
    }
    if ((events & EPOLLOUT) != 0) {
        writeSocket();
    }
    if ((events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0) {
        readSocket();
    }
    updateWatch();
    m_world.progress();
}

void ForwardPipe::readSocket()
{
    static thread_local std::array<char, SocketReadSize> buffer;
    while (!m_isBroken && !m_hasReadAll && m_channel->inputWaiting() < MostUp) {
        const ssize_t got = ::recv(m_socket.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
        if (got > 0) {
            m_channel->write(QByteArray(buffer.data(), int(got)));
            m_world.sockets.noteBytes(got, 0);
        } else if (got == 0) {
            m_hasReadAll = true;
            m_channel->closeInput();
        } else {
            m_isBroken = !mayGoOn();
            return;
        }
    }
}

void ForwardPipe::writeSocket()
{
    while (m_downSent < m_down.size()) {
        const ssize_t sent = ::send(
            m_socket.get(), m_down.constData() + m_downSent,
            std::size_t(m_down.size() - m_downSent), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0) {
            m_isBroken = m_isBroken || !mayGoOn();
            return;
        }
        m_downSent += int(sent);
        if (m_downSent == m_down.size()) {
            m_down.clear();
            m_downSent = 0;
            m_channel->setReading(true); // may give what it has held
        }
    }
    if (m_channel->hasSeenEof() && !std::exchange(m_isShutDown, true)) {
        ::shutdown(m_socket.get(), SHUT_WR);
    }
}

/// Only what is wanted: a hang-up is reported without being asked for, again and again.
void ForwardPipe::updateWatch()
{
    if (m_isBroken) {
        m_world.loop.unwatch(m_token);
        return;
    }
    std::uint32_t events = 0;
    const bool takesMore = m_isOpened && !m_hasReadAll && m_channel->inputWaiting() < MostUp;
    if (takesMore || (isGreeting() && !m_isRefused)) {
        events |= EPOLLIN;
    }
    if (m_downSent < m_down.size()) {
        events |= EPOLLOUT;
    }
    if (events == 0) {
        m_world.loop.unwatch(m_token);
    } else {
        m_world.loop.watch(m_token, m_socket.get(), events);
    }
}

} // namespace podium::ssh
