// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/io/ioloop.h"
#include "tests/fakes/patience.h"

#include <QElapsedTimer>
#include <QSemaphore>
#include <QtTest>

#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace podium::ssh;
using namespace std::chrono_literals;

namespace {

/// A handler that waits for more than there is, as a library may that was not meant to.
class Stuck final : public IoClient
{
public:
    void onReady(std::uint32_t) override
    {
        char bytes[2];
        m_got = ::recv(m_fd, bytes, sizeof bytes, MSG_WAITALL);
        m_calls = m_calls + 1;
    }
    void onDeadline() override {}

    int m_fd = -1;
    std::atomic<ssize_t> m_got{-2};
    std::atomic<int> m_calls{0};
};

/// Reads what comes, and counts it.
class Reader final : public IoClient
{
public:
    explicit Reader(int fd) : m_fd(fd) {}
    void onReady(std::uint32_t) override
    {
        char byte = 0;
        m_got = m_got + int(::recv(m_fd, &byte, 1, MSG_DONTWAIT));
    }
    void onDeadline() override {}

    const int m_fd;
    std::atomic<int> m_got{0};
};

/// Must get a byte before the thread may end.
class Holder final : public IoClient
{
public:
    explicit Holder(int fd) : m_reader(fd), m_got(m_reader.m_got) {}
    void onReady(std::uint32_t events) override
    {
        m_reader.onReady(events);
        m_loop->hold(m_token, false);
    }
    void onDeadline() override {}

    Reader m_reader;
    std::atomic<int> &m_got;
    IoLoop *m_loop = nullptr;
    IoLoop::Token m_token = 0;
};

} // namespace

/// An I/O thread: who is called, and when; and what if it is held up.
class TestIoLoop final : public QObject
{
    Q_OBJECT

private slots:
    /// It may hold what needs others, which go before the loop.
    void nothingDeferredOutlivesTheThread()
    {
        IoLoop loop;
        loop.start();
        auto held = std::make_shared<int>(0);
        const std::weak_ptr<int> seen = held;
        QSemaphore isRunning;
        QSemaphore isStopping;
        loop.inbox()->post([&] {
            isRunning.release();
            isStopping.acquire();
        });
        isRunning.acquire(); // so the next one is met when it stops
        loop.inbox()->post([&loop, held = std::move(held)] { loop.defer([held] {}); });
        loop.stopSoon();
        isStopping.release();
        loop.stop();
        QVERIFY(seen.expired());
    }
    void endsWhenWhatIsHeldIsOut()
    {
        int pair[2] = {-1, -1};
        QVERIFY(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == 0);
        std::atomic<int> tasks{0};
        for (const bool isLetOut : {true, false}) {
            Holder holder(pair[0]);
            IoLoop loop;
            holder.m_loop = &loop;
            holder.m_token = loop.add(&holder);
            loop.watch(holder.m_token, pair[0], EPOLLIN);
            loop.hold(holder.m_token, true);
            loop.start();
            QElapsedTimer elapsed;
            elapsed.start();
            // By the thread itself, so that its limit has hardly begun.
            QSemaphore isStopping;
            loop.inbox()->post([&] {
                ++tasks;
                isStopping.acquire();
                if (isLetOut) {
                    [[maybe_unused]] const ssize_t written = ::write(pair[1], "x", 1);
                }
            });
            loop.stopSoon();
            isStopping.release();
            loop.stop();
            QCOMPARE(holder.m_got.load(), isLetOut ? 1 : 0);
            QVERIFY(isLetOut || elapsed.elapsed() >= IoLoop::HoldLimit.count());
        }
        QCOMPARE(tasks.load(), 2);
        ::close(pair[0]);
        ::close(pair[1]);
    }

    void aStuckHandlerIsSeenAndFreed()
    {
        int pair[2] = {-1, -1};
        QVERIFY(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == 0);
        Stuck stuck;
        stuck.m_fd = pair[0];
        IoLoop loop;
        const IoLoop::Token token = loop.add(&stuck);
        loop.watch(token, pair[0], EPOLLIN);
        loop.start();
        std::atomic<bool> hasRun{false};
        loop.inbox()->post([&hasRun] { hasRun = true; });
        QTRY_VERIFY(hasRun);
        QTRY_VERIFY(loop.busyFor() == 0ms); // waiting is not being busy
        loop.breakCurrent();                // nothing to break
        QVERIFY(::write(pair[1], "x", 1) == 1);
        QTRY_VERIFY(loop.busyFor() >= 50ms);
        QCOMPARE(stuck.m_calls.load(), 0);
        // It may be held up before the handler, when there is nothing to break yet.
        QTRY_VERIFY((loop.breakCurrent(), stuck.m_calls >= 1));
        loop.stop();
        loop.remove(token);
        QVERIFY(::recv(pair[0], pair, 1, MSG_DONTWAIT) == 0); // ended, not just interrupted
        ::close(pair[0]);
        ::close(pair[1]);
    }

    void whoTakesOverIsCalled()
    {
        int pair[2] = {-1, -1};
        QVERIFY(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == 0);
        Reader before(pair[0]);
        Reader after(pair[0]);
        IoLoop loop;
        const IoLoop::Token from = loop.add(&before);
        const IoLoop::Token to = loop.add(&after);
        loop.handOver(from, to); // nothing yet
        loop.watch(from, pair[0], EPOLLIN);
        loop.start();
        QVERIFY(::write(pair[1], "x", 1) == 1);
        QTRY_COMPARE(before.m_got.load(), 1);
        std::atomic<bool> hasRun{false};
        loop.inbox()->post([&] {
            loop.handOver(from, to);
            loop.watch(to, pair[0], EPOLLIN); // it does already
            loop.remove(from);
            hasRun = true;
        });
        QTRY_VERIFY(hasRun);
        QVERIFY(::write(pair[1], "yz", 2) == 2);
        QTRY_COMPARE(after.m_got.load(), 2);
        QCOMPARE(before.m_got.load(), 1);
        loop.stop();
        loop.remove(to);
        ::close(pair[0]);
        ::close(pair[1]);
    }

    void whatIsDeferredIsDoneAfterTheHandler()
    {
        IoLoop loop;
        loop.start();
        std::atomic<int> order{0};
        loop.inbox()->post([&] {
            loop.defer([&] {
                order = order * 10 + 2;
                loop.defer([&] { order = order * 10 + 3; });
            });
            order = 1;
        });
        QTRY_COMPARE(order.load(), 123); // without anything that wakes the thread again
    }
};

QTEST_GUILESS_MAIN(TestIoLoop)
#include "tst_ioloop.moc"
