// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/lifecycle/request/modelcloud.h"

#include <QSet>
#include <QTest>

#include <deque>
#include <utility>

using namespace podium;
using namespace podium::tests;

Q_DECLARE_METATYPE(podium::tests::ModelFaults)

/// All that can happen to a request for one node in two zones, in every order.
class TestRequestMachine final : public QObject
{
    Q_OBJECT

private slots:
    void everyOrderOfAnswers_data();
    void everyOrderOfAnswers();
    void refusedDeletionsComeLaterEachTime();
    void aClockThatWasSetBackHoldsNothingUp();
    void whoMayNotSeeTheOperationLooksAtTheNode();
    void givingUpFollowsTheOperationToItsEnd();
    void givingUpIsOverWhereTheOperationFailed();
    void givingUpLooksLongWhereTheOperationIsNotTold();
    void aSilentRaceKeepsTheFirstThatWasReady();
    void aNameThatIsStillBeingDeletedIsTriedAgain();
    void aReservationThatIsMissingIsNoStockout_data();
    void aReservationThatIsMissingIsNoStockout();

private:
    static NodeRequest request();
    /// In its first zone.
    static cloud::Node madeNode(const NodeRequest &wanted, cloud::NodeState state);
    /// One that was asked for in its first zone, is given up, and has no node to be seen; it is
    /// followed until then, or until it ended. Gives the note of the last look.
    static RequestMachine givenUp(const QDateTime &now);
    static QString followUnseen(
        RequestMachine &machine, const Result<cloud::Operation> &told, QDateTime &now,
        const QDateTime &until);
};

NodeRequest TestRequestMachine::request()
{
    NodeRequest wanted;
    wanted.id = "wish";
    wanted.project = *ProjectId::parse("lab");
    wanted.spec.name = "new";
    wanted.spec.type = "v2-8";
    wanted.spec.runtimeVersion = "tpu-ubuntu2204-base";
    wanted.zones = {*Zone::parse("us-central1-a"), *Zone::parse("europe-west4-a")};
    wanted.createdAt = QDateTime(QDate(2026, 3, 1), QTime(12, 0), Qt::UTC);
    return wanted;
}

cloud::Node TestRequestMachine::madeNode(const NodeRequest &wanted, cloud::NodeState state)
{
    cloud::Node node;
    node.ref = wanted.nodeIn(wanted.zones[0]);
    node.state = state;
    node.labels[requestLabel()] = wanted.id;
    return node;
}

RequestMachine TestRequestMachine::givenUp(const QDateTime &now)
{
    NodeRequest wanted = request();
    wanted.attempts.push_back({wanted.zones[0], "x", now, "operations/o", {}, {}, {}});
    RequestMachine machine(wanted, {});
    wanted.wish = NodeRequest::Wish::Cancel;
    ++wanted.wishRevision;
    machine.setWish(wanted);
    return machine;
}

QString TestRequestMachine::followUnseen(
    RequestMachine &machine, const Result<cloud::Operation> &told, QDateTime &now,
    const QDateTime &until)
{
    QString note;
    while (now < until && machine.request().attempts[0].isOpen()) {
        const RequestStep next = machine.next(now);
        if (next.kind == RequestStep::Kind::Look) {
            machine.handleNode(0, failure({ErrorKind::NotFound, {}, {}, {}, {}}), {}, now);
        } else if (next.kind == RequestStep::Kind::Follow) {
            machine.handleOperation(0, told, now);
        } else if (next.kind == RequestStep::Kind::Wait && next.at > now) {
            now = next.at;
        } else {
            return QStringLiteral("it did something else");
        }
        note = machine.watch(0).note();
    }
    return note;
}

void TestRequestMachine::everyOrderOfAnswers_data()
{
    QTest::addColumn<bool>("isQueued");
    QTest::addColumn<bool>("isRace");
    QTest::addColumn<bool>("isKept");
    QTest::addColumn<ModelFaults>("faults");
    QTest::newRow("direct") << false << false << false << ModelFaults{1, 1, 0, 0, 1, 1};
    QTest::newRow("direct, others") << false << false << false << ModelFaults{0, 0, 1, 1, 0, 1};
    QTest::newRow("queued") << true << false << false << ModelFaults{1, 1, 0, 0, 1, 1};
    QTest::newRow("race") << false << true << false << ModelFaults{0, 0, 0, 0, 1, 0};
    QTest::newRow("race, killed") << false << true << false << ModelFaults{0, 1, 0, 0, 0, 0};
    QTest::newRow("queued race") << true << true << false << ModelFaults{0, 0, 0, 0, 1, 0};
    QTest::newRow("keep") << false << false << true << ModelFaults{2, 0, 0, 0, 1, 0};
    QTest::newRow("keep, others") << false << false << true << ModelFaults{0, 0, 1, 1, 1, 0};
    QTest::newRow("keep, killed") << false << false << true << ModelFaults{1, 1, 0, 0, 0, 0};
    QTest::newRow("queued keep") << true << false << true << ModelFaults{1, 0, 1, 0, 1, 0};
}

/// The states are gone through in breadth, each once; a rule that is broken is told with the way.
void TestRequestMachine::everyOrderOfAnswers()
{
    QFETCH(bool, isQueued);
    QFETCH(bool, isRace);
    QFETCH(bool, isKept);
    QFETCH(ModelFaults, faults);
    constexpr std::size_t MostTries = 3;
    NodeRequest wanted = request();
    wanted.means = isQueued ? Means::Queued : Means::Direct;
    wanted.validFor = std::chrono::hours(1);
    wanted.isRace = isRace;
    wanted.isKept = isKept;
    std::deque<ModelCloud> open{ModelCloud(wanted, faults)};
    QSet<QByteArray> seen{open.front().key()};
    int ends = 0;
    while (!open.empty()) {
        const ModelCloud state = std::move(open.front());
        open.pop_front();
        QString problem;
        for (ModelCloud &next : state.successors(problem)) {
            if (problem.isEmpty()) {
                problem = next.problem();
            }
            const bool isFar = next.machine.request().attempts.size() > MostTries;
            const int seenBefore = seen.size();
            if (problem.isEmpty() && !isFar) {
                seen.insert(next.key());
            }
            if (seen.size() > seenBefore) {
                next.isOver() ? void(++ends) : open.push_back(std::move(next));
            }
            if (!problem.isEmpty()) {
                qWarning() << "before:" << state.key() << "after:" << next.key();
                break;
            }
        }
        QVERIFY2(
            problem.isEmpty(), qPrintable(problem + ": " + statusText(state.machine.request())));
    }
    QVERIFY(ends > 0 || isKept); // what is kept ends where a person says so
    qInfo() << seen.size() << "states," << ends << "ends";
}

void TestRequestMachine::refusedDeletionsComeLaterEachTime()
{
    QDateTime now = request().createdAt;
    NodeRequest wanted = request();
    wanted.attempts.push_back({wanted.zones[0], "x", now, {}, {}, {}, {}});
    wanted.attempts[0].isClearing = true;
    RequestMachine machine(wanted, {});
    cloud::Node seen = madeNode(wanted, cloud::NodeState::Ready);
    qint64 waited = 0;
    for (int i = 0; i < 5; ++i) { // to the longest wait
        QVERIFY(machine.next(now).kind == RequestStep::Kind::Look);
        machine.handleNode(0, seen, {}, now);
        QVERIFY(machine.next(now).kind == RequestStep::Kind::Delete);
        machine.handleDeleted(
            0, failure({ErrorKind::PermissionDenied, "You may not.", {}, {}, {}}), now);
        QVERIFY(machine.watch(0).note().startsWith("You may not."));
        const RequestStep next = machine.next(now);
        QVERIFY(next.kind == RequestStep::Kind::Wait);
        const qint64 wait = now.msecsTo(next.at);
        QVERIFY(wait > waited);
        waited = wait;
        now = next.at;
    }
}

/// Nor what comes after a node that stands.
void TestRequestMachine::aClockThatWasSetBackHoldsNothingUp()
{
    const QDateTime fast = request().createdAt.addSecs(50 * 60);
    const QDateTime right = request().createdAt;
    NodeRequest wanted = request();
    wanted.recipes = QStringList{"jax"};
    wanted.attempts.push_back({wanted.zones[0], "x", fast, {}, {}, {}, {}});
    RequestMachine machine(wanted, {});
    cloud::Node seen = madeNode(wanted, cloud::NodeState::Creating);
    machine.handleNode(0, seen, {}, fast);
    QVERIFY(machine.next(fast).kind == RequestStep::Kind::Wait);
    QVERIFY(machine.next(right).kind == RequestStep::Kind::Look);
    seen.state = cloud::NodeState::Ready;
    machine.handleNode(0, seen, {}, right);
    machine.handleGreeting(0, {}, right);
    const RequestStep after = machine.next(right);
    QVERIFY(after.kind == RequestStep::Kind::After);
    machine.handleAfter(after, failure({ErrorKind::Network, "No.", {}, {}, {}}), fast);
    QVERIFY(machine.next(fast.addSecs(1)).kind != RequestStep::Kind::After);
    machine.handleNode(0, seen, {}, right); // it was looked at, too
    QVERIFY(machine.next(right).kind == RequestStep::Kind::After);
}

/// Its permission is one that no list of ours asks for; the node may be READY, and cost, meanwhile.
void TestRequestMachine::whoMayNotSeeTheOperationLooksAtTheNode()
{
    const QDateTime now = request().createdAt;
    NodeRequest wanted = request();
    wanted.attempts.push_back({wanted.zones[0], "x", now, "operations/o", {}, {}, {}});
    RequestMachine machine(wanted, {});
    QVERIFY(machine.next(now).kind == RequestStep::Kind::Follow);
    machine.handleOperation(0, failure({ErrorKind::Network, "No.", {}, {}, {}}), now);
    QVERIFY(machine.next(now).kind == RequestStep::Kind::Wait); // it is asked for again
    machine.handleOperation(0, failure({ErrorKind::PermissionDenied, "No.", {}, {}, {}}), now);
    QVERIFY(machine.next(now).kind == RequestStep::Kind::Look);
    cloud::Node seen = madeNode(wanted, cloud::NodeState::Ready);
    machine.handleNode(0, seen, {}, now);
    QVERIFY(machine.next(now).state == NodeRequest::State::Made);
}

/// Its node may be shown minutes after it was asked for, and would cost from then on.
void TestRequestMachine::givingUpFollowsTheOperationToItsEnd()
{
    QDateTime now = request().createdAt;
    RequestMachine machine = givenUp(now);
    const QString note = followUnseen(machine, cloud::Operation(), now, now.addSecs(600));
    QVERIFY2(note.contains("operation"), qPrintable(note));
    QVERIFY(machine.request().attempts[0].isOpen());
    while (machine.next(now).kind != RequestStep::Kind::Look) {
        machine.handleOperation(0, cloud::Operation(), now);
        now = now.addSecs(5);
    }
    machine.handleNode(0, madeNode(machine.request(), cloud::NodeState::Creating), {}, now);
    QVERIFY(machine.next(now).kind == RequestStep::Kind::Delete);
    machine.handleDeleted(0, cloud::Operation(), now);
    (void)followUnseen(machine, cloud::Operation(), now, now.addSecs(60));
    QVERIFY(machine.next(now).state == NodeRequest::State::Cancelled);
}

void TestRequestMachine::givingUpIsOverWhereTheOperationFailed()
{
    const QDateTime begun = request().createdAt;
    QDateTime now = begun;
    RequestMachine machine = givenUp(now);
    cloud::Operation failed;
    failed.done = true;
    failed.error = Error{ErrorKind::NoCapacity, "No.", "No more capacity.", {}, {}};
    (void)followUnseen(machine, failed, now, now.addSecs(600));
    QVERIFY(machine.next(now).state == NodeRequest::State::Cancelled);
    QVERIFY(begun.secsTo(now) < 30);
}

void TestRequestMachine::givingUpLooksLongWhereTheOperationIsNotTold()
{
    const QDateTime begun = request().createdAt;
    QDateTime now = begun;
    RequestMachine machine = givenUp(now);
    const auto untold = failure({ErrorKind::PermissionDenied, "No.", {}, {}, {}});
    const QString note = followUnseen(machine, untold, now, now.addSecs(50 * 60));
    QVERIFY2(note.contains("tpu.operations.get"), qPrintable(note));
    QVERIFY(machine.request().attempts[0].isOpen());
    (void)followUnseen(machine, untold, now, now.addSecs(20 * 60));
    QVERIFY(machine.next(now).state == NodeRequest::State::Cancelled);
}

/// Both cost, and a firewall may keep ssh from both.
void TestRequestMachine::aSilentRaceKeepsTheFirstThatWasReady()
{
    const QDateTime begun = request().createdAt;
    QDateTime now = begun;
    NodeRequest wanted = request();
    wanted.isRace = true;
    wanted.untilCapacity = true;
    wanted.attempts.push_back({wanted.zones[0], "x", now, {}, {}, {}, {}});
    wanted.attempts.push_back({wanted.zones[1], "y", now, {}, {}, {}, {}});
    RequestMachine machine(wanted, {});
    const auto openAt = [&machine](std::size_t i) {
        const NodeAttempt &attempt = machine.request().attempts[i];
        return attempt.isOpen() && !attempt.isClearing;
    };
    while (begun.secsTo(now) < 20 * 60 && openAt(0) && openAt(1)) {
        const RequestStep next = machine.next(now);
        if (next.kind == RequestStep::Kind::Look) {
            // The first zone is the second to be READY.
            const bool isReady = next.attempt == 1 || begun.secsTo(now) > 60;
            cloud::Node seen =
                madeNode(wanted, isReady ? cloud::NodeState::Ready : cloud::NodeState::Creating);
            seen.ref = wanted.nodeIn(wanted.zones[next.attempt]);
            machine.handleNode(next.attempt, seen, {}, now);
        } else if (next.kind == RequestStep::Kind::Greet) {
            const Error silent{ErrorKind::Timeout, "No answer.", {}, {}, {}};
            machine.handleGreeting(next.attempt, failure(silent), now);
        } else {
            QVERIFY(next.kind == RequestStep::Kind::Wait && next.at > now);
            now = next.at;
        }
    }
    QVERIFY(begun.secsTo(now) >= 15 * 60);
    QVERIFY(openAt(1));
    QVERIFY(!openAt(0));
    const QString why = machine.request().attempts[0].answer;
    QVERIFY2(why.contains("europe-west4-a was READY first"), qPrintable(why));
    QVERIFY(machine.next(now).kind == RequestStep::Kind::Look); // at the one that is given back
    machine.handleNode(0, failure({ErrorKind::NotFound, {}, {}, {}, {}}), {}, now);
    for (int i = 0; i < 20; ++i) { // the other zone is not asked again meanwhile
        now = now.addSecs(5);
        const RequestStep next = machine.next(now);
        if (next.kind == RequestStep::Kind::Look) {
            machine.handleNode(
                next.attempt,
                next.attempt == 0
                    ? Result<cloud::Node>(failure({ErrorKind::NotFound, {}, {}, {}, {}}))
                    : Result<cloud::Node>(madeNode(wanted, cloud::NodeState::Ready)),
                {}, now);
        } else if (next.kind == RequestStep::Kind::Greet) {
            machine.handleGreeting(
                next.attempt, failure({ErrorKind::Timeout, {}, {}, {}, {}}), now);
        }
        QVERIFY(next.kind != RequestStep::Kind::Begin);
        QCOMPARE(machine.request().attempts.size(), std::size_t(2));
    }
}

/// The one before it, whose deletion takes a minute: to ask then is refused as for any other.
void TestRequestMachine::aNameThatIsStillBeingDeletedIsTriedAgain()
{
    for (const bool isSeen : {true, false}) {
        QDateTime now = request().createdAt;
        NodeRequest wanted = request();
        wanted.untilCapacity = true;
        wanted.zones.pop_back();
        RequestMachine machine(wanted, {});
        machine.begin(wanted.zones[0], "x", now);
        machine.handleSent(0, failure({ErrorKind::AlreadyExists, {}, "It exists.", {}, {}}), now);
        cloud::Node before;
        before.ref = wanted.nodeIn(wanted.zones[0]);
        before.state = cloud::NodeState::Deleting;
        const Error none{ErrorKind::NotFound, {}, {}, {}, {}};
        while (machine.request().attempts[0].isOpen()) {
            QVERIFY(machine.next(now).kind == RequestStep::Kind::Look);
            machine.handleNode(0, isSeen ? Result<cloud::Node>(before) : failure(none), {}, now);
            now = now.addSecs(5);
        }
        QVERIFY(machine.request().attempts[0].refusal == Refusal::NameGoing);
        QVERIFY(machine.next(now).kind == RequestStep::Kind::Wait);
        QVERIFY(machine.next(now.addSecs(600)).kind == RequestStep::Kind::Begin);
    }
}

void TestRequestMachine::aReservationThatIsMissingIsNoStockout_data()
{
    QTest::addColumn<bool>("isQueued");
    QTest::newRow("told by the operation") << false;
    QTest::newRow("told by the queued resource") << true;
}

/// Google tells of it when it has begun; "no capacity" would be tried until the deadline.
void TestRequestMachine::aReservationThatIsMissingIsNoStockout()
{
    QFETCH(bool, isQueued);
    QDateTime now = request().createdAt;
    const Error told{ErrorKind::NotFound, "Cannot.", "Reservation not found", {}, {}};
    NodeRequest wanted = request();
    wanted.reservation = "ours";
    wanted.untilCapacity = true;
    wanted.attempts.push_back({wanted.zones[0], "x", now, "operations/o", {}, {}, {}});
    wanted.attempts[0].queuedId = isQueued ? QStringLiteral("new-x") : QString();
    RequestMachine machine(wanted, {});
    cloud::Operation ended;
    ended.done = true;
    ended.error = isQueued ? std::nullopt : std::optional(told);
    machine.handleOperation(0, ended, now);
    cloud::QueuedResource failed;
    failed.state = cloud::QueuedResource::State::Failed;
    failed.error = told;
    failed.nodes.push_back({});
    failed.nodes[0].labels[requestLabel()] = wanted.id;
    for (int look = 0; look < 2 && isQueued; ++look) {
        now = now.addSecs(60);
        machine.handleQueue(0, failed, now);
    }
    if (!isQueued) {
        machine.handleNode(0, failure({ErrorKind::NotFound, {}, {}, {}, {}}), {}, now);
    }
    const NodeAttempt &attempt = machine.request().attempts[0];
    QVERIFY(attempt.refusal == Refusal::SetUp);
    QVERIFY(isQueued ? attempt.isClearing : !attempt.isOpen());
}

QTEST_GUILESS_MAIN(TestRequestMachine)
#include "tst_requestmachine.moc"
