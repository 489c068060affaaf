// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/request/attemptwatch.h"

#include "core/lifecycle/action/actionjudgement.h"
#include "core/lifecycle/request/attemptrefusal.h"
#include "core/lifecycle/request/requestplan.h"

#include <algorithm>

namespace podium::lifecycle {

using StepKind = RequestStep::Kind;
using Outcome = AttemptOutcome::Kind;
using QueueState = cloud::QueuedResource::State;

namespace {

/// Preempted nodes may show another state for a while, so one look proves nothing.
constexpr int LooksBeforeLost = 2;
/// The wait between deletions that are refused is doubled so often: nearly three minutes.
constexpr int MostDoublings = 5;

QDateTime later(const QDateTime &now, std::chrono::milliseconds wait)
{
    return now.addMSecs(wait.count());
}

bool isOverdue(const AttemptWatch::Context &context)
{
    return context.request.deadline.isValid() && context.now >= context.request.deadline &&
           !hasStood(context.request);
}

} // namespace

AttemptWatch::AttemptWatch(const NodeAttempt &attempt)
{
    m_wasSeen = attempt.standsSince.isValid();
    look(attempt, {});
    if (!attempt.operation.isEmpty() && !attempt.standsSince.isValid() && !attempt.isClearing) {
        m_next = StepKind::Follow;
    }
}

std::chrono::milliseconds AttemptWatch::longestWait(const RequestPace &pace)
{
    return std::max({pace.look * (1 << MostDoublings), pace.queueLook, pace.watch});
}

bool AttemptWatch::isAboutQueue(const NodeAttempt &attempt) const
{
    return !attempt.queuedId.isEmpty() && !m_isQueueGone;
}

QString AttemptWatch::text() const
{
    return QStringLiteral(
               "next %1, missed %2, lost %3, seen %4, queue gone %5, refused %6, over %7, error %8")
        .arg(int(m_next))
        .arg(m_misses)
        .arg(m_losses)
        .arg(m_wasSeen)
        .arg(m_isQueueGone)
        .arg(m_refusals)
        .arg(m_isOver)
        .arg(m_error ? errorKindName(m_error->kind) : QStringLiteral("none"));
}

void AttemptWatch::look(const NodeAttempt &attempt, const QDateTime &at)
{
    m_next = isAboutQueue(attempt) ? StepKind::LookQueue : StepKind::Look;
    m_due = at;
}

void AttemptWatch::lookLater(const Context &context)
{
    look(context.attempt, later(context.now, context.pace.look));
}

void AttemptWatch::beginClearing(const NodeAttempt &attempt)
{
    m_misses = 0;
    m_refusals = 0;
    m_wasSeen = m_wasSeen && !attempt.isDoubtful; // it may come back
    look(attempt, {});
}

void AttemptWatch::beginStanding(const Context &context)
{
    m_next = StepKind::Look;
    m_due = later(context.now, context.pace.watch);
}

AttemptOutcome
AttemptWatch::handleSent(const Context &context, const Result<cloud::Operation> &operation)
{
    if (!operation && !isOpenAfter(operation.error().kind)) {
        return {
            Outcome::Ended, refusalFor(context.request, operation.error()),
            operation.error().detail};
    }
    m_error = operation ? operation->error : std::optional(operation.error());
    m_isOver = operation && operation->done;
    look(context.attempt, {});
    if (operation && !operation->done && !context.attempt.isClearing) {
        m_next = StepKind::Follow;
    }
    return {};
}

void AttemptWatch::handleOperation(
    const Context &context, const Result<cloud::Operation> &operation)
{
    const bool isOver = operation ? operation->done : tellsNoMore(operation.error().kind);
    m_isUntold = !operation && operation.error().kind == ErrorKind::PermissionDenied;
    if (isOver) {
        m_isOver = !m_isUntold;
        m_misses = 0;
        m_error = operation ? operation->error : std::nullopt;
        look(context.attempt, {});
    } else if (context.attempt.isClearing) {
        look(context.attempt, {});
    } else {
        m_due = later(context.now, context.pace.look);
    }
}

AttemptOutcome
AttemptWatch::handleQueue(const Context &context, const Result<cloud::QueuedResource> &resource)
{
    if (!resource) {
        if (resource.error().kind == ErrorKind::NotFound) {
            return handleQueueMissing(context);
        }
        m_note = resource.error().text();
        lookLater(context);
        return {};
    }
    if (!isOurs(context.request, *resource)) {
        return {
            Outcome::Ended, Refusal::NameTaken,
            QStringLiteral("There is another queued resource of this name.")};
    }
    m_wasSeen = true;
    m_misses = 0;
    m_note = resource->stateText;
    return handleOwnQueue(context, *resource);
}

AttemptOutcome
AttemptWatch::handleOwnQueue(const Context &context, const cloud::QueuedResource &resource)
{
    const NodeAttempt &attempt = context.attempt;
    switch (resource.state) {
    case QueueState::Ending:
        m_refusals = 0;
        [[fallthrough]];
    case QueueState::Unrecognised:
        lookLater(context);
        return {};
    default:
        break;
    }
    if (resource.state == QueueState::Active || attempt.isClearing) {
        // Its node may be locked.
        m_next = resource.state == QueueState::Active ? StepKind::Look : StepKind::Delete;
        m_due = {};
        return {};
    }
    if (resource.state == QueueState::Waiting) {
        if (isOverdue(context)) {
            return {
                Outcome::ToClear, Refusal::Stockout,
                QStringLiteral("It was not granted before its deadline.")};
        }
        look(attempt, later(context.now, context.pace.queueLook));
        return {};
    }
    if (attempt.standsSince.isValid() && resource.isByPerson) {
        return {
            Outcome::ToClear, Refusal::Deleted, QStringLiteral("Somebody has ended it."),
            QStringLiteral("was ended by somebody, not by Google")};
    }
    return lost(
        context, refusalOfQueue(context.request, resource),
        resource.error ? resource.error->detail
                       : QStringLiteral("Its queued resource was %1.").arg(resource.stateText));
}

/// Nothing is there of what is to be cleared, but it may be shown later than looks are worth: only
/// the end of its operation says that nothing will be.
bool AttemptWatch::isFollowedToItsEnd(const Context &context)
{
    const NodeAttempt &attempt = context.attempt;
    if (!attempt.isClearing || m_wasSeen || m_isQueueGone || m_isOver ||
        attempt.operation.isEmpty()) {
        return false;
    }
    if (m_isUntold) {
        m_note = QStringLiteral("You may not see how far its operation is (tpu.operations.get), so "
                                "it is looked for during an hour.");
        return false;
    }
    m_note = QStringLiteral("It is not there, but its operation may still make it.");
    m_next = StepKind::Follow;
    m_due = later(context.now, context.pace.look);
    return true;
}

bool AttemptWatch::hasMissedEnough(const Context &context) const
{
    const NodeAttempt &attempt = context.attempt;
    const RequestPace &pace = context.pace;
    return m_misses >= (attempt.isClearing && m_isUntold  ? pace.missesUntold
                        : attempt.isDoubtful && !m_isOver ? pace.missesUnheard
                                                          : pace.missesAfterLoss);
}

AttemptOutcome AttemptWatch::handleQueueMissing(const Context &context)
{
    const NodeAttempt &attempt = context.attempt;
    if (isFollowedToItsEnd(context)) {
        return {};
    }
    ++m_misses;
    const bool isSure = hasMissedEnough(context);
    if (attempt.isClearing && (m_wasSeen || isSure)) {
        m_isQueueGone = true;
        m_misses = 0;
        look(attempt, {}); // at the node now
        return {};
    }
    if (attempt.stands() && m_misses >= LooksBeforeLost) {
        return {
            Outcome::Ended, Refusal::Deleted, QStringLiteral("Its queued resource is gone."),
            QStringLiteral("was deleted, and not by Podium")};
    }
    if (isSure || (m_error && !attempt.operation.isEmpty())) {
        return missing(context);
    }
    lookLater(context);
    return {};
}

AttemptOutcome AttemptWatch::handleNode(const Context &context, const Result<cloud::Node> &node)
{
    const NodeAttempt &attempt = context.attempt;
    const Sighting sighting = sightingOf(context.request, node);
    switch (sighting) {
    case Sighting::Missing:
        return handleMissing(context);
    case Sighting::Unknown:
        m_note = node.error().text();
        m_next = StepKind::Look;
        m_due = later(context.now, context.pace.look);
        return {};
    case Sighting::Theirs:
        m_misses = 0;
        return {
            isAboutQueue(attempt) && !attempt.isClearing ? Outcome::ToClear : Outcome::Ended,
            refusalByName(attempt, *node),
            QStringLiteral("There is another node of this name, which this request did not make."),
            attempt.stands() ? QStringLiteral("is another node now, which Podium did not make")
                             : QString()};
    default:
        break;
    }
    m_misses = 0;
    m_wasSeen = true;
    m_note.clear();
    return handleOwnNode(
        context, *node, sighting == Sighting::Leftover, sighting == Sighting::Stands);
}

AttemptOutcome AttemptWatch::handleOwnNode(
    const Context &context, const cloud::Node &node, bool isLeftover, bool isReady)
{
    const NodeAttempt &attempt = context.attempt;
    if ((attempt.isClearing || isLeftover) && isLocked(node)) {
        return {
            Outcome::Ended, Refusal::SetUp,
            QStringLiteral("%1 is locked by the label %2, so it stays.")
                .arg(node.ref.text(), lockLabel())};
    }
    m_losses = isLeftover ? m_losses : 0;
    m_next = StepKind::Look;
    if (attempt.isClearing) {
        const bool isGoing = node.state == cloud::NodeState::Deleting;
        m_refusals = isGoing ? 0 : m_refusals;
        m_next = isGoing ? StepKind::Look : StepKind::Delete;
        m_due = isGoing ? later(context.now, context.pace.look) : QDateTime();
        return {};
    }
    if (isLeftover) {
        return lost(context, Refusal::Preempted, QStringLiteral("It was %1.").arg(node.stateText));
    }
    if (!isReady) {
        m_note = node.stateText;
        m_due = later(context.now, context.pace.look);
    } else if (attempt.standsSince.isValid()) {
        m_due = later(context.now, context.pace.watch);
    } else if (mustAnswerSsh(context.request)) {
        m_next = StepKind::Greet;
        m_due = {};
    } else {
        return {Outcome::Stands};
    }
    return {};
}

AttemptOutcome AttemptWatch::handleMissing(const Context &context)
{
    const NodeAttempt &attempt = context.attempt;
    if (isAboutQueue(attempt)) {
        lookLater(context);
        if (attempt.isClearing) {
            m_next = StepKind::Delete;
            m_due = {};
        }
        return {};
    }
    if (isFollowedToItsEnd(context)) {
        return {};
    }
    ++m_misses;
    const bool isDeleted = attempt.isClearing && (m_wasSeen || m_isQueueGone);
    // An operation that failed left nothing; else the request may still be on its way.
    const bool hasFailed = m_error && !attempt.operation.isEmpty();
    if (attempt.stands()) {
        if (m_misses >= LooksBeforeLost) {
            return {
                Outcome::Ended, Refusal::Deleted, QStringLiteral("The node is gone."),
                QStringLiteral("was deleted, and not by Podium")};
        }
    } else if (isDeleted || hasFailed || hasMissedEnough(context)) {
        return missing(context);
    }
    lookLater(context);
    return {};
}

AttemptOutcome AttemptWatch::missing(const Context &context) const
{
    if (m_error && m_error->kind == ErrorKind::AlreadyExists) { // what had the name is gone by now
        return {Outcome::Ended, Refusal::NameGoing, m_error->detail};
    }
    // What nobody has told the end of may be shown later than looks are worth.
    const bool isTold = m_isOver || (m_error && !context.attempt.operation.isEmpty());
    return {
        isTold || context.attempt.isClearing ? Outcome::Ended : Outcome::Doubtful,
        m_error ? refusalFor(context.request, *m_error) : Refusal::Passing,
        m_error ? m_error->detail : QStringLiteral("The node is not there.")};
}

AttemptOutcome AttemptWatch::lost(const Context &context, Refusal refusal, const QString &answer)
{
    if (++m_losses >= LooksBeforeLost) {
        return {Outcome::ToClear, refusal, answer};
    }
    m_due = later(context.now, context.pace.look);
    return {};
}

AttemptOutcome AttemptWatch::handleGreeting(const Context &context, const Result<> &greeted)
{
    if (greeted && !context.attempt.isClearing) {
        return {Outcome::Stands};
    }
    m_note = greeted ? QString() : greeted.error().text();
    look(
        context.attempt,
        context.attempt.isClearing ? QDateTime() : later(context.now, context.pace.look));
    return {};
}

void AttemptWatch::handleDeleted(const Context &context, const Result<cloud::Operation> &operation)
{
    const std::optional<Error> error =
        operation ? operation->error : std::optional(operation.error());
    if (!error || error->kind == ErrorKind::NotFound) {
        m_refusals = 0;
        lookLater(context);
        return;
    }
    // It may be for a person to change, who has to hear why, and needs more than some seconds.
    m_refusal = error->text();
    m_refusals = std::min(m_refusals + 1, MostDoublings);
    look(context.attempt, later(context.now, context.pace.look * (1 << m_refusals)));
}

} // namespace podium::lifecycle
