// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/transport.h"

#include <QTimer>

#include <deque>
#include <functional>
#include <optional>
#include <random>
#include <vector>

namespace podium::tests {

/// What a command does on a worker, one step after the other:
/// `FakeScript().login().out("hello\n").exit(0)`.
class FakeScript final
{
public:
    using Step = decltype(ssh::TransportEvent::what);

    FakeScript &phase(ssh::Phase phase) { return add(ssh::PhaseChanged{phase}); }
    FakeScript &login(); ///< all phases up to Running
    FakeScript &out(const QByteArray &bytes);
    FakeScript &err(const QByteArray &bytes);
    FakeScript &unguarded(ssh::Unguarded::Why why) { return add(ssh::Unguarded{why}); }
    FakeScript &end(ssh::Ending ending) { return add(std::move(ending)); }
    FakeScript &exit(int status) { return end(ssh::Exited{status}); }
    /// TERM does nothing; KILL does.
    FakeScript &ignoreTerm();
    /// Nothing more happens until it is stopped, or say() is called.
    FakeScript &hang() { return *this; }

    [[nodiscard]] const std::deque<Step> &steps() const { return m_steps; }
    [[nodiscard]] bool ignoresTerm() const { return m_ignoresTerm; }

private:
    FakeScript &add(Step step);

    std::deque<Step> m_steps;
    bool m_ignoresTerm = false;
};

/// Where a worker is said to be that nobody connects to.
[[nodiscard]] inline ssh::Endpoint fakeEndpoint(const WorkerRef &worker)
{
    ssh::Endpoint endpoint;
    endpoint.worker = worker;
    endpoint.address = QStringLiteral("192.0.2.1");
    return endpoint;
}

/// A transport that plays scripts instead of using ssh: by itself in turns of the event loop, or
/// by hand. Remembers what was asked of it.
class FakeTransport final : public ssh::Transport, private ssh::CommandController
{
    Q_OBJECT

public:
    using ScriptOf = std::function<FakeScript(const ssh::CommandRequest &)>;

    struct Command
    {
        ssh::CommandId id = 0;
        ssh::CommandRequest request;
        int termCount = 0;
        int killCount = 0;
        QByteArray typed; ///< by TypeInput
        bool inputEnded = false;
        bool isLeft = false;                   ///< by LeaveRunning
        bool isLimitLifted = false;            ///< by LiftTotalLimit
        bool refusesTyping = false;            ///< as one that has not read what it has
        std::optional<ssh::TerminalSize> size; ///< the last
        bool hasEnded = false;
        bool isLoggedIn = false;
    };

    /// Without a script every command logs in and exits 0.
    explicit FakeTransport(ScriptOf scriptOf = {}, QObject *parent = nullptr);

    [[nodiscard]] ssh::CommandHandle start(const ssh::CommandRequest &request) override;

    void setScript(ScriptOf scriptOf) { m_scriptOf = std::move(scriptOf); }
    /// Whether scripts play by themselves, a step of each command a turn (the default).
    void setAutomatic(bool automatic);
    /// Plays in an order and in batches that this seed decides.
    void setSeed(quint32 seed) { m_random.emplace(seed); }
    /// One batch of events now: the next step of each command, or what the seed decides.
    void step();
    /// From now on it takes nothing that is typed.
    void refuseTyping(ssh::CommandId id)
    {
        m_commands.at(std::size_t(id - 1)).refusesTyping = true;
    }
    /// Lets something happen that is in no script.
    void say(ssh::CommandId id, FakeScript::Step what);

    [[nodiscard]] const std::vector<Command> &commands() const { return m_commands; }
    /// The last command for this worker, or null.
    [[nodiscard]] const Command *commandOf(const WorkerRef &worker) const;
    [[nodiscard]] int active() const;
    [[nodiscard]] int loggingIn() const;
    [[nodiscard]] int mostActive() const { return m_mostActive; }
    [[nodiscard]] int mostLoggingIn() const { return m_mostLoggingIn; }

private:
    struct Playing
    {
        std::deque<FakeScript::Step> steps;
        bool ignoresTerm = false;
    };
    bool control(ssh::CommandId id, const ssh::CommandControl &what) override;
    bool apply(Command &command, const ssh::StopCommand &stop);
    bool apply(Command &command, const ssh::LeaveRunning &);
    bool apply(Command &command, const ssh::LiftTotalLimit &);
    bool apply(Command &command, const ssh::TypeInput &typed);
    bool apply(Command &command, const ssh::EndInput &);
    bool apply(Command &command, const ssh::ResizeTerminal &resized);
    void schedule();
    void take(std::size_t index, int count, std::vector<ssh::TransportEvent> &batch);
    void note(Command &command, const FakeScript::Step &what);

    ScriptOf m_scriptOf;
    std::vector<Command> m_commands; ///< id - 1 is the index
    std::vector<Playing> m_playing;  ///< beside m_commands
    std::optional<std::mt19937> m_random;
    QTimer m_timer;
    bool m_automatic = true;
    int m_mostActive = 0;
    int m_mostLoggingIn = 0;
};

} // namespace podium::tests
