// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/libsshtransport.h"

#include "core/base/log.h"
#include "core/ssh/ioshard.h"

#include <libssh/libssh.h>
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

LibsshTransport::Options LibsshTransport::Options::fromEnvironment()
{
    Options options;
    options.agentSocket = qEnvironmentVariable("SSH_AUTH_SOCK");
    return options;
}

LibsshTransport::LibsshTransport(HostKeyStore &hostKeys, const Options &options, QObject *parent)
    : Transport(parent)
    , m_options(options)
    , m_agent(options.agentSocket)
    , m_notifier(m_queue.wakeFd(), QSocketNotifier::Read)
{
    const std::size_t count = threadCount(options.threads);
    m_load.resize(count);
    const IdleConnections::Limits idleLimits{
        options.idleLimit, (std::size_t(std::max(0, options.mostIdle)) + count - 1) / count};
    for (std::size_t i = 0; i < count; ++i) {
        m_shards.push_back(std::make_unique<IoShard>(hostKeys, m_agent, m_queue, idleLimits));
    }
    m_watchdog.setInterval(int(std::max<qint64>(1, options.stuckAfter.count() / 4)));
    connect(&m_watchdog, &QTimer::timeout, this, &LibsshTransport::watchThreads);
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_notifier, &QSocketNotifier::activated, this, &LibsshTransport::passOnSoon);
    connect(&m_timer, &QTimer::timeout, this, &LibsshTransport::passOn);
}

LibsshTransport::~LibsshTransport() = default;

CommandId LibsshTransport::start(const CommandRequest &request)
{
    const std::size_t shard = shardFor(request.endpoint);
    ++m_load[shard];
    if (!m_watchdog.isActive()) {
        m_watchdog.start();
    }
    m_shardOf[++m_lastId] = shard;
    m_shards[shard]->begin(m_lastId, request);
    return m_lastId;
}

/// The one that may have a connection open already, else the one with the least to do; none that
/// is held up, as long as there is another.
std::size_t LibsshTransport::shardFor(const Endpoint &endpoint)
{
    const auto isStuck = [this](std::size_t i) {
        return m_shards[i]->busyFor() >= m_options.stuckAfter;
    };
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

void LibsshTransport::watchThreads()
{
    for (std::size_t i = 0; i < m_shards.size(); ++i) {
        if (m_shards[i]->busyFor() >= m_options.breakAfter) {
            logger("ssh")->warn("an I/O thread was held up: its connection is ended");
            m_shards[i]->breakCurrent();
        }
    }
    if (m_shardOf.empty()) {
        m_watchdog.stop();
    }
}

void LibsshTransport::closeIdle()
{
    for (const auto &shard : m_shards) {
        shard->closeIdle();
    }
}

void LibsshTransport::stop(CommandId id, StopKind kind)
{
    const auto found = m_shardOf.find(id);
    if (found != m_shardOf.end()) {
        m_shards[found->second]->stop(id, kind);
    }
}

void LibsshTransport::passOnSoon()
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

void LibsshTransport::passOn()
{
    m_timer.stop();
    m_sincePassedOn.start();
    EventQueue::Batch batch = m_queue.take();
    for (const TransportEvent &event : batch.events) {
        if (std::holds_alternative<Ending>(event.what)) {
            const auto found = m_shardOf.find(event.id);
            --m_load[found->second];
            m_shardOf.erase(found);
        }
    }
    const QPointer<LibsshTransport> self(this);
    if (!batch.events.empty()) {
        emit happened(batch.events);
    }
    if (self && batch.wasFull) {
        for (const auto &shard : m_shards) {
            shard->resumeReading();
        }
    }
}

Result<> LibsshTransport::checkLibrary()
{
    if (ssh_version(SSH_VERSION_INT(0, 10, 6)) != nullptr) {
        return {};
    }
    return failure(
        {ErrorKind::Refused,
         QStringLiteral("libssh %1 is too old: it has known security faults.")
             .arg(libraryVersion()),
         {},
         QStringLiteral("Install libssh 0.10.6 or newer from your distribution."),
         QStringLiteral("libssh")});
}

QString LibsshTransport::libraryVersion()
{
    return QString::fromLatin1(ssh_version(0)).section(QLatin1Char('/'), 0, 0);
}

} // namespace podium::ssh
