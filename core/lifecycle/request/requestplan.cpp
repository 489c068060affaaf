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

constexpr qint64 ShortLife = 600; ///< seconds
constexpr int MostShortLives = 3; ///< in a row

/// How often in a row the last tries of a zone were refused, and the last of them.
struct ZoneTries
{
    int inRow = 0;
    const NodeAttempt *last = nullptr;
    bool isOpen = false;
    bool isClosed = false; ///< for ever
};

/// A node that stood begins the count anew: what comes after is another search.
ZoneTries triesOf(const NodeRequest &request, const Zone &zone)
{
    ZoneTries tries;
    for (const NodeAttempt &attempt : request.attempts) {
        if (attempt.standsSince.isValid()) {
            tries.inRow = 0;
            tries.last = nullptr;
        }
        if (attempt.zone != zone) {
            continue;
        }
        tries.isOpen = tries.isOpen || (attempt.isOpen() && !mayBeReplaced(request, attempt));
        tries.isClosed = attempt.refusal && closesZone(*attempt.refusal);
        if (!attempt.standsSince.isValid() && attempt.refusal != Refusal::Dropped) {
            ++tries.inRow;
            tries.last = &attempt;
        }
    }
    return tries;
}

/// In the order in which they are tried: after one that stood, its zone first.
std::vector<Zone> zonesInOrder(const NodeRequest &request)
{
    std::vector<Zone> zones = request.zones;
    const auto stood = std::find_if(
        request.attempts.rbegin(), request.attempts.rend(),
        [](const NodeAttempt &attempt) { return attempt.standsSince.isValid(); });
    if (stood != request.attempts.rend()) {
        const auto first = std::find(zones.begin(), zones.end(), stood->zone);
        std::rotate(zones.begin(), first == zones.end() ? zones.begin() : first, zones.end());
    }
    return zones;
}

/// A doubtful one has none yet.
QDateTime endOf(const NodeAttempt &attempt)
{
    return attempt.isOpen() ? attempt.sentAt : attempt.endedAt;
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
    return endOf(*tries.last).addSecs(grown + spread);
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

bool hasStood(const NodeRequest &request)
{
    return std::any_of(
        request.attempts.begin(), request.attempts.end(),
        [](const NodeAttempt &attempt) { return attempt.standsSince.isValid(); });
}

bool mayBeReplaced(const NodeRequest &request, const NodeAttempt &attempt)
{
    return attempt.isOpen() && attempt.isDoubtful && !request.isQueued();
}

bool mustAnswerSsh(const NodeRequest &request)
{
    return request.isRace || request.isKept || !request.recipes.isEmpty();
}

std::optional<std::size_t>
settledAt(const NodeRequest &request, std::chrono::milliseconds silence, const QDateTime &now)
{
    std::optional<std::size_t> first;
    for (std::size_t i = 0; i < request.attempts.size(); ++i) {
        const NodeAttempt &attempt = request.attempts[i];
        const bool isReady =
            attempt.isOpen() && !attempt.isClearing && attempt.readySince.isValid();
        if (isReady && (!first || attempt.readySince < request.attempts[*first].readySince)) {
            first = i;
        }
    }
    if (!first) {
        return {};
    }
    const QDateTime ready = request.attempts[*first].readySince;
    // What was READY in the future was so before the clock was set back.
    const bool isOver = ready > now || ready.addMSecs(silence.count()) <= now;
    return isOver ? first : std::nullopt;
}

bool livesAreShort(const NodeRequest &request)
{
    int inRow = 0;
    for (const NodeAttempt &attempt : request.attempts) {
        if (attempt.standsSince.isValid() && !attempt.isOpen()) {
            const bool isShort = attempt.standsSince.secsTo(attempt.endedAt) < ShortLife;
            inRow = isShort ? inRow + 1 : 0;
        }
    }
    return inRow >= MostShortLives;
}

NextTry nextTry(const NodeRequest &request, const QDateTime &now)
{
    const bool goesOn = request.untilCapacity || request.isKept;
    const bool stood = hasStood(request);
    const bool cannotBe = std::any_of(
        request.attempts.begin(), request.attempts.end(), [](const NodeAttempt &attempt) {
            return attempt.refusal && endsRequest(*attempt.refusal);
        });
    if (cannotBe) {
        return givenUp(
            QStringLiteral("This request cannot succeed as it is.") + lastWords(request));
    }
    if (!stood && request.deadline.isValid() && now >= request.deadline) {
        return givenUp(QStringLiteral("Its time is over.") + lastWords(request));
    }
    if (livesAreShort(request)) {
        return givenUp(QStringLiteral("It was preempted three times in a row within ten minutes: "
                                      "try another zone, or on-demand."));
    }
    QDateTime earliest;
    for (const Zone &zone : zonesInOrder(request)) {
        const ZoneTries tries = triesOf(request, zone);
        if (tries.isOpen || tries.isClosed) {
            continue;
        }
        if (tries.last == nullptr) {
            return {NextTry::Kind::Send, zone, {}, {}};
        }
        if (!goesOn) {
            continue;
        }
        const QDateTime at = againAt(tries);
        // What has ended in the future has ended before the clock was set back.
        if (at <= now || endOf(*tries.last) > now) {
            return {NextTry::Kind::Send, zone, {}, {}};
        }
        earliest = !earliest.isValid() || at < earliest ? at : earliest;
    }
    if (!earliest.isValid()) {
        return givenUp(
            (goesOn ? QStringLiteral("No zone is left to ask.")
                    : QStringLiteral("Each zone was asked once.")) +
            lastWords(request));
    }
    if (!stood && request.deadline.isValid()) {
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
