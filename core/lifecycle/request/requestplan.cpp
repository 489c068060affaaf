// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/request/requestplan.h"

#include "core/lifecycle/grantcoverage.h"

#include <algorithm>

namespace podium::lifecycle {

namespace {

constexpr qint64 FirstWait = 30; ///< seconds
constexpr qint64 LongestTryWait = 300;
constexpr qint64 QuotaWait = 300; ///< until a person or an end frees some
constexpr qint64 LongestQuotaWait = 900;

/// How often in a row the last tries of a zone were refused, and the last of them.
struct ZoneTries
{
    int inRow = 0;
    const NodeAttempt *last = nullptr;
};

ZoneTries triesOf(const NodeRequest &request, const Zone &zone)
{
    ZoneTries tries;
    for (const NodeAttempt &attempt : request.attempts) {
        if (attempt.zone == zone) {
            ++tries.inRow;
            tries.last = &attempt;
        }
    }
    return tries;
}

/// When a zone may be asked again.
QDateTime againAt(const ZoneTries &tries)
{
    const Refusal refusal = tries.last->refusal.value_or(Refusal::Other);
    const bool isQuota = refusal == Refusal::Leftovers || refusal == Refusal::Addresses;
    const qint64 first = isQuota ? QuotaWait : FirstWait;
    const qint64 longest = isQuota ? LongestQuotaWait : LongestTryWait;
    const qint64 grown = std::min(first << std::min(tries.inRow - 1, 10), longest);
    const qint64 spread = grown * qint64(qHash(tries.last->requestId) % 1000) / 1000;
    return tries.last->endedAt.addSecs(grown + spread);
}

QString lastWords(const NodeRequest &request)
{
    return request.attempts.empty() || request.attempts.back().answer.isEmpty()
               ? QString()
               : QStringLiteral(" The last answer: ") + request.attempts.back().answer;
}

NextTry givenUp(const QString &reason)
{
    return {NextTry::Kind::GiveUp, {}, {}, reason};
}

} // namespace

NextTry nextTry(const NodeRequest &request, const QDateTime &now)
{
    if (!request.attempts.empty() && request.attempts.back().refusal &&
        endsRequest(*request.attempts.back().refusal)) {
        return givenUp(QStringLiteral("It cannot come about as things are.") + lastWords(request));
    }
    if (request.deadline.isValid() && now >= request.deadline) {
        return givenUp(QStringLiteral("Its time is over.") + lastWords(request));
    }
    QDateTime earliest;
    for (const Zone &zone : request.zones) {
        const ZoneTries tries = triesOf(request, zone);
        if (tries.last == nullptr) {
            return {NextTry::Kind::Send, zone, {}, {}};
        }
        const bool isClosed = tries.last->refusal && closesZone(*tries.last->refusal);
        if (isClosed || !request.untilCapacity) {
            continue;
        }
        const QDateTime at = againAt(tries);
        if (at <= now) {
            return {NextTry::Kind::Send, zone, {}, {}};
        }
        earliest = !earliest.isValid() || at < earliest ? at : earliest;
    }
    if (!earliest.isValid()) {
        return givenUp(
            (request.untilCapacity ? QStringLiteral("No zone is left to ask.")
                                   : QStringLiteral("Each zone was asked once.")) +
            lastWords(request));
    }
    if (request.deadline.isValid()) {
        earliest = std::min(earliest, request.deadline);
    }
    return {NextTry::Kind::Wait, {}, earliest, {}};
}

Sighting sightingOf(const NodeRequest &request, const Result<cloud::Node> &answer)
{
    if (!answer) {
        return answer.error().kind == ErrorKind::NotFound ? Sighting::Missing : Sighting::Unknown;
    }
    if (!isOurs(request, *answer)) {
        return Sighting::Theirs;
    }
    if (answer->state == cloud::NodeState::Ready) {
        return Sighting::Stands;
    }
    return isLeftover(*answer) ? Sighting::Leftover : Sighting::OnTheWay;
}

} // namespace podium::lifecycle
