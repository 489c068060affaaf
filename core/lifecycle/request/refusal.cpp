// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/request/refusal.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace podium::lifecycle {

namespace {

struct RefusalWords
{
    Refusal refusal;
    const char *name;
    const char *text;
};

constexpr std::array<RefusalWords, 16> Words{{
    {Refusal::Stockout, "stockout", "no capacity"},
    {Refusal::Leftovers, "quota-used", "the quota is used up"},
    {Refusal::NoGrant, "no-quota", "the project has no quota there"},
    {Refusal::Rate, "rate", "too many requests"},
    {Refusal::Addresses, "addresses", "the quota of external addresses is used up"},
    {Refusal::ClosedZone, "closed-zone", "the project may not use the zone"},
    {Refusal::WrongType, "wrong-type", "the zone has no such type or version"},
    {Refusal::NameTaken, "name-taken", "another node has the name"},
    {Refusal::NameGoing, "name-going", "a node of that name is being deleted"},
    {Refusal::SetUp, "set-up", "something is not set up"},
    {Refusal::SignedOut, "signed-out", "not signed in to Google Cloud"},
    {Refusal::Passing, "passing", "the service was not well"},
    {Refusal::Preempted, "preempted", "it was taken away"},
    {Refusal::Deleted, "deleted", "somebody deleted it"},
    {Refusal::Dropped, "dropped", "it was not needed any more"},
    {Refusal::Other, "other", "another reason"},
}};

const RefusalWords &wordsOf(Refusal refusal)
{
    return *std::find_if(Words.begin(), Words.end(), [refusal](const RefusalWords &words) {
        return words.refusal == refusal;
    });
}

bool matches(const QString &text, const char *pattern)
{
    return QRegularExpression(QLatin1String(pattern), QRegularExpression::CaseInsensitiveOption)
        .match(text)
        .hasMatch();
}

Refusal ofQuota(const QString &text)
{
    if (matches(text, R"(per minute|rate limit|too many calls)")) {
        return Refusal::Rate;
    }
    return matches(text, R"(\blimit:? 0\b)") ? Refusal::NoGrant : Refusal::Leftovers;
}

/// By the text, where that says more than the kind.
std::optional<Refusal> byText(const QString &text)
{
    // The order counts: what names a limit of 0 is no stockout, however it is worded.
    constexpr std::array<std::pair<const char *, Refusal>, 6> Patterns{{
        {R"(IN_USE_ADDRESSES|\bINSTANCES limit)", Refusal::Addresses},
        {R"(no more capacity|reserved capacity|Reservation not found|in state PREEMPTED)",
         Refusal::Stockout},
        {R"(LOCATION_POLICY_VIOLATED|denied on 'locations/|access is unauthorized)",
         Refusal::ClosedZone},
        {R"(accelerator configuration .* could not be found|invalid AcceleratorType|)"
         R"(invalid runtime|runtime_?version)",
         Refusal::WrongType},
        {R"(service account|does not have access|network .* not found|billing|scopes)",
         Refusal::SetUp},
        {R"(an internal error has occurred)", Refusal::Stockout},
    }};
    for (const auto &[pattern, refusal] : Patterns) {
        if (matches(text, pattern)) {
            return refusal;
        }
    }
    return {};
}

} // namespace

Refusal refusalOf(const Error &error)
{
    if (error.kind == ErrorKind::Credentials) {
        return Refusal::SignedOut; // whatever it says of accounts and scopes
    }
    if (error.kind == ErrorKind::QuotaExceeded &&
        !matches(error.detail, R"(IN_USE_ADDRESSES|\bINSTANCES limit|no more capacity)")) {
        return ofQuota(error.detail + error.hint);
    }
    if (const auto refusal = byText(error.detail)) {
        return *refusal;
    }
    switch (error.kind) {
    case ErrorKind::NoCapacity:
        return Refusal::Stockout;
    case ErrorKind::AlreadyExists:
        return Refusal::NameTaken;
    case ErrorKind::PermissionDenied:
    case ErrorKind::ApiDisabled:
        return Refusal::SetUp;
    case ErrorKind::InvalidArgument:
        return Refusal::WrongType;
    case ErrorKind::Unavailable:
    case ErrorKind::Timeout:
    case ErrorKind::Network:
    case ErrorKind::Conflict:
    case ErrorKind::Protocol:
        return Refusal::Passing;
    default:
        return Refusal::Other;
    }
}

QString refusalText(Refusal refusal)
{
    return QString::fromLatin1(wordsOf(refusal).text);
}

QString refusalName(Refusal refusal)
{
    return QString::fromLatin1(wordsOf(refusal).name);
}

Refusal refusalFromName(const QString &name)
{
    const auto found = std::find_if(Words.begin(), Words.end(), [&name](const RefusalWords &words) {
        return name == QLatin1String(words.name);
    });
    return found == Words.end() ? Refusal::Other : found->refusal;
}

bool closesZone(Refusal refusal)
{
    return refusal == Refusal::NoGrant || refusal == Refusal::ClosedZone ||
           refusal == Refusal::WrongType || refusal == Refusal::NameTaken || endsRequest(refusal);
}

bool endsRequest(Refusal refusal)
{
    return refusal == Refusal::SetUp || refusal == Refusal::Other;
}

} // namespace podium::lifecycle
