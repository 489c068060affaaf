// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/session/sessiontransport.h"

#include "core/base/log.h"

#include <spdlog/spdlog.h>

#include <QPointer>

#include <algorithm>
#include <thread>

namespace podium::ssh {

namespace {

/// Output is passed on this often at most; when all was quiet, at once.
constexpr int OutputPauseMs = 16;
/// Endings sooner: somebody may wait for the place.
constexpr int EndingPauseMs = 2;
constexpr int MostHomes = 50000;

std::size_t threadCount(int wanted)
{
    // One thread keeps up with 1,500 workers; more keep a stuck one from holding up the others.
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    return wanted > 0 ? std::size_t(wanted) : std::clamp<std::size_t>(cores, 2, 4);
}

} // namespace

SessionTransport::SessionTransport(const Limits &limits, QObject *parent)
    : Transport(parent)
    , m_limits(limits)
    , m_notifier(m_queue.wakeFd(), QSocketNotifier::Read)
{
    m_watchdog.setInterval(int(std::max<qint64>(1, limits.stuck.count() / 4)));
    connect(&m_watchdog, &QTimer::timeout, this, &SessionTransport::watchThreads);
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_notifier, &QSocketNotifier::activated, this, &SessionTransport::passOnSoon);
    connect(&m_timer, &QTimer::timeout, this, &SessionTransport::passOn);
}

void SessionTransport::startThreads(const IoShard::MakerFor &makerFor)
{
    const std::size_t count = threadCount(m_limits.threads);
    m_load.resize(count);
    const IdleConnections::Limits idleLimits{
        m_limits.idle, (std::size_t(std::max(0, m_limits.mostIdle)) + count - 1) / count};
    for (std::size_t i = 0; i < count; ++i) {
        m_shards.push_back(
            std::make_unique<IoShard>(makerFor, m_queue, idleLimits, m_limits.busyClock));
    }
}

void SessionTransport::endThreads()
{
    for (const auto &shard : m_shards) {
        shard->endSoon();
    }
    m_shards.clear();
}

SessionTransport::~SessionTransport() = default;

CommandHandle SessionTransport::start(const CommandRequest &request)
{
    const std::size_t shard = shardFor(request.endpoint);
    ++m_load[shard];
    if (!m_watchdog.isActive()) {
        m_watchdog.start();
    }
    const auto taken = std::make_shared<std::atomic<qint64>>(0);
    const bool hasTerminal = request.terminal.has_value();
    const CommandId id = ++m_lastId;
    m_commands[id] = {id, shard, 0, taken, request.keepsInputOpen || hasTerminal, hasTerminal};
    m_shards[shard]->begin(id, request, taken);
    return {id, *this};
}

/// The one that may have a connection open already, else the one with the least to do; none that
/// is held up, as long as there is another.
std::size_t SessionTransport::shardFor(const Endpoint &endpoint)
{
    const auto isStuck = [this](std::size_t i) { return m_shards[i]->busyFor() >= m_limits.stuck; };
    const QString address = endpoint.address + QLatin1Char(' ') + QString::number(endpoint.port);
    const auto home = m_home.constFind(address);
    if (home != m_home.constEnd() && !isStuck(*home)) {
        return *home;
    }
    std::size_t best = 0;
    for (std::size_t i = 1; i < m_load.size(); ++i) {
        const bool isFreer = m_load[i] < m_load[best] && !isStuck(i);
        best = isFreer || (isStuck(best) && !isStuck(i)) ? i : best;
    }
    if (m_home.size() >= MostHomes) {
        m_home.clear(); // costs a login or two
    }
    return m_home[address] = best;
}

void SessionTransport::watchThreads()
{
    for (std::size_t i = 0; i < m_shards.size(); ++i) {
        if (m_shards[i]->busyFor() >= m_limits.broken) {
            logger("ssh")->warn("an I/O thread was held up: its connection is ended");
            m_shards[i]->breakCurrent();
        }
    }
    if (m_commands.empty()) {
        m_watchdog.stop();
    }
}

void SessionTransport::closeIdle()
{
    for (const auto &shard : m_shards) {
        shard->closeIdle();
    }
}

bool SessionTransport::control(CommandId id, const CommandControl &what)
{
    const auto found = m_commands.find(id);
    return found != m_commands.end() &&
           std::visit([&](const auto &how) { return apply(found->second, how); }, what);
}

bool SessionTransport::tell(const Command &command, std::function<void(CommandSession &)> what)
{
    m_shards[command.shard]->tell(command.id, std::move(what));
    return true;
}

bool SessionTransport::apply(Command &command, const StopCommand &stop)
{
    return tell(command, [kind = stop.kind](CommandSession &session) { session.stop(kind); });
}

bool SessionTransport::apply(Command &command, const LeaveRunning &)
{
    return tell(command, [](CommandSession &session) { session.leaveRunning(); });
}

bool SessionTransport::apply(Command &command, const TypeInput &typed)
{
    const int size = typed.bytes.size();
    if (!command.takesInput || command.typed - *command.taken + size > CommandHandle::MostTyped) {
        return false;
    }
    command.typed += size;
    return tell(command, [bytes = typed.bytes](CommandSession &session) {
        session.give(
            [&](CommandInput &input, CommandChannel *channel) { input.write(channel, bytes); });
    });
}

bool SessionTransport::apply(Command &command, const EndInput &)
{
    if (!command.takesInput) {
        return false;
    }
    command.takesInput = command.hasTerminal;
    command.typed += command.hasTerminal ? 1 : 0;
    return tell(command, [](CommandSession &session) {
        session.give([](CommandInput &input, CommandChannel *channel) { input.end(channel); });
    });
}

bool SessionTransport::apply(Command &command, const ResizeTerminal &resized)
{
    return tell(command, [size = resized.size](CommandSession &session) {
        session.give(
            [&](CommandInput &input, CommandChannel *channel) { input.resize(channel, size); });
    });
}

void SessionTransport::passOnSoon()
{
    m_queue.clearWake();
    const int pause = m_queue.hasEnding() ? EndingPauseMs : OutputPauseMs;
    const qint64 since = m_sincePassedOn.isValid() ? m_sincePassedOn.elapsed() : pause;
    if (since >= pause) {
        passOn();
        return;
    }
    const int left = pause - int(since);
    if (!m_timer.isActive() || m_timer.remainingTime() > left) {
        m_timer.start(left);
    }
}

void SessionTransport::passOn()
{
    m_timer.stop();
    m_sincePassedOn.start();
    const EventQueue::Batch batch = m_queue.take();
    if (!batch.isLast) {
        m_timer.start(0); // the rest, after whatever else waits for this thread
    }
    for (const TransportEvent &event : batch.events) {
        if (std::holds_alternative<Ending>(event.what)) {
            const auto found = m_commands.find(event.id);
            --m_load[found->second.shard];
            m_commands.erase(found);
        }
    }
    const QPointer<SessionTransport> self(this);
    if (!batch.events.empty()) {
        emit happened(batch.events);
    }
    if (self && batch.wasFull) {
        for (const auto &shard : m_shards) {
            shard->resumeReading();
        }
    }
}

} // namespace podium::ssh
