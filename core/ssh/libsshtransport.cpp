// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/libsshtransport.h"

#include "core/ssh/ioshard.h"

#include <libssh/libssh.h>

#include <QPointer>

#include <algorithm>
#include <thread>

namespace podium::ssh {

namespace {

/// Output is passed on this often at most; when all was quiet, at once.
constexpr int OutputPauseMs = 16;
/// Endings sooner: somebody may wait for the place.
constexpr int EndingPauseMs = 2;

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
    , m_agent(options.agentSocket)
    , m_notifier(m_queue.wakeFd(), QSocketNotifier::Read)
{
    const std::size_t count = threadCount(options.threads);
    m_load.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        m_shards.push_back(std::make_unique<IoShard>(hostKeys, m_agent, m_queue));
    }
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_notifier, &QSocketNotifier::activated, this, &LibsshTransport::passOnSoon);
    connect(&m_timer, &QTimer::timeout, this, &LibsshTransport::passOn);
}

LibsshTransport::~LibsshTransport() = default;

CommandId LibsshTransport::start(const CommandRequest &request)
{
    const auto least = std::min_element(m_load.begin(), m_load.end());
    const auto shard = std::size_t(least - m_load.begin());
    ++*least;
    m_shardOf[++m_lastId] = shard;
    m_shards[shard]->begin(m_lastId, request);
    return m_lastId;
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
