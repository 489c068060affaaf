// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/request/requestmachine.h"

#include "core/lifecycle/request/requestplan.h"

#include <algorithm>
#include <utility>

namespace podium::lifecycle {

using Kind = RequestStep::Kind;
using State = NodeRequest::State;
using Wish = NodeRequest::Wish;

namespace {

constexpr std::size_t MostAttempts = 40;
constexpr int QueueMark = 8; ///< how much of the request id its queued resource's name has

/// What should be waited for longer than anything is was put off before the clock was set back.
bool isDue(const QDateTime &at, const QDateTime &now, std::chrono::milliseconds longestWait)
{
    return !at.isValid() || at <= now || now.msecsTo(at) > longestWait.count();
}

void lower(QDateTime &due, const QDateTime &at)
{
    due = !due.isValid() || (at.isValid() && at < due) ? at : due;
}

RequestStep waitUntil(const QDateTime &at)
{
    return {Kind::Wait, 0, 0, {}, at};
}

RequestStep endWith(State state, const QString &reason)
{
    return {Kind::End, 0, 0, {}, {}, state, reason};
}

} // namespace

RequestMachine::RequestMachine(NodeRequest request, RequestPace pace)
    : m_request(std::move(request))
    , m_pace(pace)
{
    for (const NodeAttempt &attempt : m_request.attempts) {
        m_watches.emplace_back(attempt);
    }
    if (m_request.wish == Wish::Cancel) {
        NodeRequest stored = m_request;
        ++stored.wishRevision;
        setWish(stored);
    }
}

RequestStep RequestMachine::next(const QDateTime &now) const
{
    if (m_request.state != State::Active) {
        return endWith(m_request.state, m_request.reason);
    }
    QDateTime due; // the earliest of what is to come
    for (std::size_t i = 0; i < m_watches.size(); ++i) {
        const NodeAttempt &attempt = m_request.attempts[i];
        if (!attempt.isOpen() || isHeld(attempt)) {
            continue;
        }
        if (isDue(m_watches[i].due(), now, AttemptWatch::longestWait(m_pace))) {
            return {m_watches[i].next(), i};
        }
        lower(due, m_watches[i].due());
    }
    if (const auto step = afterStep(now, due)) {
        return *step;
    }
    const NodeAttempt *standing = m_request.standing();
    return standing != nullptr ? whenStanding(*standing, due) : whenIdle(now, due);
}

/// A node that stands is let be where nobody wants it kept now.
bool RequestMachine::isHeld(const NodeAttempt &attempt) const
{
    return attempt.stands() && (m_request.wish != Wish::Go || m_request.isAsking());
}

std::optional<RequestStep> RequestMachine::afterStep(const QDateTime &now, QDateTime &due) const
{
    for (std::size_t i = 0; i < m_watches.size(); ++i) {
        const NodeAttempt &attempt = m_request.attempts[i];
        const AfterStep *step =
            attempt.stands() && !isHeld(attempt) ? attempt.pendingStep() : nullptr;
        if (step == nullptr || step->isGivenUp()) {
            continue;
        }
        if (isDue(m_afterDue, now, m_pace.afterRetry * (1 << AfterStep::MostFailures))) {
            return RequestStep{Kind::After, i, std::size_t(step - attempt.after.data())};
        }
        lower(due, m_afterDue);
    }
    return {};
}

RequestStep RequestMachine::whenStanding(const NodeAttempt &standing, const QDateTime &due) const
{
    const AfterStep *pending = standing.pendingStep();
    const bool isReady = pending == nullptr || pending->isGivenUp();
    const bool isOver = m_request.wish == Wish::Cancel ||
                        (m_request.wish == Wish::Go && !m_request.isKept && isReady);
    if (m_request.openCount() > 1 || !isOver) {
        return waitUntil(due);
    }
    if (m_request.wish == Wish::Cancel) {
        return endWith(State::Made, {}); // who gives it up does not want the rest
    }
    return endWith(
        State::Made,
        pending == nullptr
            ? standing.answer
            : QStringLiteral("%1 was not done. %2").arg(pending->text(), pending->error));
}

RequestStep RequestMachine::whenIdle(const QDateTime &now, QDateTime due) const
{
    const int open = m_request.openCount();
    if (m_request.wish == Wish::Cancel && open == 0) {
        return endWith(State::Cancelled, {});
    }
    const bool isWanted = m_request.wish == Wish::Go && !m_request.isAsking();
    const bool isSettled = m_request.isRace && settledAt(m_request, m_pace.silence, now);
    if (!isWanted || isSettled || (m_request.isUnderWay() && !m_request.isRace)) {
        return waitUntil(due);
    }
    const NextTry next = nextTry(m_request, now);
    switch (next.kind) {
    case NextTry::Kind::Send:
        return {Kind::Begin, 0, 0, next.zone};
    case NextTry::Kind::GiveUp:
        return open == 0 ? endWith(State::GivenUp, next.reason) : waitUntil(due);
    case NextTry::Kind::Wait:
        break;
    }
    lower(due, next.at);
    return waitUntil(due);
}

void RequestMachine::setWish(const NodeRequest &stored)
{
    if (stored.wishRevision <= m_request.wishRevision) {
        return;
    }
    m_request.wish = stored.wish;
    m_request.wishRevision = stored.wishRevision;
    m_request.zones = stored.zones;
    m_request.confirmedDollarsPerDay = stored.confirmedDollarsPerDay;
    m_afterDue = {};
    for (std::size_t i = 0; i < m_watches.size(); ++i) {
        NodeAttempt &attempt = m_request.attempts[i];
        if (m_request.wish == Wish::Cancel && attempt.isOpen() && !attempt.stands()) {
            setClearing(i, Refusal::Dropped, QStringLiteral("The request was cancelled."));
        }
        for (AfterStep &step : attempt.after) {
            step.failures = 0;
        }
    }
}

void RequestMachine::begin(const Zone &zone, const QString &requestId, const QDateTime &now)
{
    for (NodeAttempt &before : m_request.attempts) {
        if (before.zone == zone && mayBeReplaced(m_request, before)) {
            before.isDoubtful = before.isClearing = false; // the new one sees what comes of it
            before.endedAt = now;
        }
    }
    NodeAttempt attempt{zone, requestId, now, {}, {}, {}, {}};
    if (m_request.isQueued()) {
        // A name of its own: one that was left behind can never be in the way.
        attempt.queuedId =
            m_request.spec.name.left(40) + QLatin1Char('-') + requestId.left(QueueMark);
    }
    m_request.attempts.push_back(std::move(attempt));
    m_watches.emplace_back();
    m_request.question.clear();
    trim();
}

void RequestMachine::end(const RequestStep &step, const QDateTime &now)
{
    for (NodeAttempt &attempt : m_request.attempts) {
        if (attempt.stands()) {
            attempt.endedAt = now;
        }
    }
    m_request.state = step.state;
    m_request.reason = step.reason;
}

AttemptWatch::Context RequestMachine::context(std::size_t attempt, const QDateTime &now) const
{
    return {m_request, m_request.attempts[attempt], m_pace, now};
}

void RequestMachine::apply(std::size_t attempt, const AttemptOutcome &outcome, const QDateTime &now)
{
    NodeAttempt &changed = m_request.attempts[attempt];
    if (!outcome.question.isEmpty()) {
        m_request.question = QStringLiteral("%1 %2. Go on to make it again, or give it up.")
                                 .arg(m_request.nodeIn(changed.zone).text(), outcome.question);
        m_request.questionRevision = m_request.wishRevision;
    }
    switch (outcome.kind) {
    case AttemptOutcome::Kind::UnderWay:
        break;
    case AttemptOutcome::Kind::Stands:
        stand(attempt, now);
        break;
    case AttemptOutcome::Kind::ToClear:
        setClearing(attempt, outcome.refusal.value_or(Refusal::Other), outcome.answer);
        break;
    case AttemptOutcome::Kind::Doubtful:
        changed.isDoubtful = true;
        setClearing(attempt, outcome.refusal.value_or(Refusal::Passing), outcome.answer);
        break;
    case AttemptOutcome::Kind::Ended:
        changed.endedAt = now;
        changed.isDoubtful = false;
        // Why it was cleared counts, but for what could not be.
        if (!std::exchange(changed.isClearing, false) || outcome.refusal == Refusal::SetUp) {
            changed.refusal = outcome.refusal;
            changed.answer = outcome.answer;
        }
        trim();
        break;
    }
}

void RequestMachine::setClearing(std::size_t attempt, Refusal refusal, const QString &answer)
{
    NodeAttempt &cleared = m_request.attempts[attempt];
    if (!std::exchange(cleared.isClearing, true)) {
        cleared.refusal = refusal;
        cleared.answer = answer;
        m_watches[attempt].beginClearing(cleared);
    }
}

/// What a doubtful try asked for is there. It goes on as if it had been seen before, unless another
/// stands, or nobody wants one: then it is given back.
void RequestMachine::takeUp(std::size_t attempt)
{
    NodeAttempt &found = m_request.attempts[attempt];
    if (!std::exchange(found.isDoubtful, false)) {
        return;
    }
    const bool isWanted =
        m_request.wish != Wish::Cancel && !m_request.isAsking() && m_request.standing() == nullptr;
    found.isClearing = !isWanted;
    found.refusal = isWanted ? std::nullopt : std::optional(Refusal::Dropped);
    found.answer =
        isWanted ? QString() : QStringLiteral("It came late, and was not needed any more.");
}

/// What no rule needs any more is dropped, the oldest first.
void RequestMachine::trim()
{
    for (std::size_t i = 0; m_watches.size() > MostAttempts && i + 1 < m_watches.size();) {
        const NodeAttempt &old = m_request.attempts[i];
        if (old.isOpen() || old.standsSince.isValid() ||
            (old.refusal && closesZone(*old.refusal))) {
            ++i;
            continue;
        }
        m_request.attempts.erase(m_request.attempts.begin() + std::ptrdiff_t(i));
        m_watches.erase(m_watches.begin() + std::ptrdiff_t(i));
        ++m_request.droppedAttempts;
    }
}

void RequestMachine::handleSent(
    std::size_t attempt, const Result<cloud::Operation> &operation, const QDateTime &now)
{
    if (operation) {
        m_request.attempts[attempt].operation = operation->name;
    }
    apply(attempt, m_watches[attempt].handleSent(context(attempt, now), operation), now);
}

void RequestMachine::handleOperation(
    std::size_t attempt, const Result<cloud::Operation> &operation, const QDateTime &now)
{
    m_watches[attempt].handleOperation(context(attempt, now), operation);
}

void RequestMachine::handleQueue(
    std::size_t attempt, const Result<cloud::QueuedResource> &resource, const QDateTime &now)
{
    if (resource && isOurs(m_request, *resource)) {
        takeUp(attempt);
    }
    apply(attempt, m_watches[attempt].handleQueue(context(attempt, now), resource), now);
}

void RequestMachine::handleNode(
    std::size_t attempt, const Result<cloud::Node> &node, const QByteArray &remade,
    const QDateTime &now)
{
    const Sighting sighting = sightingOf(m_request, node);
    const bool tells = sighting == Sighting::Stands || sighting == Sighting::Leftover;
    if (m_request.isKept && tells && !remade.isEmpty()) {
        m_request.lastNode = remade;
    }
    if (tells || sighting == Sighting::OnTheWay) {
        takeUp(attempt);
    }
    NodeAttempt &seen = m_request.attempts[attempt];
    if (sighting == Sighting::Stands && mustAnswerSsh(m_request)) {
        seen.readySince = seen.readySince.isValid() ? seen.readySince : now;
    } else if (sighting != Sighting::Stands && sighting != Sighting::Unknown) {
        seen.readySince = {};
    }
    apply(attempt, m_watches[attempt].handleNode(context(attempt, now), node), now);
}

void RequestMachine::handleGreeting(
    std::size_t attempt, const Result<> &greeted, const QDateTime &now)
{
    apply(attempt, m_watches[attempt].handleGreeting(context(attempt, now), greeted), now);
    settle(now);
}

void RequestMachine::settle(const QDateTime &now)
{
    const auto first = settledAt(m_request, m_pace.silence, now);
    if (!first || m_request.standing() != nullptr) {
        return;
    }
    const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(m_pace.silence).count();
    NodeAttempt &kept = m_request.attempts[*first];
    clearOthers(
        *first, QStringLiteral("%1 was READY first, and ssh has answered on no node of the "
                               "request for %2 minutes.")
                    .arg(kept.zone.text())
                    .arg(minutes));
    if (settledAt(m_request, m_pace.silence * 2, now)) {
        kept.answer = QStringLiteral("It is READY, but ssh has not answered for %1 minutes.")
                          .arg(minutes * 2);
        stand(*first, now);
    }
}

void RequestMachine::handleDeleted(
    std::size_t attempt, const Result<cloud::Operation> &operation, const QDateTime &now)
{
    m_watches[attempt].handleDeleted(context(attempt, now), operation);
}

void RequestMachine::stand(std::size_t attempt, const QDateTime &now)
{
    NodeAttempt &standing = m_request.attempts[attempt];
    standing.standsSince = now;
    m_watches[attempt].beginStanding(context(attempt, now));
    m_afterDue = {};
    if (m_request.isKept || !m_request.recipes.isEmpty()) {
        standing.after.push_back({AfterStep::Kind::People, {}, false, 0, {}});
        for (const QString &recipe : m_request.recipes) {
            standing.after.push_back({AfterStep::Kind::Recipe, recipe, false, 0, {}});
        }
    }
    clearOthers(attempt, QStringLiteral("%1 was first.").arg(standing.zone.text()));
}

void RequestMachine::clearOthers(std::size_t attempt, const QString &why)
{
    for (std::size_t i = 0; i < m_watches.size(); ++i) {
        if (i != attempt && m_request.attempts[i].isOpen()) {
            setClearing(i, Refusal::Dropped, why);
        }
    }
}

void RequestMachine::handleAfter(
    const RequestStep &step, const Result<> &done, const QDateTime &now)
{
    AfterStep &tried = m_request.attempts[step.attempt].after[step.part];
    tried.isDone = bool(done);
    tried.error = done ? QString() : done.error().text();
    tried.failures = done ? 0 : tried.failures + 1;
    if (done) {
        m_request.attempts[step.attempt].answer.clear(); // ssh has answered
    }
    m_afterDue =
        done ? QDateTime() : now.addMSecs(m_pace.afterRetry.count() * (1 << tried.failures));
}

} // namespace podium::lifecycle
