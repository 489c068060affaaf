// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/lifecycle/request/modelcloud.h"

#include <algorithm>
#include <utility>

namespace podium::tests {

using Kind = RequestStep::Kind;
using State = NodeRequest::State;
using cloud::NodeState;

namespace {

Error errorOf(ErrorKind kind, const char *detail = "")
{
    return {kind, {}, QString::fromLatin1(detail), {}, {}};
}

Result<cloud::Operation> operation(bool done, std::optional<Error> error = {})
{
    cloud::Operation made;
    made.name = QStringLiteral("operation");
    made.done = done;
    made.error = std::move(error);
    return made;
}

/// No wait after four tries is longer, and no life that counts as short.
constexpr qint64 Longest = 600;

/// In seconds, as far as it matters to a rule.
qint64 cut(const QDateTime &from, const QDateTime &to)
{
    return from.isValid() ? std::clamp<qint64>(from.secsTo(to), -Longest, Longest) : -9999;
}

bool isThere(ModelCloud::Node node)
{
    return node != ModelCloud::Node::None && node != ModelCloud::Node::Theirs;
}

} // namespace

std::size_t ModelCloud::placeOf(std::size_t attempt) const
{
    const NodeRequest &request = machine.request();
    return request.attempts[attempt].zone == request.zones[0] ? 0 : 1;
}

cloud::Node ModelCloud::nodeAt(std::size_t place) const
{
    static constexpr std::array<NodeState, 6> States{NodeState::Unspecified, NodeState::Creating,
                                                     NodeState::Ready,       NodeState::Preempted,
                                                     NodeState::Deleting,    NodeState::Ready};
    const NodeRequest &request = machine.request();
    cloud::Node node;
    node.ref = request.nodeIn(request.zones[place]);
    node.state = States[std::size_t(places[place].node)];
    node.stateText = cloud::nodeStateName(node.state);
    if (places[place].node != Node::Theirs) {
        node.labels[requestLabel()] = request.id;
    }
    return node;
}

QByteArray ModelCloud::key() const
{
    const NodeRequest &request = machine.request();
    QByteArray key;
    const auto add = [&key](qint64 number) { key += QByteArray::number(number) + ' '; };
    add(int(request.state) * 10 + int(request.wish));
    add(request.wishRevision * 2 + (request.isAsking() ? 1 : 0));
    for (const Place &place : places) {
        add(int(place.node) * 10 + int(place.queue));
    }
    for (const int count :
         {left.losses, left.kills, left.deletions, left.strangers, left.cancels, left.errors}) {
        add(count);
    }
    for (std::size_t i = 0; i < request.attempts.size(); ++i) {
        const NodeAttempt &attempt = request.attempts[i];
        key += attempt.zone.text().toLatin1();
        add(attempt.isOpen() + attempt.isClearing * 2 + attempt.isDoubtful * 4);
        add(attempt.isDoubtful ? cut(attempt.sentAt, now) : 0);
        add(attempt.operation.isEmpty() ? 0 : 1);
        add(attempt.refusal ? int(*attempt.refusal) : -1);
        add(cut(attempt.endedAt, now));
        add(cut(attempt.standsSince, attempt.endedAt.isValid() ? attempt.endedAt : now));
        for (const AfterStep &step : attempt.after) {
            add(step.isDone ? 9 : step.failures);
        }
        if (attempt.isOpen()) {
            key += machine.watch(i).text().toLatin1();
            add(cut(now, machine.watch(i).due()));
            add(attempt.isClearing ? 0 : std::min<qint64>(cut(attempt.readySince, now), 200));
        }
    }
    return key;
}

QString ModelCloud::problem() const
{
    const NodeRequest &request = machine.request();
    int ready = 0;
    int begun = 0;
    for (const Place &place : places) {
        ready += place.node == Node::Ready ? 1 : 0;
        begun += place.node == Node::Ready || place.node == Node::Making ? 1 : 0;
    }
    if (!request.isRace && begun > 1) {
        return QStringLiteral("two nodes are there, or being made");
    }
    const NodeAttempt *standing = request.standing();
    const bool hasOther = std::any_of(
        request.attempts.begin(), request.attempts.end(), [standing](const NodeAttempt &attempt) {
            return attempt.isOpen() && !attempt.isClearing && &attempt != standing;
        });
    if (standing != nullptr && hasOther) {
        return QStringLiteral("one stands, and another is still asked for");
    }
    if (!isOver()) {
        return {};
    }
    int nodes = 0;
    int queues = 0;
    for (const Place &place : places) {
        nodes += isThere(place.node) ? 1 : 0;
        queues += place.queue != Queue::None ? 1 : 0;
    }
    if (request.state == State::Made) {
        return nodes <= 1 && queues <= 1 && ready <= 1
                   ? QString()
                   : QStringLiteral("more than its node is left");
    }
    if (request.state == State::GivenUp && request.reason.isEmpty()) {
        return QStringLiteral("it was given up without a reason");
    }
    return nodes + queues == 0 ? QString() : QStringLiteral("it ended and left something behind");
}

std::vector<ModelCloud> ModelCloud::successors(QString &problem) const
{
    Successors to;
    addWorld(to);
    const RequestStep step = machine.next(now);
    ModelCloud next = *this;
    switch (step.kind) {
    case Kind::Begin:
        next.machine.begin(
            *step.zone, QStringLiteral("id-%1").arg(machine.request().attempts.size()), now);
        to.push_back(std::move(next));
        break;
    case Kind::Send:
        addSent(step, to);
        break;
    case Kind::Follow:
        addFollowed(step, to);
        break;
    case Kind::LookQueue:
        addQueueLooked(step, to);
        break;
    case Kind::Look:
        addLooked(step, to);
        break;
    case Kind::Delete:
        addDeleted(step, to, problem);
        break;
    case Kind::Greet:
    case Kind::After:
        addReached(step, to);
        break;
    case Kind::Wait:
        if (step.at.isValid()) {
            next.now = std::max(now, step.at);
            to.push_back(std::move(next));
        } else if (!machine.request().isAsking()) {
            problem = QStringLiteral("it waits for nothing");
        }
        break;
    case Kind::End:
        next.machine.end(step, now);
        to.push_back(std::move(next));
        break;
    }
    return to;
}

/// What happens without the machine.
void ModelCloud::addWorld(Successors &to) const
{
    const RequestStep step = machine.next(now);
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto change = [&](int ModelFaults::*budget, Node node, Queue queue) {
            ModelCloud next = *this;
            next.places[i] = {node, queue};
            if (budget != nullptr) {
                --(next.left.*budget);
            }
            to.push_back(std::move(next));
        };
        const Place &place = places[i];
        if (place.node == Node::Ready && left.losses > 0) {
            change(
                &ModelFaults::losses, Node::Lost,
                place.queue == Queue::Active ? Queue::Suspended : place.queue);
        }
        if (place.node == Node::Ready && left.deletions > 0) {
            change(&ModelFaults::deletions, Node::None, Queue::None);
        }
        // The API has no deletion of one node and no other, so what was looked at just now counts.
        const bool isAimedAt = step.kind == Kind::Delete && placeOf(step.attempt) == i;
        if (place.node == Node::None && place.queue == Queue::None && left.strangers > 0 &&
            !isAimedAt) {
            change(&ModelFaults::strangers, Node::Theirs, Queue::None);
        }
    }
    if (left.kills > 0) {
        ModelCloud next = *this;
        --next.left.kills;
        next.machine = RequestMachine(machine.request(), Pace);
        to.push_back(std::move(next));
    }
    if (left.cancels > 0) {
        ModelCloud next = *this;
        --next.left.cancels;
        NodeRequest wish = machine.request();
        wish.wish = NodeRequest::Wish::Cancel;
        ++wish.wishRevision;
        next.machine.setWish(wish);
        to.push_back(std::move(next));
    }
}

void ModelCloud::addSent(const RequestStep &step, Successors &to) const
{
    const std::size_t i = placeOf(step.attempt);
    const bool isQueued = machine.request().isQueued();
    const auto add = [&](const Result<cloud::Operation> &answer, bool isHeard, bool isKilled) {
        ModelCloud next = *this;
        if (isHeard) {
            next.places[i].node = isQueued ? places[i].node : Node::Making;
            next.places[i].queue = isQueued ? Queue::Waiting : Queue::None;
        }
        if (isKilled) {
            --next.left.kills;
            next.machine = RequestMachine(machine.request(), Pace);
        } else {
            next.machine.handleSent(step.attempt, answer, now);
        }
        to.push_back(std::move(next));
    };
    if (!isQueued && places[i].node != Node::None) {
        add(failure(errorOf(ErrorKind::AlreadyExists)), false, false);
        return;
    }
    add(operation(false), true, false);
    add(failure(errorOf(ErrorKind::NoCapacity)), false, false);
    if (left.errors > 0) {
        for (const bool isHeard : {false, true}) {
            add(failure(errorOf(ErrorKind::Network)), isHeard, false);
            --to.back().left.errors;
        }
    }
    if (left.kills > 0) {
        add({}, true, true);
    }
}

void ModelCloud::addFollowed(const RequestStep &step, Successors &to) const
{
    const std::size_t i = placeOf(step.attempt);
    const bool isQueued = machine.request().isQueued();
    const auto add = [&](const Result<cloud::Operation> &answer, Node node) {
        ModelCloud next = *this;
        next.places[i].node = node;
        next.machine.handleOperation(step.attempt, answer, now);
        to.push_back(std::move(next));
    };
    if (isQueued) {
        add(operation(true), places[i].node);
        return;
    }
    add(operation(false), places[i].node);
    if (places[i].node == Node::Making) {
        add(operation(true), Node::Ready);
        add(operation(true, errorOf(ErrorKind::NoCapacity)), Node::None);
    } else {
        add(operation(true), places[i].node);
    }
    if (left.errors > 0) {
        add(failure(errorOf(ErrorKind::Unavailable)), places[i].node);
        --to.back().left.errors;
    }
}

void ModelCloud::addLooked(const RequestStep &step, Successors &to) const
{
    const std::size_t i = placeOf(step.attempt);
    const auto add = [&](Node node, bool isSilent) {
        ModelCloud next = *this;
        next.places[i].node = node;
        const bool isMissing = node == Node::None;
        const auto seen = isSilent ? Result<cloud::Node>(failure(errorOf(ErrorKind::Unavailable)))
                          : isMissing ? Result<cloud::Node>(failure(errorOf(ErrorKind::NotFound)))
                                      : Result<cloud::Node>(next.nodeAt(i));
        next.machine.handleNode(step.attempt, seen, {}, now);
        to.push_back(std::move(next));
    };
    const Node node = places[i].node;
    add(node, false);
    if (node == Node::Making) {
        add(Node::Ready, false);
    } else if (node == Node::Deleting) {
        add(Node::None, false);
    }
    if (left.errors > 0) {
        add(node, true);
        --to.back().left.errors;
    }
}

void ModelCloud::addQueueLooked(const RequestStep &step, Successors &to) const
{
    using enum cloud::QueuedResource::State;
    static constexpr std::array States{Unrecognised, Waiting, Active, Suspended, Failed};
    const std::size_t i = placeOf(step.attempt);
    const NodeRequest &request = machine.request();
    const auto add = [&](Queue queue, Node node) {
        ModelCloud next = *this;
        next.places[i] = {node, queue};
        cloud::QueuedResource seen;
        seen.state = States[std::size_t(queue)];
        seen.nodes.push_back({request.spec.name, 1, {}, {{requestLabel(), request.id}}});
        if (queue == Queue::Failed) {
            seen.error = errorOf(ErrorKind::NoCapacity);
        }
        next.machine.handleQueue(
            step.attempt,
            queue == Queue::None
                ? Result<cloud::QueuedResource>(failure(errorOf(ErrorKind::NotFound)))
                : Result<cloud::QueuedResource>(seen),
            now);
        to.push_back(std::move(next));
    };
    add(places[i].queue, places[i].node);
    if (places[i].queue == Queue::Waiting) {
        if (places[i].node == Node::None) {
            add(Queue::Active, Node::Ready);
        }
        add(Queue::Failed, places[i].node);
    }
}

void ModelCloud::addDeleted(const RequestStep &step, Successors &to, QString &problem) const
{
    const std::size_t i = placeOf(step.attempt);
    const bool isQueue =
        machine.watch(step.attempt).isAboutQueue(machine.request().attempts[step.attempt]);
    const auto add = [&](bool isHeard) {
        ModelCloud next = *this;
        next.places[i].queue = isHeard && isQueue ? Queue::None : places[i].queue;
        if (isHeard && isThere(places[i].node)) {
            next.places[i].node = isQueue ? Node::None : Node::Deleting;
        }
        const auto loss = std::optional(errorOf(ErrorKind::Network));
        next.machine.handleDeleted(
            step.attempt, operation(true, isHeard ? std::nullopt : loss), now);
        to.push_back(std::move(next));
    };
    if (!isQueue && places[i].node == Node::Theirs) {
        problem = QStringLiteral("a node of somebody else is deleted");
        return;
    }
    add(true);
    if (left.errors > 0) {
        add(false);
        --to.back().left.errors;
    }
}

void ModelCloud::addReached(const RequestStep &step, Successors &to) const
{
    for (const bool isDone : {true, false}) {
        ModelCloud next = *this;
        const Result<> answer =
            isDone ? Result<>() : Result<>(failure(errorOf(ErrorKind::Network)));
        if (step.kind == Kind::Greet) {
            next.machine.handleGreeting(step.attempt, answer, now);
        } else {
            next.machine.handleAfter(step, answer, now);
        }
        to.push_back(std::move(next));
    }
}

} // namespace podium::tests
