// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/session/sessiontransport.h"
#include "tests/core/ssh/recorder.h"
#include "tests/fakes/patience.h"

#include <atomic>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace podium;
using namespace podium::ssh;
using namespace podium::ssh::test;
using namespace std::chrono_literals;

namespace {

/// Which thread this is, as text.
QByteArray threadName()
{
    return QByteArray::number(qint64(::gettid()));
}

/// A command that says on which thread it was, and has ended.
class InstantCommand final : public CommandChannel
{
public:
    using CommandChannel::CommandChannel;
    State step() override
    {
        if (m_state != State::Closed) {
            m_isSent = true;
            m_hasSeenEof = true;
            m_exitStatus = 0;
            const QByteArray name = threadName();
            m_output(OutputStream::Out, name.constData(), std::size_t(name.size()));
        }
        return m_state = State::Closed;
    }
    void resize(TerminalSize) override {}
    [[nodiscard]] Error denial(const Endpoint &) const override { return {}; }
    [[nodiscard]] bool wantsToWrite() const override { return false; }
    void requestSignal(const char *) override {}
};

/// What the connection that holds its thread up shares with the test.
struct Trap
{
    Trap()
    {
        [this] { QVERIFY(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) == 0); }();
    }
    ~Trap()
    {
        ::close(fds[0]);
        ::close(fds[1]);
    }
    Trap(const Trap &) = delete;
    Trap &operator=(const Trap &) = delete;
    /// The first says a byte, for which the thread wakes; with the second it has what it waits for.
    void say() const { QCOMPARE(::write(fds[1], "x", 1), ssize_t(1)); }

    int fds[2] = {-1, -1};
    std::atomic<bool> isHolding{false};
};

/// Logged in at once; or, at the user "trap", waits in its step for two bytes, as a library may
/// that was not meant to.
class TestConnection final : public Connection
{
public:
    TestConnection(const Endpoint &endpoint, std::function<void()> onProgress, Trap &trap)
        : Connection(endpoint, std::move(onProgress))
        , m_trap(trap)
    {}
    State step() override
    {
        if (m_endpoint.user != QLatin1String("trap")) {
            return m_state = State::Ready;
        }
        if (!std::exchange(m_hasBegun, true)) {
            return m_state;
        }
        char bytes[2];
        m_trap.isHolding = true;
        const ssize_t got = ::recv(m_trap.fds[0], bytes, sizeof bytes, MSG_WAITALL);
        return fail(Unreachable{{ErrorKind::Network, QString::number(got), {}, {}, {}}});
    }
    [[nodiscard]] bool hasBanner() const override { return false; }
    [[nodiscard]] int descriptor() const override { return m_hasBegun ? m_trap.fds[0] : -1; }
    [[nodiscard]] std::uint32_t wantedEvents() const override { return EPOLLIN; }
    [[nodiscard]] std::unique_ptr<CommandChannel>
    open(const QByteArray &, CommandChannel::Output output, std::optional<TerminalSize>) override
    {
        return std::make_unique<InstantCommand>(std::move(output));
    }
    [[nodiscard]] std::unique_ptr<CommandChannel>
    openForward(const ForwardTarget &, CommandChannel::Output) override
    {
        return nullptr;
    }
    bool pump() override { return true; }
    [[nodiscard]] bool isBroken() const override { return false; }
    [[nodiscard]] QString lastProblem() const override { return {}; }

private:
    Trap &m_trap;
    bool m_hasBegun = false;
};

/// Stands still until the test advances it, as a machine may at any moment.
class StillClock final
{
public:
    void advance(std::chrono::milliseconds by)
    {
        m_ticks += std::chrono::duration_cast<IoLoop::Clock::duration>(by).count();
    }
    [[nodiscard]] IoLoop::Clock::time_point now() const
    {
        return IoLoop::Clock::time_point(IoLoop::Clock::duration(m_ticks));
    }

private:
    std::atomic<IoLoop::Clock::rep> m_ticks{1};
};

constexpr auto Stuck = 40ms; // the threads are looked at each quarter of it, of real time
constexpr auto Broken = 1h;

class TestTransport final : public SessionTransport
{
public:
    TestTransport(Trap &trap, const StillClock &clock)
        : SessionTransport({2, 0ms, 0, Stuck, Broken, [&clock] { return clock.now(); }}, nullptr)
        , m_trap(trap)
    {
        startThreads([&trap](IoLoop &) -> ConnectionMaker {
            return [&trap](const Endpoint &endpoint, std::function<void()> onProgress) {
                return std::make_unique<TestConnection>(endpoint, std::move(onProgress), trap);
            };
        });
    }
    ~TestTransport() override
    {
        ::shutdown(m_trap.fds[1], SHUT_RDWR); // where the test has failed, it holds on yet
        endThreads();
    }

private:
    Trap &m_trap;
};

CommandRequest requestFor(const QString &address, const QString &user = QStringLiteral("somebody"))
{
    CommandRequest request;
    request.endpoint.worker = *WorkerRef::parse(QStringLiteral("lab/us-a/pod:0"));
    request.endpoint.address = address;
    request.endpoint.user = user;
    request.command = "true";
    request.connectLimit = 1h;
    return request;
}

} // namespace

/// An I/O thread that a connection holds up: the others' commands go elsewhere, and what holds it
/// up is ended.
class TestThreadWatch final : public QObject
{
    Q_OBJECT

private:
    /// A command whose connection holds up the thread from now on.
    static CommandId spring(TestTransport &transport, const Trap &trap)
    {
        const CommandId id =
            transport.start(requestFor(QStringLiteral("held"), QStringLiteral("trap"))).id();
        trap.say();
        [&trap] { QTRY_VERIFY(trap.isHolding); }();
        return id;
    }

private slots:
    void newCommandsGoToAnotherThread()
    {
        Trap trap;
        StillClock clock;
        TestTransport transport(trap, clock);
        Recorder recorder(transport);
        // The thread that this address belongs to is the one that will be held up.
        const CommandId before = transport.start(requestFor(QStringLiteral("held"))).id();
        QTRY_VERIFY(recorder.hasEnded(before));
        const QByteArray heldThread = recorder[before].out;
        const CommandId held = spring(transport, trap);
        clock.advance(Stuck);
        std::vector<CommandId> ids;
        for (int i = 0; i < 8; ++i) { // to it, and to addresses that belong to no thread yet
            ids.push_back(
                transport
                    .start(requestFor(i % 2 == 0 ? QString("held") : QString("address %1").arg(i)))
                    .id());
        }
        for (const CommandId id : ids) {
            QTRY_VERIFY(recorder.hasEnded(id));
            QCOMPARE(recorder.ending<Exited>(id), Exited{0});
            QVERIFY(!recorder[id].out.isEmpty() && recorder[id].out != heldThread);
        }
        QVERIFY(!recorder.hasEnded(held));
        trap.say();
        QTRY_VERIFY(recorder.hasEnded(held));
        QCOMPARE(recorder.ending<Unreachable>(held).error.summary, QString("2"));
    }

    void whatHoldsAThreadUpIsEnded()
    {
        Trap trap;
        StillClock clock;
        TestTransport transport(trap, clock);
        Recorder recorder(transport);
        const CommandId held = spring(transport, trap);
        // Nobody knows yet: they wait behind it.
        const CommandId behind = transport.start(requestFor(QStringLiteral("held"))).id();
        const CommandId beside = transport.start(requestFor(QStringLiteral("other"))).id();
        QTRY_VERIFY(recorder.hasEnded(beside));
        QVERIFY(!recorder.hasEnded(held) && !recorder.hasEnded(behind));
        clock.advance(Broken);
        QTRY_VERIFY(recorder.hasEnded(held) && recorder.hasEnded(behind));
        QCOMPARE(recorder.ending<Unreachable>(held).error.summary, QString("1")); // cut short
        QCOMPARE(recorder.ending<Exited>(behind), Exited{0});
        QVERIFY(recorder[behind].out != recorder[beside].out);
    }
};

QTEST_GUILESS_MAIN(TestThreadWatch)
#include "tst_threadwatch.moc"
