// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/openssh/opensshconnection.h"

#include "core/base/files.h"
#include "core/ssh/failures.h"
#include "core/ssh/keys/hostkeycheck.h"

#include <QFile>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace podium::ssh {

namespace {

/// More than a pipe holds: of a process that has ended, all. What another writes without end is
/// left for the next time, so that it holds up nobody.
constexpr int MostAtOnce = 1024 * 1024;

QByteArray readAvailable(int fd)
{
    QByteArray bytes;
    std::array<char, 4096> buffer;
    while (bytes.size() < MostAtOnce) {
        const ssize_t got = ::read(fd, buffer.data(), buffer.size());
        if (got <= 0) {
            break;
        }
        bytes.append(buffer.data(), int(got));
    }
    return bytes;
}

QString folderTemplate(const QString &parent)
{
    return (parent.isEmpty() ? QStringLiteral("/nonexistent") : parent) + QStringLiteral("/XXXXXX");
}

Connection::State stateOf(OpensshLog::Step step)
{
    switch (step) {
    case OpensshLog::Step::Connecting:
        break;
    case OpensshLog::Step::Greeted:
    case OpensshLog::Step::KeyExchange:
        return Connection::State::KeyExchange;
    case OpensshLog::Step::Login:
        return Connection::State::Login;
    case OpensshLog::Step::Ready:
        return Connection::State::Ready;
    }
    return Connection::State::Connecting;
}

} // namespace

OpensshConnection::OpensshConnection(
    const Endpoint &endpoint, World world, std::function<void()> onProgress)
    : Connection(endpoint, std::move(onProgress))
    , m_world(std::move(world))
    , m_folder(folderTemplate(m_world.runtimeFolder))
    , m_files{m_folder.path()}
    , m_poll(::epoll_create1(EPOLL_CLOEXEC))
{}

OpensshConnection::~OpensshConnection() = default;

Connection::State OpensshConnection::step()
{
    switch (m_stage) {
    case Stage::Nothing:
        return begin();
    case Stage::FirstLook:
    case Stage::Master:
        break;
    }
    return m_state == State::Ready || m_state == State::Failed ? m_state : advance();
}

Connection::State OpensshConnection::begin()
{
    if (m_endpoint.address.isEmpty()) {
        return fail(Unreachable{noAddress(m_endpoint)});
    }
    if (const auto checked = checkForOpenssh(m_endpoint); !checked) {
        return fail(Refused{checked.error()});
    }
    auto known = acceptableKeys(m_endpoint, m_world.hostKeys);
    if (!known) {
        return fail(Refused{known.error()});
    }
    m_known = *std::move(known);
    m_asksForRsaSize = m_world.knowsRequiredRsaSize;
    if (!makeFiles()) {
        return fail(
            Unreachable{sshNotUsable(m_endpoint, QString::fromLocal8Bit(std::strerror(errno)))});
    }
    return m_known.isEmpty() ? look() : logIn();
}

bool OpensshConnection::makeFiles()
{
    const QByteArray log = QFile::encodeName(m_files.log());
    if (!m_folder.isValid() || m_poll.get() < 0 || ::mkfifo(log.constData(), 0600) != 0) {
        return false;
    }
    // Read and write: so it has no end when one process goes and the next comes.
    m_logPipe = Descriptor(::open(log.constData(), O_RDWR | O_NONBLOCK | O_CLOEXEC));
    if (m_logPipe.get() < 0) {
        return false;
    }
    watch(m_logPipe.get());
    return true;
}

void OpensshConnection::watch(int fd) const
{
    epoll_event event = {};
    event.events = EPOLLIN;
    event.data.fd = fd;
    ::epoll_ctl(m_poll.get(), EPOLL_CTL_ADD, fd, &event);
}

Connection::State OpensshConnection::look()
{
    m_stage = Stage::FirstLook;
    return startProcess(firstLookArguments(m_endpoint, m_files, program()));
}

SshProgram OpensshConnection::program() const
{
    return {m_world.configFile, m_asksForRsaSize};
}

Connection::State OpensshConnection::logIn()
{
    m_stage = Stage::Master;
    const auto written = writeFileAtomically(m_files.knownHosts(), knownHostsText(m_known), 0600);
    if (!written) {
        return fail(Unreachable{written.error()});
    }
    return startProcess(masterArguments(m_endpoint, m_known, m_files, program()));
}

Connection::State OpensshConnection::startProcess(const QList<QByteArray> &arguments)
{
    m_process.reset();
    readLog();
    m_log = OpensshLog();
    m_process = SshProcess::start(arguments);
    if (!m_process) {
        const int number = errno;
        return fail(Refused{sshNotUsable(
            m_endpoint, number == ENOENT ? QStringLiteral("There is no ssh; install the package "
                                                          "openssh-client.")
                                         : QString::fromLocal8Bit(std::strerror(number)))});
    }
    watch(m_process->endDescriptor());
    watch(m_process->errors());
    return m_state;
}

void OpensshConnection::readLog()
{
    m_log.appendLog(readAvailable(m_logPipe.get()));
    if (m_process) {
        m_log.appendErrors(readAvailable(m_process->errors()));
    }
}

Connection::State OpensshConnection::advance()
{
    // First the end, then the words: so those of an ended one are complete.
    const bool hasEnded = m_process->hasEnded();
    readLog();
    if (hasEnded && m_asksForRsaSize && m_log.hasRefusedOption("requiredrsasize")) {
        m_asksForRsaSize = m_world.knowsRequiredRsaSize = false;
        return m_stage == Stage::FirstLook ? look() : logIn();
    }
    if (m_stage == Stage::FirstLook) {
        m_state = std::max(m_state, std::min(stateOf(m_log.step()), State::KeyExchange));
        return hasEnded || m_log.hasLearnedKey() ? becomeKnown() : m_state;
    }
    if (hasEnded) {
        return fail(m_log.failure(m_endpoint, m_known));
    }
    return m_state = std::max(m_state, stateOf(m_log.step()));
}

/// What the first look has shown is judged as any key, before anything of the person's is sent.
Connection::State OpensshConnection::becomeKnown()
{
    const auto text = readFile(m_files.knownHosts());
    const QList<HostKey> shown = readKnownHosts(text.value_or(QByteArray()));
    if (shown.isEmpty()) {
        return fail(m_log.failure(m_endpoint, {}));
    }
    for (const HostKey &key : shown) {
        if (const auto checked = checkHostKey(m_endpoint, key, m_world.hostKeys); !checked) {
            return fail(Refused{checked.error()});
        }
    }
    m_known = shown;
    return logIn();
}

bool OpensshConnection::hasBanner() const
{
    return m_log.step() >= OpensshLog::Step::Greeted;
}

std::uint32_t OpensshConnection::wantedEvents() const
{
    return EPOLLIN;
}

MuxChannel::Master OpensshConnection::master()
{
    MuxChannel::Master master;
    master.controlPath = QFile::encodeName(m_files.control());
    master.forwardsAgent = !m_endpoint.forwardedAgent.isEmpty();
    master.poll = m_poll.get();
    master.wasSignalled = [this](std::uint32_t channel) {
        readLog();
        return m_log.wasSignalled(channel);
    };
    master.noteResize = [this] { ::kill(m_process->id(), SIGWINCH); };
    master.lastProblem = [this] {
        readLog(); // it may have come with the answer
        return lastProblem();
    };
    return master;
}

std::unique_ptr<CommandChannel> OpensshConnection::open(
    const QByteArray &command, CommandChannel::Output output, std::optional<TerminalSize> terminal)
{
    return std::make_unique<MuxChannel>(master(), command, std::move(output), terminal);
}

std::unique_ptr<CommandChannel>
OpensshConnection::openForward(const ForwardTarget &target, CommandChannel::Output output)
{
    return std::make_unique<MuxChannel>(master(), target, std::move(output));
}

bool OpensshConnection::pump()
{
    m_isBroken = m_isBroken || m_process->hasEnded();
    readLog();
    return !m_isBroken;
}

} // namespace podium::ssh
