// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/request/requestmachine.h"
#include "core/lifecycle/request/requestplan.h"

#include <QTest>

#include <array>
#include <functional>
#include <optional>

using namespace podium;
using namespace podium::lifecycle;
using Kind = RequestStep::Kind;
using State = NodeRequest::State;

/// Tries of which nobody can tell what came, in two zones: an operation that may not be asked for,
/// a reply that was lost. Their nodes may be shown late, and cost.
class TestRequestDoubts final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void theNextZoneIsAskedMeanwhile_data();
    void theNextZoneIsAskedMeanwhile();
    void aLateNodeIsGivenBackWhereAnotherStands();
    void aLateNodeIsKeptWhereNoneStands();
    void aLateQueuedResourceIsGivenBack();
    void theSameZoneIsAskedAgainByOneTry();
    void givingUpWaitsForTheDoubt();
    void aSilentRaceEndsByItself();
    void aSilentNodeEndsItsRequest_data();
    void aSilentNodeEndsItsRequest();

private:
    using Check = std::function<bool()>;
    enum class Ssh { Answers, Silent };
    /// Carries the steps out against the zones until `isThere`, or so many minutes have passed.
    void goOn(RequestMachine &machine, int minutes, const Check &isThere);
    void carryOut(RequestMachine &machine, const RequestStep &step);
    [[nodiscard]] std::size_t zoneOf(const RequestMachine &machine, std::size_t attempt) const;
    [[nodiscard]] qint64 minutes() const { return Begun.secsTo(m_now) / 60; }

    static inline const QDateTime Begun{QDate(2026, 3, 1), QTime(12, 0), Qt::UTC};
    static inline const Error None{ErrorKind::NotFound, {}, {}, {}, {}};
    NodeRequest m_wanted;
    QDateTime m_now;
    std::array<std::optional<cloud::NodeState>, 2> m_nodes;
    std::array<std::optional<cloud::QueuedResource::State>, 2> m_queues;
    std::array<Result<cloud::Operation>, 2> m_replies; ///< to what is sent there
    std::array<int, 2> m_sent;
    std::array<int, 2> m_deleted;
    bool m_mayAsk = false; ///< for operations
    Ssh m_ssh = Ssh::Answers;
};

void TestRequestDoubts::init()
{
    m_wanted = {};
    m_wanted.id = "wish";
    m_wanted.project = *ProjectId::parse("lab");
    m_wanted.spec.name = "new";
    m_wanted.spec.type = "v2-8";
    m_wanted.spec.runtimeVersion = "tpu-ubuntu2204-base";
    m_wanted.zones = {*Zone::parse("us-central1-a"), *Zone::parse("europe-west4-a")};
    m_wanted.createdAt = Begun;
    m_now = Begun;
    m_nodes = {};
    m_queues = {};
    cloud::Operation begun;
    begun.name = "operations/o";
    m_replies = {begun, begun};
    m_sent = {};
    m_deleted = {};
    m_mayAsk = false;
    m_ssh = Ssh::Answers;
}

std::size_t TestRequestDoubts::zoneOf(const RequestMachine &machine, std::size_t attempt) const
{
    return machine.request().attempts[attempt].zone == m_wanted.zones[0] ? 0 : 1;
}

void TestRequestDoubts::carryOut(RequestMachine &machine, const RequestStep &step)
{
    const std::size_t zone = zoneOf(machine, step.attempt);
    const auto refused = failure(Error{ErrorKind::PermissionDenied, "No.", {}, {}, {}});
    cloud::Node node;
    cloud::QueuedResource queue;
    switch (step.kind) {
    case Kind::Send:
        ++m_sent[zone];
        machine.handleSent(step.attempt, m_replies[zone], m_now);
        break;
    case Kind::Follow:
        machine.handleOperation(
            step.attempt, m_mayAsk ? Result<cloud::Operation>(cloud::Operation()) : refused, m_now);
        break;
    case Kind::Look:
        node.ref = m_wanted.nodeIn(m_wanted.zones[zone]);
        node.state = m_nodes[zone].value_or(cloud::NodeState::Unspecified);
        node.labels[requestLabel()] = m_wanted.id;
        machine.handleNode(
            step.attempt, m_nodes[zone] ? Result<cloud::Node>(node) : failure(None), {}, m_now);
        break;
    case Kind::LookQueue:
        queue.state = m_queues[zone].value_or(cloud::QueuedResource::State::Unrecognised);
        queue.nodes.push_back({m_wanted.spec.name, 1, {}, {{requestLabel(), m_wanted.id}}});
        machine.handleQueue(
            step.attempt, m_queues[zone] ? Result<cloud::QueuedResource>(queue) : failure(None),
            m_now);
        break;
    case Kind::Greet:
        machine.handleGreeting(
            step.attempt, m_ssh == Ssh::Answers ? Result<>() : Result<>(refused), m_now);
        break;
    case Kind::After:
        machine.handleAfter(step, m_ssh == Ssh::Answers ? Result<>() : Result<>(refused), m_now);
        break;
    case Kind::Delete:
        ++m_deleted[zone];
        m_nodes[zone].reset();
        m_queues[zone].reset();
        machine.handleDeleted(step.attempt, cloud::Operation(), m_now);
        break;
    default:
        QFAIL("this is no step of these requests");
    }
}

void TestRequestDoubts::goOn(RequestMachine &machine, int minutes, const Check &isThere)
{
    const QDateTime end = m_now.addSecs(minutes * 60);
    while (m_now < end && !isThere()) {
        const RequestStep step = machine.next(m_now);
        if (step.kind == Kind::Begin) {
            machine.begin(*step.zone, QString::number(machine.request().attempts.size()), m_now);
        } else if (step.kind == Kind::End) {
            machine.end(step, m_now);
            return;
        } else if (step.kind == Kind::Wait) {
            QVERIFY(step.at > m_now);
            m_now = step.at;
        } else {
            carryOut(machine, step);
        }
    }
}

void TestRequestDoubts::theNextZoneIsAskedMeanwhile_data()
{
    QTest::addColumn<bool>("isLost");
    QTest::addColumn<int>("from"); // minutes for which it is looked for
    QTest::addColumn<int>("to");
    QTest::newRow("an operation that may not be asked for") << false << 55 << 70;
    QTest::newRow("a reply that was lost") << true << 4 << 10;
}

void TestRequestDoubts::theNextZoneIsAskedMeanwhile()
{
    QFETCH(bool, isLost);
    QFETCH(int, from);
    QFETCH(int, to);
    if (isLost) {
        m_replies[0] = failure(Error{ErrorKind::Timeout, "No answer.", "Slow.", {}, {}});
    }
    RequestMachine machine(m_wanted, {});
    goOn(machine, 5, [this] { return m_sent[1] > 0; });
    QCOMPARE(m_sent[1], 1);
    QVERIFY(minutes() <= 2);
    m_nodes[1] = cloud::NodeState::Ready;
    goOn(machine, 1, [&] { return machine.request().standing() != nullptr; });
    QVERIFY(machine.request().standing() != nullptr);
    const QString status = statusText(machine.request());
    QVERIFY2(status.contains("stands in europe-west4-a"), qPrintable(status));
    QVERIFY2(status.contains("asked for in us-central1-a comes after all"), qPrintable(status));
    goOn(machine, 120, [] { return false; });
    QCOMPARE(machine.request().state, State::Made);
    QCOMPARE(machine.request().reason, QString());
    QVERIFY2(minutes() >= from && minutes() <= to, qPrintable(QString::number(minutes())));
    QCOMPARE(machine.request().attempts[0].refusal, std::optional(Refusal::Passing));
    QCOMPARE(m_sent[0], 1);
    QCOMPARE(m_deleted[0], 0);
}

void TestRequestDoubts::aLateNodeIsGivenBackWhereAnotherStands()
{
    RequestMachine machine(m_wanted, {});
    goOn(machine, 5, [this] { return m_sent[1] > 0; });
    m_nodes[1] = cloud::NodeState::Ready;
    goOn(machine, 10, [] { return false; });
    QCOMPARE(machine.request().state, State::Active);
    // What was written down is enough to go on with it.
    machine = RequestMachine(machine.request(), {});
    m_nodes[0] = cloud::NodeState::Ready;
    goOn(machine, 2, [] { return false; });
    QCOMPARE(m_deleted[0], 1);
    QCOMPARE(m_deleted[1], 0);
    QCOMPARE(machine.request().state, State::Made);
    QVERIFY(machine.request().madeAttempt()->zone == m_wanted.zones[1]);
    QCOMPARE(machine.request().attempts[0].refusal, std::optional(Refusal::Dropped));
}

void TestRequestDoubts::aLateNodeIsKeptWhereNoneStands()
{
    RequestMachine machine(m_wanted, {});
    goOn(machine, 5, [this] { return m_sent[1] > 0; });
    m_nodes = {cloud::NodeState::Creating, cloud::NodeState::Creating};
    goOn(machine, 10, [] { return false; });
    QCOMPARE(m_deleted[0] + m_deleted[1], 0);
    m_nodes[0] = cloud::NodeState::Ready;
    goOn(machine, 10, [] { return false; });
    QCOMPARE(machine.request().state, State::Made);
    QVERIFY(machine.request().madeAttempt()->zone == m_wanted.zones[0]);
    QCOMPARE(m_deleted[0], 0);
    QCOMPARE(m_deleted[1], 1);
}

void TestRequestDoubts::aLateQueuedResourceIsGivenBack()
{
    m_wanted.means = Means::Queued;
    m_wanted.validFor = std::chrono::hours(1);
    RequestMachine machine(m_wanted, {});
    goOn(machine, 5, [this] { return m_sent[1] > 0; });
    m_queues[1] = cloud::QueuedResource::State::Active;
    m_nodes[1] = cloud::NodeState::Ready;
    goOn(machine, 10, [] { return false; });
    QCOMPARE(machine.request().state, State::Active);
    m_queues[0] = cloud::QueuedResource::State::Waiting;
    goOn(machine, 2, [] { return false; });
    QCOMPARE(m_deleted[0], 1);
    QCOMPARE(m_deleted[1], 0);
    QCOMPARE(machine.request().state, State::Made);
}

/// A node has the same name there: which try has made it does not matter.
void TestRequestDoubts::theSameZoneIsAskedAgainByOneTry()
{
    m_wanted.zones.pop_back();
    m_wanted.untilCapacity = true;
    RequestMachine machine(m_wanted, {});
    goOn(machine, 5, [this] { return m_sent[0] > 1; });
    QCOMPARE(m_sent[0], 2);
    QCOMPARE(machine.request().openCount(), 1);
    m_nodes[0] = cloud::NodeState::Ready; // by the first one
    goOn(machine, 1, [] { return false; });
    QCOMPARE(machine.request().state, State::Made);
    QCOMPARE(m_deleted[0], 0);
}

void TestRequestDoubts::givingUpWaitsForTheDoubt()
{
    m_wanted.zones.pop_back();
    RequestMachine machine(m_wanted, {});
    goOn(machine, 10, [] { return false; });
    QCOMPARE(machine.request().state, State::Active);
    m_wanted.wish = NodeRequest::Wish::Cancel;
    ++m_wanted.wishRevision;
    machine.setWish(m_wanted);
    goOn(machine, 1, [] { return false; });
    QCOMPARE(machine.request().state, State::Active);
    m_nodes[0] = cloud::NodeState::Creating;
    goOn(machine, 2, [] { return false; });
    QCOMPARE(m_deleted[0], 1);
    QCOMPARE(machine.request().state, State::Cancelled);
}

/// Its node costs, and nobody is told of it before the request ends.
void TestRequestDoubts::aSilentRaceEndsByItself()
{
    m_wanted.isRace = true;
    m_ssh = Ssh::Silent;
    RequestMachine machine(m_wanted, {});
    m_nodes = {cloud::NodeState::Ready, cloud::NodeState::Creating};
    goOn(machine, 20, [] { return false; });
    QCOMPARE(machine.request().state, State::Active);
    QCOMPARE(m_deleted[1], 1); // the other one has gone
    goOn(machine, 40, [] { return false; });
    QCOMPARE(machine.request().state, State::Made);
    QVERIFY2(minutes() <= 31, qPrintable(QString::number(minutes())));
    const QString reason = machine.request().reason;
    QVERIFY2(reason.contains("ssh has not answered for 30 minutes"), qPrintable(reason));
    QCOMPARE(m_deleted[0], 0);
}

void TestRequestDoubts::aSilentNodeEndsItsRequest_data()
{
    QTest::addColumn<bool>("isKept");
    QTest::newRow("with a recipe") << false;
    QTest::newRow("kept") << true;
}

/// Without a race it costs no less. What is kept goes on, but what comes after is for a person now.
void TestRequestDoubts::aSilentNodeEndsItsRequest()
{
    QFETCH(bool, isKept);
    m_wanted.isKept = isKept;
    m_wanted.recipes = isKept ? QStringList() : QStringList("jax");
    m_ssh = Ssh::Silent;
    RequestMachine machine(m_wanted, {});
    m_nodes[0] = cloud::NodeState::Ready;
    goOn(machine, 20, [] { return false; });
    QCOMPARE(machine.request().state, State::Active);
    QVERIFY(machine.request().standing() == nullptr);
    const QString waits = statusText(machine.request());
    QVERIFY2(
        waits.startsWith("READY in us-central1-a, where ssh has not answered"), qPrintable(waits));
    // A Podium that takes it up does not begin to count anew.
    machine = RequestMachine(machine.request(), {});
    goOn(machine, 20, [&] { return machine.request().standing() != nullptr; });
    QVERIFY2(minutes() <= 31, qPrintable(QString::number(minutes())));
    const QString stands = statusText(machine.request());
    QVERIFY2(stands.contains("ssh has not answered for 30 minutes"), qPrintable(stands));
    goOn(machine, 30, [] { return false; });
    QCOMPARE(machine.request().state, isKept ? State::Active : State::Made);
    const QString status = statusText(machine.request());
    QVERIFY2(status.contains("people") && status.contains("No."), qPrintable(status));
    QCOMPARE(m_sent[0], 1);
    QCOMPARE(m_deleted[0], 0);
}

QTEST_GUILESS_MAIN(TestRequestDoubts)
#include "tst_requestdoubts.moc"
