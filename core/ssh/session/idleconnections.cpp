// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/session/idleconnections.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace podium::ssh {

/// One that waits: reads what the worker says meanwhile, such as its own keep-alive.
class IdleConnections::Waiting final : public IoClient
{
public:
    Waiting(IdleConnections &owner, KeptConnection kept, IoLoop::Token formerOwner)
        : m_owner(owner)
        , m_kept(std::move(kept))
        , m_token(owner.m_loop.add(this))
        , m_end(IoLoop::Clock::now() + owner.m_limits.idle)
    {
        m_owner.m_loop.setDeadline(m_token, shellEnd(IoLoop::Clock::now()));
        m_owner.m_loop.handOver(formerOwner, m_token);
        watch();
    }
    ~Waiting()
    {
        if (m_kept) { // closed only when it is watched no more
            m_owner.m_loop.unwatch(m_token, m_kept->descriptor() >= 0);
        }
        m_owner.m_loop.remove(m_token);
    }
    Waiting(const Waiting &) = delete;
    Waiting &operator=(const Waiting &) = delete;

    void setPlace(Place place) { m_place = place; }
    [[nodiscard]] Place place() const { return m_place; }
    [[nodiscard]] const Endpoint &endpoint() const { return m_kept->endpoint(); }
    [[nodiscard]] bool fits(const CommandRequest &request) const
    {
        return request.keptShell
                   ? m_kept.shell &&
                         m_kept.shell->serves(request.keptShell->shell, IoLoop::Clock::now())
                   : !m_kept.shell;
    }
    [[nodiscard]] KeptConnection release(IoLoop::Token newOwner)
    {
        m_owner.m_loop.handOver(m_token, newOwner);
        return std::move(m_kept);
    }

    void onReady(std::uint32_t) override
    {
        if (!m_kept->pump()) {
            m_owner.drop(m_place);
            return;
        }
        m_kept.stepShell();
        watch();
    }
    void onDeadline() override
    {
        if (!m_kept.shell) {
            m_owner.drop(m_place);
            return;
        }
        m_kept.shell.reset();
        m_owner.m_loop.setDeadline(m_token, m_end);
        watch();
    }

private:
    void watch() { m_owner.m_loop.watch(m_token, m_kept->descriptor(), m_kept->wantedEvents()); }
    [[nodiscard]] IoLoop::Clock::time_point shellEnd(IoLoop::Clock::time_point now) const
    {
        return m_kept.shell ? std::min(m_end, now + KeptShell::LongestIdle) : m_end;
    }

    IdleConnections &m_owner;
    KeptConnection m_kept;
    IoLoop::Token m_token;
    const IoLoop::Clock::time_point m_end;
    Place m_place;
};

IdleConnections::IdleConnections(IoLoop &loop, Limits limits) : m_loop(loop), m_limits(limits) {}

IdleConnections::~IdleConnections() = default;

KeptConnection IdleConnections::take(const CommandRequest &request, IoLoop::Token newOwner)
{
    const QString &address = request.endpoint.address;
    Waiting *best = nullptr;
    for (Waiting *waiting : m_byAddress.values(address)) {
        if (waiting->endpoint() != request.endpoint) {
            continue;
        }
        if (waiting->fits(request)) {
            best = waiting;
            break;
        }
        best = best != nullptr ? best : waiting;
    }
    if (best == nullptr) {
        return {};
    }
    KeptConnection kept = best->release(newOwner);
    m_byAddress.remove(address, best);
    m_waiting.erase(best->place());
    return kept;
}

void IdleConnections::keep(KeptConnection kept, IoLoop::Token formerOwner)
{
    if (m_limits.most == 0 || m_limits.idle <= std::chrono::milliseconds::zero() ||
        kept->isBroken()) {
        m_loop.unwatch(formerOwner, kept->descriptor() >= 0);
        return;
    }
    kept->setProgress([] {});
    const QString address = kept->endpoint().address;
    m_waiting.push_back(std::make_unique<Waiting>(*this, std::move(kept), formerOwner));
    m_waiting.back()->setPlace(std::prev(m_waiting.end()));
    m_byAddress.insert(address, m_waiting.back().get());
    if (m_waiting.size() > m_limits.most) {
        drop(m_waiting.begin());
    }
}

void IdleConnections::drop(Place place)
{
    m_byAddress.remove((*place)->endpoint().address, place->get());
    m_waiting.erase(place);
}

void IdleConnections::closeAll()
{
    m_byAddress.clear();
    m_waiting.clear();
}

} // namespace podium::ssh
