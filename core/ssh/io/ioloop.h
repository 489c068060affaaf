// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

namespace podium::ssh {

/// Something on an I/O thread that waits for a descriptor, a moment, or both.
class IoClient
{
public:
    /// The watched descriptor is ready; `events` are EPOLL… flags. May remove itself.
    virtual void onReady(std::uint32_t events) = 0;
    /// The deadline has passed and is forgotten. May remove itself.
    virtual void onDeadline() = 0;

protected:
    ~IoClient() = default;
};

/// Work for an I/O thread. Outlives the thread: what is posted after its end is dropped.
class IoInbox final
{
public:
    IoInbox();
    ~IoInbox();
    IoInbox(const IoInbox &) = delete;
    IoInbox &operator=(const IoInbox &) = delete;

    void post(std::function<void()> task); ///< any thread
    void wake();                           ///< any thread
    void close();                          ///< any thread: drops what is there and what comes
    [[nodiscard]] std::vector<std::function<void()>> take();
    [[nodiscard]] int wakeFd() const { return m_wakeFd; }

private:
    std::mutex m_mutex;
    std::vector<std::function<void()>> m_tasks;
    bool m_isClosed = false;
    int m_wakeFd = -1;
};

/// One thread with an epoll: descriptors, deadlines, posted work. All but the constructor, the
/// destructor and the inbox is for its own thread. Clients are not owned.
class IoLoop final
{
public:
    using Token = std::uint64_t;
    using Clock = std::chrono::steady_clock;
    using Now = std::function<Clock::time_point()>;

    /// `busyClock`: how long it is busy is measured by that, and nothing else is; called on any
    /// thread.
    explicit IoLoop(Now busyClock = Clock::now);
    /// Ends the thread; the client's handlers are not called any more.
    ~IoLoop();
    IoLoop(const IoLoop &) = delete;
    IoLoop &operator=(const IoLoop &) = delete;

    /// The thread may start only when the owner is ready for calls.
    void start();
    /// From now on the thread ends as soon as it can: after what has been posted already, and after
    /// what is held, for which HoldLimit is left. Any thread.
    void stopSoon();
    /// The same, and waits for it.
    void stop();
    [[nodiscard]] const std::shared_ptr<IoInbox> &inbox() const { return m_inbox; }
    /// How long the thread has been at work without a pause to look for more; any thread.
    [[nodiscard]] std::chrono::milliseconds busyFor() const;
    /// Ends the connection that the handler under way is busy with, if any, so that whatever it
    /// waits for there fails; any thread.
    void breakCurrent();

    [[nodiscard]] Token add(IoClient *client);
    void remove(Token token); ///< and unwatches
    /// One descriptor a client; again with other events: changes them.
    void watch(Token token, int fd, std::uint32_t events);
    /// Before the descriptor is closed; `isOpen` false if somebody has closed it already.
    void unwatch(Token token, bool isOpen = true);
    /// Another client watches from now on what `from` has watched, for the same events.
    void handOver(Token from, Token to);
    /// A client that must still get something out before the thread may end.
    void hold(Token token, bool holds);
    static constexpr std::chrono::milliseconds HoldLimit{2000};
    void setDeadline(Token token, std::optional<Clock::time_point> when);
    /// Done when the handlers that are under way have returned; never after the thread's end.
    void defer(std::function<void()> task) { m_deferred.push_back(std::move(task)); }

private:
    struct Entry
    {
        IoClient *client = nullptr;
        int fd = -1;
        std::uint32_t events = 0;
        std::optional<Clock::time_point> deadline;
    };
    void run();
    [[nodiscard]] bool goesOn();
    [[nodiscard]] bool isOver() const { return m_isStopping && m_holding.empty(); }
    void callReady(Token token, std::uint32_t events);
    void setCurrent(int fd);
    static void runAll(const std::vector<std::function<void()>> &tasks);
    void runDeferred();
    void fireDeadlines();
    [[nodiscard]] int waitMs() const;

    const Now m_busyClock;
    std::shared_ptr<IoInbox> m_inbox;
    int m_epoll = -1;
    Token m_lastToken = 0;
    std::unordered_map<Token, Entry> m_clients;
    std::set<std::pair<Clock::time_point, Token>> m_deadlines;
    std::set<Token> m_holding;
    std::optional<Clock::time_point> m_holdsUntil; ///< once it is to stop
    std::vector<std::function<void()>> m_deferred;
    bool m_isWoken = false; ///< by the inbox
    std::atomic<bool> m_isStopping{false};
    std::atomic<Clock::rep> m_busySince{0}; ///< 0: waiting
    std::mutex m_currentMutex;
    int m_currentFd = -1; ///< of the handler under way; not closed while the mutex is held
    std::thread m_thread;
};

} // namespace podium::ssh
