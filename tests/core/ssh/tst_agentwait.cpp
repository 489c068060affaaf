// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/session/loginwatch.h"
#include "tests/core/ssh/localagent.h"
#include "tests/core/ssh/transportrig.h"
#include "tests/fakes/patience.h"

using namespace podium;
using namespace podium::ssh;
using namespace podium::ssh::test;
using namespace std::chrono_literals;
using Moment = LoginWatch::Moment;

namespace {

/// Is as it is told.
class ToldConnection final : public Connection
{
public:
    ToldConnection() : Connection({}, {}) { m_state = State::Login; }
    State step() override { return m_state; }
    [[nodiscard]] bool hasBanner() const override { return true; }
    [[nodiscard]] int descriptor() const override { return -1; }
    [[nodiscard]] std::uint32_t wantedEvents() const override { return 0; }
    [[nodiscard]] std::unique_ptr<CommandChannel>
    open(const QByteArray &, CommandChannel::Output, std::optional<TerminalSize>) override
    {
        return nullptr;
    }
    [[nodiscard]] std::unique_ptr<CommandChannel>
    openForward(const ForwardTarget &, CommandChannel::Output) override
    {
        return nullptr;
    }
    bool pump() override { return false; }
    [[nodiscard]] bool isBroken() const override { return false; }
    [[nodiscard]] QString lastProblem() const override { return {}; }
    [[nodiscard]] AgentWait agentWait() const override { return wait; }
    void failWith(Ending ending) { fail(std::move(ending)); }

    AgentWait wait = AgentWait::None;
};

struct Watched
{
    CommandRequest request;
    CommandTimer timer{request};
    std::vector<AgentWait> told;
    LoginWatch watch{timer, [this](AgentWait wait) { told.push_back(wait); }};
    ToldConnection connection;
    Moment now{1000s};

    void look(AgentWait wait)
    {
        connection.wait = wait;
        watch.look(connection, now);
    }
};

} // namespace

/// An agent that needs the person for each signature.
class TestAgentWait final : public QObject
{
    Q_OBJECT

private:
    [[nodiscard]] static CommandRequest viaAgent(const LocalSshd &sshd)
    {
        CommandRequest request = TransportRig::request(sshd.endpoint());
        request.endpoint.useAgent = true;
        request.endpoint.identityFiles.clear();
        return request;
    }

private slots:
    void aShortMomentIsNotTold()
    {
        Watched w;
        w.look(AgentWait::Turn);
        QVERIFY(w.watch.next() == w.now + LoginWatch::ShortMoment);
        w.now += LoginWatch::ShortMoment - 1ms;
        w.look(AgentWait::Answer);
        w.look(AgentWait::None);
        QVERIFY(!w.watch.next());
        w.now += 1h;
        w.look(AgentWait::None);
        QVERIFY(w.told.empty());
    }

    void aLongOneIsToldUntilItIsOver()
    {
        Watched w;
        w.look(AgentWait::Turn);
        w.now += LoginWatch::ShortMoment;
        w.look(AgentWait::Turn);
        QVERIFY(!w.watch.next());
        w.look(AgentWait::Turn);
        w.look(AgentWait::Answer);
        w.look(AgentWait::None);
        const std::vector<AgentWait> all{AgentWait::Turn, AgentWait::Answer, AgentWait::None};
        QVERIFY(w.told == all);
    }

    void onlyWhoWasDroppedWhileItWaitedBeginsAgain()
    {
        Watched quick;
        quick.look(AgentWait::Answer);
        quick.connection.failWith(Unreachable{});
        QVERIFY(!quick.watch.beginsAgain(quick.connection, quick.now)); // it hung up at once
        Watched refused;
        refused.look(AgentWait::Answer);
        refused.now += 10s;
        refused.look(AgentWait::Answer);
        refused.connection.failWith(Refused{});
        QVERIFY(!refused.watch.beginsAgain(refused.connection, refused.now));
        Watched w;
        for (int i = 0; i <= LoginWatch::MostAgain; ++i) {
            ToldConnection next;
            next.wait = AgentWait::Turn;
            w.watch.look(next, w.now);
            w.now += 10s;
            w.watch.look(next, w.now);
            next.failWith(Unreachable{});
            QCOMPARE(w.watch.beginsAgain(next, w.now), i < LoginWatch::MostAgain);
        }
    }

    void whatTheAgentWaitsForIsSaid()
    {
        LocalSshd sshd;
        LocalAgent agent;
        agent.add(sshd.identity(), {"-c"});
        TransportRig rig(withAgent(agent.socket()));
        quint16 port = 0;
        const Descriptor silent(boundSocket(port));
        CommandRequest request = viaAgent(sshd);
        request.connectLimit = 8s;
        const CommandId first = rig.transport->start(request).id();
        QTRY_COMPARE(agent.askedCount(), 1);
        const CommandId second = rig.transport->start(request).id();
        CommandRequest hanging = request; // as long as both were given
        hanging.endpoint.port = port;
        const CommandId asLong = rig.transport->start(hanging).id();
        QTRY_COMPARE(rig.recorder.agentWait(first), AgentWait::Answer);
        QTRY_COMPARE(rig.recorder.agentWait(second), AgentWait::Turn);
        QTRY_VERIFY(rig.recorder.hasEnded(asLong));
        QCOMPARE(rig.recorder.endedCount(), 1);
        agent.answer();
        QTRY_VERIFY(rig.recorder.hasEnded(first));
        QCOMPARE(rig.recorder.ending<Exited>(first), Exited{0});
        QCOMPARE(rig.recorder.agentWait(first), AgentWait::None);
        QTRY_COMPARE(rig.recorder.agentWait(second), AgentWait::Answer);
        QVERIFY(!rig.recorder.hasEnded(second));
        agent.answer();
        QTRY_VERIFY(rig.recorder.hasEnded(second));
        QCOMPARE(rig.recorder.ending<Exited>(second), Exited{0});
        QCOMPARE(agent.askedCount(), 2);
    }

    void theLimitOfAllGoesOn()
    {
        LocalSshd sshd;
        LocalAgent agent;
        agent.add(sshd.identity(), {"-c"});
        TransportRig rig(withAgent(agent.socket()));
        CommandRequest request = viaAgent(sshd);
        request.totalLimit = 6s;
        const CommandId id = rig.run(request);
        QCOMPARE(rig.recorder.ending<TimedOut>(id), TimedOut{Phase::Login});
        QTRY_COMPARE(agent.askedCount(), 1); // it is written down by a process of its own
    }

    void aWorkerThatDoesNotWaitAsLongIsAskedAgain()
    {
        LocalSshd sshd("LoginGraceTime 8\n");
        LocalAgent agent;
        agent.add(sshd.identity(), {"-c"});
        TransportRig rig(withAgent(agent.socket()));
        const CommandId id = rig.transport->start(viaAgent(sshd)).id();
        QTRY_VERIFY(sshd.log().count("Connection from") >= 2);
        QVERIFY(!rig.recorder.hasEnded(id));
        agent.answer(100);
        QTRY_VERIFY(rig.recorder.hasEnded(id));
        QCOMPARE(rig.recorder.ending<Exited>(id), Exited{0});
        QCOMPARE(rig.recorder[id].out, QByteArray("in\n"));
    }
};

QTEST_GUILESS_MAIN(TestAgentWait)
#include "tst_agentwait.moc"
