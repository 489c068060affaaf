// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/openssh/muxchannel.h"

#include "core/ssh/failures.h"
#include "core/ssh/io/passdescriptor.h"
#include "core/ssh/plaintext.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include <cstdlib>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <termios.h>
#include <unistd.h>

namespace podium::ssh {

namespace {

constexpr std::size_t ReadSize = 64 * 1024;
/// Reads in a row before others on the thread get their turn. All that a pipe holds is among them.
constexpr int ReadsInARow = 16;

} // namespace

MuxChannel::MuxChannel(
    Master master, const QByteArray &command, Output output, std::optional<TerminalSize> terminal)
    : CommandChannel(std::move(output))
    , m_master(std::move(master))
    , m_terminal(terminal)
    , m_request(
          muxprotocol::helloAndSession(command, {terminal.has_value(), m_master.forwardsAgent}))
{
    if (!connect(EPOLLIN | EPOLLOUT) || !(terminal ? makeTerminal() : makePipes())) {
        m_state = State::OpenDenied;
    }
}

MuxChannel::MuxChannel(Master master, const ForwardTarget &target, Output output)
    : CommandChannel(std::move(output))
    , m_master(std::move(master))
    , m_forward(target)
    , m_request(muxprotocol::helloAndForward(target.host, target.port))
{
    if (!connect(EPOLLIN | EPOLLOUT) || !makePipes()) {
        m_state = State::OpenDenied;
    }
}

MuxChannel::~MuxChannel() = default;

bool MuxChannel::connect(std::uint32_t events)
{
    const QByteArray &path = m_master.controlPath;
    m_socket = Descriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    if (m_socket.get() < 0 || std::size_t(path.size()) >= sizeof address.sun_path) {
        return false;
    }
    std::copy(path.begin(), path.end(), address.sun_path);
    if (::connect(m_socket.get(), reinterpret_cast<sockaddr *>(&address), sizeof address) != 0) {
        return false;
    }
    watch(m_socket.get(), events, true);
    return true;
}

bool MuxChannel::makePipes()
{
    std::array<int, 2> ends = {-1, -1};
    for (Descriptor *ours : {&m_stdin, &m_stdout, &m_stderr}) {
        if (m_forward && ours == &m_stderr) {
            break;
        }
        // A socket for stdin: a write to a pipe that nobody reads is a signal to the process.
        const bool isInput = ours == &m_stdin;
        const int made = isInput ? ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data())
                                 : ::pipe2(ends.data(), O_CLOEXEC);
        if (made != 0) {
            return false;
        }
        *ours = Descriptor(ends[0]);
        m_theirs.emplace_back(ends[1]);
        ::fcntl(ours->get(), F_SETFL, O_NONBLOCK);
        if (!isInput) {
            watch(ours->get(), EPOLLIN, true);
        }
    }
    return true;
}

/// With the usual modes: the master has the worker's terminal set as it finds this one. It is for
/// the keys and the size alone; output comes by a pipe, for it may come before setRawKeys(), and a
/// terminal would change it then.
bool MuxChannel::makeTerminal()
{
    Descriptor keyboard(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK));
    std::array<char, 64> name = {};
    if (keyboard.get() < 0 || ::grantpt(keyboard.get()) != 0 || ::unlockpt(keyboard.get()) != 0 ||
        ::ptsname_r(keyboard.get(), name.data(), name.size()) != 0) {
        return false;
    }
    const winsize size = {
        static_cast<unsigned short>(m_terminal->rows),
        static_cast<unsigned short>(m_terminal->columns), 0, 0};
    ::ioctl(keyboard.get(), TIOCSWINSZ, &size);
    std::array<int, 2> ends = {-1, -1};
    m_theirs.emplace_back(::open(name.data(), O_RDWR | O_NOCTTY | O_CLOEXEC));
    if (m_theirs.back().get() < 0 || ::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return false;
    }
    m_stdin = std::move(keyboard);
    m_stdout = Descriptor(ends[0]);
    ::fcntl(m_stdout.get(), F_SETFL, O_NONBLOCK);
    watch(m_stdout.get(), EPOLLIN, true);
    m_theirs.emplace_back(ends[1]);
    m_theirs.emplace_back(::fcntl(ends[1], F_DUPFD_CLOEXEC, 0)); // stderr
    return m_theirs.back().get() >= 0;
}

/// From now on the worker's terminal does all of that.
void MuxChannel::setRawKeys() const
{
    termios modes = {};
    if (::tcgetattr(m_stdin.get(), &modes) == 0) {
        ::cfmakeraw(&modes);
        ::tcsetattr(m_stdin.get(), TCSANOW, &modes);
    }
}

void MuxChannel::resize(TerminalSize size)
{
    if (!m_terminal || m_terminal == size || m_stdin.get() < 0) {
        return;
    }
    m_terminal = size;
    const winsize cells = {
        static_cast<unsigned short>(size.rows), static_cast<unsigned short>(size.columns), 0, 0};
    ::ioctl(m_stdin.get(), TIOCSWINSZ, &cells);
    if (m_state == State::Running) {
        m_master.noteResize();
    }
}

/// A pipe that has ended would be ready all the time: not watched at all while nobody reads it.
void MuxChannel::setReading(bool isReading)
{
    if (std::exchange(m_isReading, isReading) == isReading || m_stdout.get() < 0) {
        return;
    }
    if (isReading) {
        watch(m_stdout.get(), EPOLLIN, true);
    } else {
        ::epoll_ctl(m_master.poll, EPOLL_CTL_DEL, m_stdout.get(), nullptr);
    }
}

Error MuxChannel::denial(const Endpoint &endpoint) const
{
    if (m_state == State::TerminalDenied) {
        return sentWithoutTerminal(endpoint);
    }
    if (m_forward) {
        const QString why = m_master.lastProblem();
        return why.contains(QLatin1String("open failed: connect failed"))
                   ? nobodyListens(endpoint, *m_forward, why)
                   : forwardRefused(endpoint, *m_forward, why);
    }
    return channelRefused(
        endpoint, m_reason.isEmpty() ? m_master.lastProblem() : plainText(m_reason));
}

void MuxChannel::watch(int fd, std::uint32_t events, bool isNew) const
{
    epoll_event event = {};
    event.events = events;
    event.data.fd = fd;
    ::epoll_ctl(m_master.poll, isNew ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, fd, &event);
}

/// Only to close it would not do: it is watched for as long as any other name of it is open.
void MuxChannel::drop(Descriptor &descriptor) const
{
    if (descriptor.get() >= 0) {
        ::epoll_ctl(m_master.poll, EPOLL_CTL_DEL, descriptor.get(), nullptr);
        descriptor = Descriptor(-1);
    }
}

/// What has ended would be ready for ever.
void MuxChannel::dropAll()
{
    m_theirs.clear();
    for (Descriptor *each : {&m_socket, &m_stdin, &m_stdout, &m_stderr}) {
        drop(*each);
    }
}

CommandChannel::State MuxChannel::step()
{
    if (m_state != State::Opening && m_state != State::Running) {
        return m_state;
    }
    if (m_isAskingMaster) {
        hearMaster();
        return m_state;
    }
    if (!m_theirs.empty()) {
        sendRequest();
    }
    if (!m_isSocketClosed) {
        readMessages();
    }
    if (m_state == State::Running) {
        sendInput();
    }
    // Also what comes before the answer to the request was read: it is the same moment.
    for (const auto &[pipe, stream] :
         {std::pair(&m_stdout, OutputStream::Out), std::pair(&m_stderr, OutputStream::Err)}) {
        if (pipe->get() >= 0 && m_isReading && !readOutput(*pipe, stream)) {
            drop(*pipe);
        }
    }
    if ((m_terminal || m_forward) && m_stdout.get() < 0) {
        drop(m_stdin); // or the master would wait for us to end it
    }
    judge();
    return m_state;
}

void MuxChannel::sendRequest()
{
    // From the first byte on the master may have it, and nobody could take it back.
    m_isSent = !m_forward;
    while (!m_request.isEmpty()) {
        const ssize_t sent = ::send(
            m_socket.get(), m_request.constData(), std::size_t(m_request.size()), MSG_NOSIGNAL);
        if (sent <= 0) {
            m_isSocketClosed = m_isSocketClosed || errno != EAGAIN;
            return;
        }
        m_request.remove(0, int(sent));
    }
    while (!m_theirs.empty()) {
        if (!sendDescriptor(m_socket.get(), m_theirs.front().get())) {
            m_isSocketClosed = m_isSocketClosed || errno != EAGAIN;
            return;
        }
        m_theirs.erase(m_theirs.begin());
    }
    watch(m_socket.get(), EPOLLIN, false);
}

void MuxChannel::readMessages()
{
    std::array<char, 4096> buffer;
    for (;;) {
        const ssize_t got = ::recv(m_socket.get(), buffer.data(), buffer.size(), 0);
        if (got < 0 && errno == EAGAIN) {
            break;
        }
        if (got <= 0) {
            m_isSocketClosed = true;
            break;
        }
        m_reader.append(buffer.data(), std::size_t(got));
    }
    while (const auto message = m_reader.next()) {
        onMessage(*message);
    }
    m_isSocketClosed = m_isSocketClosed || m_reader.isWrong();
}

void MuxChannel::onMessage(const muxprotocol::Message &message)
{
    if (const auto *opened = std::get_if<muxprotocol::Opened>(&message)) {
        m_channel = opened->channel;
        m_state = State::Running;
        m_isSent = true;
        if (m_terminal) {
            setRawKeys();
            m_master.noteResize(); // it may have changed since it was asked for
        }
    } else if (const auto *exit = std::get_if<muxprotocol::Exit>(&message)) {
        m_exitStatus = exit->status;
    } else if (const auto *denial = std::get_if<muxprotocol::NotOpened>(&message)) {
        if (m_state == State::Opening) {
            m_reason = denial->reason;
            m_state = State::OpenDenied;
        }
    } else if (m_state == State::Running && m_terminal) {
        m_state = State::TerminalDenied;
    }
}

bool MuxChannel::readOutput(Descriptor &pipe, OutputStream stream)
{
    static thread_local std::array<char, ReadSize> buffer;
    for (int i = 0; i < ReadsInARow && m_isReading; ++i) {
        const ssize_t got = ::read(pipe.get(), buffer.data(), buffer.size());
        if (got > 0) {
            m_output(stream, buffer.data(), std::size_t(got));
        } else {
            return got < 0 && (errno == EAGAIN || errno == EINTR);
        }
    }
    return true;
}

void MuxChannel::sendInput()
{
    while (m_stdin.get() >= 0 && m_inputSent < m_input.size()) {
        const int size = std::min(m_input.size() - m_inputSent, InputPiece);
        const char *piece = m_input.constData() + m_inputSent;
        const ssize_t written = m_terminal
                                    ? ::write(m_stdin.get(), piece, std::size_t(size))
                                    : ::send(m_stdin.get(), piece, std::size_t(size), MSG_NOSIGNAL);
        if (written < 0 && errno == EAGAIN) {
            if (!std::exchange(m_isInputWatched, true)) {
                watch(m_stdin.get(), EPOLLOUT, true);
            }
            return;
        }
        if (written < 0) { // nobody reads it any more
            drop(m_stdin);
            return;
        }
        m_inputSent += int(written);
        m_inputSentInAll += written;
    }
    m_input.clear();
    m_inputSent = 0;
    if (m_isInputClosed) {
        drop(m_stdin);
    } else if (std::exchange(m_isInputWatched, false)) {
        ::epoll_ctl(m_master.poll, EPOLL_CTL_DEL, m_stdin.get(), nullptr);
    }
}

void MuxChannel::judge()
{
    if (isDenied()) {
        dropAll();
        return;
    }
    if (!m_isSocketClosed) {
        return;
    }
    drop(m_socket);
    m_theirs.clear(); // of what was not sent nobody else has the other ends
    if (m_stdout.get() >= 0 || m_stderr.get() >= 0) {
        return;
    }
    if (!m_exitStatus && m_master.wasSignalled(m_channel)) {
        m_signal = QString(); // the log does not say which
    }
    // The status comes when the command's shell ends. That all output has come after it, and not
    // that the connection broke, only a master says that lives on: it greets whoever connects.
    m_isAskingMaster = connect(EPOLLIN);
    m_isMasterBusy = !m_isAskingMaster && errno == EAGAIN; // so many ask it: at the next step
    if (!m_isAskingMaster && !m_isMasterBusy) {
        hearMaster();
    }
}

void MuxChannel::hearMaster()
{
    char greeting = 0;
    const ssize_t got = m_isAskingMaster ? ::recv(m_socket.get(), &greeting, 1, 0) : 0;
    if (got < 0 && errno == EAGAIN) {
        return;
    }
    m_hasSeenEof = got > 0;
    if (m_forward) {
        m_exitStatus = 0; // the end of a connection has no other
    }
    if (!m_hasSeenEof) {
        m_exitStatus.reset();
        m_signal.reset();
    }
    dropAll();
    m_state = State::Closed;
}

} // namespace podium::ssh
