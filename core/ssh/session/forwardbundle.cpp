// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/session/forwardbundle.h"

#include "core/ssh/failures.h"

#include <algorithm>
#include <utility>

namespace podium::ssh {

namespace {

constexpr std::chrono::milliseconds AskingPause{50};
/// So many at a time may say where they go; who takes long over it does not hold up the others.
constexpr std::size_t MostGreeting = 256;

} // namespace

ForwardBundle::ForwardBundle(
    Connection &connection, IoLoop &loop, const CommandRequest &request,
    std::function<void()> progress)
    : CommandChannel({})
    , m_connection(connection)
    , m_loop(loop)
    , m_target(request.forward)
    , m_greeting(request.greeting)
    , m_sockets(request.sockets)
    , m_progress(std::move(progress))
    , m_token(loop.add(this))
    , m_self(std::make_shared<ForwardBundle *>(this))
{
    m_isSent = true; // from now on it serves
    m_state = State::Running;
    m_sockets->setWake([inbox = loop.inbox(), self = std::weak_ptr<ForwardBundle *>(m_self)] {
        inbox->post([self] {
            if (const auto bundle = self.lock()) {
                (*bundle)->stepSoon();
            }
        });
    });
}

ForwardBundle::~ForwardBundle()
{
    // Its wake finds nobody from here on; by now it may be that of the next, on another thread.
    // From the back: those that are given back keep their order.
    while (!m_pipes.empty()) {
        m_pipes.pop_back();
    }
    m_loop.remove(m_token);
}

/// When others on the thread have had their turn.
void ForwardBundle::stepSoon()
{
    m_loop.setDeadline(m_token, IoLoop::Clock::now());
}

void ForwardBundle::onDeadline()
{
    m_progress();
}

void ForwardBundle::add(Descriptor socket)
{
    ForwardPipe::World world{
        m_loop, *m_sockets, [this] { stepSoon(); },
        [this](const ForwardTarget &target, Output output) {
            return m_connection.openForward(target, std::move(output));
        }};
    m_pipes.push_back(
        m_target
            ? std::make_unique<ForwardPipe>(std::move(world), std::move(socket), *m_target)
            : std::make_unique<ForwardPipe>(std::move(world), std::move(socket), m_greeting()));
}

std::size_t ForwardBundle::count(bool (ForwardPipe::*what)() const) const
{
    return std::size_t(std::count_if(
        m_pipes.begin(), m_pipes.end(), [what](const auto &pipe) { return (*pipe.*what)(); }));
}

std::size_t ForwardBundle::roomToOpen() const
{
    const std::size_t most = m_connection.mostOpening();
    return most - std::min(most, count(&ForwardPipe::isOpening));
}

std::size_t ForwardBundle::roomToTake() const
{
    return m_target ? roomToOpen()
                    : MostGreeting - std::min(MostGreeting, count(&ForwardPipe::isGreeting));
}

void ForwardBundle::begin()
{
    for (Descriptor &socket : m_sockets->take(roomToTake())) {
        add(std::move(socket));
    }
    std::size_t room = roomToOpen();
    for (const auto &pipe : m_pipes) {
        if (room > 0 && pipe->isToBeOpened()) {
            pipe->open();
            --room;
        }
    }
}

CommandChannel::State ForwardBundle::step()
{
    begin();
    const Endpoint &endpoint = m_connection.endpoint();
    m_pipes.erase(
        std::remove_if(
            m_pipes.begin(), m_pipes.end(),
            [&endpoint](const auto &pipe) { return !pipe->step(endpoint); }),
        m_pipes.end());
    if (m_pipes.size() > 1) { // another one may write first the next time
        std::rotate(m_pipes.begin(), m_pipes.begin() + 1, m_pipes.end());
    }
    stepAgain();
    return m_state;
}

/// What one reads of the connection may be for those that have had their step. That an opening is
/// denied does not show then, so those that wait for it ask now and then.
void ForwardBundle::stepAgain()
{
    const bool canTake = m_sockets->waiting() > 0 && roomToTake() > 0;
    const bool canOpen = count(&ForwardPipe::isToBeOpened) > 0 && roomToOpen() > 0;
    if (canTake || canOpen || count(&ForwardPipe::hasNews) > 0) {
        stepSoon();
    } else if (count(&ForwardPipe::isToBeAskedAgain) > 0) {
        m_loop.setDeadline(m_token, IoLoop::Clock::now() + AskingPause);
    }
}

bool ForwardBundle::wantsToWrite() const
{
    return std::any_of(
        m_pipes.begin(), m_pipes.end(), [](const auto &pipe) { return pipe->wantsToWrite(); });
}

Error ForwardBundle::denial(const Endpoint &endpoint) const
{
    return forwardRefused(endpoint, m_target.value_or(ForwardTarget()), {});
}

} // namespace podium::ssh
